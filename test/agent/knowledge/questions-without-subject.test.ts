/** "How much?" asks about the subject of the line before, and never gets the price of something else. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Knowledge } from '../../../src/agent/knowledge/knowledge.ts';
import { SentenceModel } from '../../../src/agent/language/sentence-model.ts';
import { DocumentResponder } from '../../../src/agent/replies/document-responder.ts';
import type { Exchange } from '../../../src/agent/replies/responder.ts';
import { systemClock } from '../../../src/runtime/clock.ts';

const CONTENT = `# Repairs

A flat tyre is fixed while you wait. A full service costs one hundred and twenty euros and takes two days.

# Electric bikes

Our electric bikes go up to one hundred kilometres. Prices start at two thousand two hundred euros.`;

const model = new SentenceModel(systemClock);
const knowledge = new Knowledge([{ document_id: 'd', name: 'Shop', content: CONTENT }], model.embeddings());
const responder = new DocumentResponder('Mira', knowledge);
before(() => knowledge.prepare());
after(() => model.close());

/** Asks the lines one after another, and returns the answer to the last one. */
async function lastAnswer(...lines: string[]): Promise<string> {
  const history: Exchange[] = [];
  const { signal } = new AbortController();
  let text = '';
  for (const line of lines) {
    text = '';
    for await (const chunk of responder.think(line, { history, canvas: null, signal, spoken: false }))
      if ('text' in chunk) text += chunk.text;
    history.push({ role: 'user', content: line }, { role: 'assistant', content: text });
  }
  return text;
}

test('a subject whose price is missing gets no other price', async () => {
  for (const line of ['A flat tyre?', 'And a flat tyre?', 'Can you fix a flat tyre?'])
    assert.doesNotMatch(await lastAnswer(line, 'How much?'), /euros|flat tyre is fixed/, line);
});

test('a subject with a price gets it', async () => {
  assert.match(await lastAnswer('Do you do a full service?', 'How much?'), /one hundred and twenty euros/);
});
