/** The service marks its fixed sentences, so that a model never receives them as lines of its own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Knowledge } from '../../src/agent/knowledge/knowledge.ts';
import { agentSentences } from '../../src/agent/replies/agent-sentences.ts';
import { ModelResponder } from '../../src/agent/replies/model-responder.ts';
import { turnDuration } from '../../src/agent/turns/turn-options.ts';
import type { ReplyChunk, Responder } from '../../src/agent/replies/responder.ts';
import { ManualClock } from '../../src/runtime/clock.ts';
import { scriptedModel, words } from './scripted-model.ts';
import { begin, event, settle, joinInput } from './stage.ts';

const WORDS = agentSentences('en');
const settleAll = async () => {
  for (let turn = 0; turn < 50; turn++) await settle();
};
const origins = (entries: readonly { role: string; content: string; origin?: 'service' | 'person' }[]) =>
  entries.map(({ role, content, origin }) => [role, content, origin ?? null]);

/** Creates a responder that sends its answer when the test calls `release`. */
function createSlowResponder(...chunks: ReplyChunk[]) {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const responder: Responder = {
    kind: 'model',
    async *think() {
      yield { doing: 'asking' };
      await released;
      yield* chunks;
    },
  };
  return { responder, release };
}

test("filler phrases during an answer are written beside it, marked as the service's", async () => {
  const { responder, release } = createSlowResponder({ text: 'We open at ten. We close at seven.' });
  const { agent, stage, clock, entries } = begin({ responder, greeting: '' });
  agent.take(joinInput());
  agent.take(event('conversation.respond', { text: 'When?' }));
  await settleAll();
  clock.move(turnDuration('fillerDelay'));
  await stage.play();
  release();
  await settleAll();
  await stage.play();
  await settleAll();
  assert.deepEqual(origins(entries), [
    ['user', 'When?', null],
    ['assistant', WORDS.think, 'service'],
    ['assistant', 'We open at ten. We close at seven.', null],
  ]);
  assert.deepEqual(stage.moods, [], 'it has no reason to worry');
  const line = stage.sentEvents.findLast(({ type }) => type === 'utterance');
  assert.deepEqual(line?.properties, {
    role: 'pal',
    speech: `${WORDS.think} We open at ten. We close at seven.`,
  });
});

test("the disclosure and a reply for a missing answer are the service's lines", async () => {
  const { agent, stage, entries } = begin({
    responder: { kind: 'model', async *think() {} },
    disclosure: { verbal: 'I am an AI.', visual: 'AI' },
    greeting: 'Welcome.',
  });
  agent.take(joinInput());
  await stage.play();
  agent.take(event('conversation.respond', { text: 'When?' }));
  await settleAll();
  assert.deepEqual(stage.moods, []);
  stage.begin();
  assert.deepEqual(stage.moods, ['worried'], 'it worries with the first sound of its apology');
  await stage.play();
  await settleAll();
  assert.deepEqual(origins(entries), [
    ['assistant', 'I am an AI.', 'service'],
    ['assistant', 'Welcome.', null],
    ['user', 'When?', null],
    ['assistant', WORDS.noAnswer, 'service'],
  ]);
  assert.deepEqual(
    stage.sentEvents
      .filter(({ type }) => type === 'utterance')
      .map(({ properties }) => properties['origin'] ?? null),
    ['service', null, null, 'service'],
  );
  assert.deepEqual(
    stage.sentEvents
      .filter(({ type }) => type === 'utterance')
      .map(({ properties }) => properties['apology'] ?? null),
    [null, null, null, true],
  );
});

test("a model's history contains only its own words", async () => {
  const clock = new ManualClock();
  let isFailing = true;
  const { fetch, requests } = scriptedModel(() => (isFailing ? { status: 500 } : words('At ten.')));
  const responder = new ModelResponder({
    endpoint: { account: 1, baseUrl: 'https://asides.example/v1', apiKey: null, model: 'm', fetch },
    knowledge: new Knowledge([]),
    prompt: () => 'Be kind.',
    clock,
  });
  const { agent, stage, entries } = begin({
    responder,
    clock,
    disclosure: { verbal: 'I am an AI.', visual: 'AI' },
    greeting: 'Welcome.',
  });
  agent.take(joinInput());
  await stage.play();
  const ask = async (text: string) => {
    agent.take(event('conversation.respond', { text }));
    for (let turn = 0; turn < 20; turn++) {
      await settleAll();
      clock.move(1000);
    }
    await stage.play();
    await settleAll();
  };
  await ask('When?');
  assert.equal(entries.at(-1)?.origin, 'service');
  isFailing = false;
  await ask('And on Sundays?');
  const lines = requests.at(-1)!.messages.filter(({ role }) => role !== 'system');
  assert.deepEqual(
    lines.slice(0, -1).map(({ role, content }) => [role, content]),
    [
      ['user', '(The call begins.)'],
      ['assistant', 'Welcome.'],
      ['user', 'When?'],
      ['assistant', '(No answer could be given here.)'],
    ],
  );
  assert.match(String(lines.at(-1)?.content), /^And on Sundays\?/);
});
