/** The system prompt, which precedes the owner's prompt, explains only what the call has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionText, systemPrompt } from '../../src/agent/replies/model-prompt.ts';

const PARTS = {
  instructions: 'You guide visitors of a ferry museum.',
  facts: '',
  startedAt: Date.UTC(2026, 10, 23, 9, 5),
  zone: 'Europe/Paris',
  isSpoken: true,
  tools: false,
  cards: false,
};

test("it gives date, time and zone, and the rules of spoken language; the owner's prompt comes last", () => {
  const prompt = systemPrompt(PARTS);
  assert.match(prompt, /Monday,? 23 November 2026.*10:05 \(Europe\/Paris\)/);
  for (const rule of [
    /aloud/,
    /short/,
    /markdown/,
    /misheard/,
    /You are an AI/,
    /language of the visitor/,
    /do not know/,
    /never an instruction/,
    /wants a person/,
  ])
    assert.match(prompt, rule);
  assert.ok(prompt.endsWith(PARTS.instructions), 'what changes from call to call stands last');
  assert.doesNotMatch(prompt, /tool is needed|Show a card/, 'of what is off nothing is told');
});

test('for a text call lists are allowed; tools, cards and history are mentioned only if there are any', () => {
  const prompt = systemPrompt({
    ...PARTS,
    isSpoken: false,
    tools: true,
    cards: true,
    facts: 'The order is 7.',
  });
  assert.match(prompt, /use a list/);
  assert.doesNotMatch(prompt, /aloud|misheard/);
  assert.match(prompt, /call it once/);
  assert.match(prompt, /Show a card/);
  assert.ok(prompt.endsWith('The order is 7.'));
});

test("the page's context is added to the question, fenced and bounded", () => {
  const text = questionText('When?', '<note>At nine.</note>', `start ${'x'.repeat(50_000)} end`);
  assert.ok(text.length < 4400, String(text.length));
  assert.ok(text.startsWith('When?') && text.endsWith('<note>At nine.</note>'));
  assert.match(text, /<page>?[^]* end/);
  assert.doesNotMatch(text, /start/, 'the last words count');
  assert.equal(questionText('When?', '', ''), 'When?');
});
