/** A small model answers only what the facts and documents do not answer certainly. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FactAnswers } from '../../src/agent/facts/fact-answers.ts';
import { Knowledge } from '../../src/agent/knowledge/knowledge.ts';
import { SentenceModel } from '../../src/agent/language/sentence-model.ts';
import { DocumentResponder } from '../../src/agent/replies/document-responder.ts';
import { documentsFirst } from '../../src/agent/replies/documents-first.ts';
import type { Exchange, ReplyChunk, Responder } from '../../src/agent/replies/responder.ts';
import { PalFacts } from '../../src/contract/pal-facts.ts';
import { systemClock } from '../../src/runtime/clock.ts';

const CONTENT = `# Opening hours

We are open from nine to six, on Saturdays until two.

# Prices

An inspection costs 45 euros and takes two days. A flat tyre costs 18 euros with the tube.`;

const sentenceModel = new SentenceModel(systemClock);
const knowledge = new Knowledge(
  [{ document_id: 'd', name: 'Shop', content: CONTENT }],
  sentenceModel.embeddings(),
);
const facts = PalFacts.parse({ telephone: '0123 456789' });
const documents = new DocumentResponder('Mira', knowledge, {
  facts: new FactAnswers(facts, { clock: systemClock, zone: 'UTC' }),
});
const model: Responder = {
  kind: 'model',
  async *think() {
    yield { text: 'The model.' };
  },
};
before(() => knowledge.prepare());
after(() => sentenceModel.close());

async function answerOf(question: string, isSmall: boolean, history: Exchange[] = []) {
  const responder = documentsFirst({ isSmall }, documents, model)!;
  const { signal } = new AbortController();
  const chunks: ReplyChunk[] = [];
  for await (const chunk of responder.think(question, { history, canvas: null, signal, spoken: false }))
    chunks.push(chunk);
  return {
    text: chunks.flatMap((chunk) => ('text' in chunk ? [chunk.text] : [])).join(''),
    sources: chunks
      .flatMap((chunk) => ('sources' in chunk ? chunk.sources : []))
      .map(({ document_name: name }) => name),
  };
}

describe('a small model', () => {
  test('leaves questions about itself to the agent, which says that it is an AI', async () => {
    for (const question of ['Are you a real person?', 'Hello, who are you?'])
      assert.match((await answerOf(question, true)).text, /\bAI\b/, question);
    assert.equal((await answerOf('Are you a real person?', false)).text, 'The model.');
  });

  test('leaves prices, times and contacts to the documents and facts', async () => {
    const price = await answerOf('What does an inspection cost?', true);
    assert.match(price.text, /45 euros/);
    assert.deepEqual(price.sources, ['Shop']);
    assert.match((await answerOf('When are you open on Saturdays?', true)).text, /two/);
    assert.match((await answerOf('What is your phone number?', true)).text, /0123 456789/);
  });

  test('relates a short question to the one before it', async () => {
    const history: Exchange[] = [
      { role: 'user', content: 'What does an inspection cost?' },
      { role: 'assistant', content: 'An inspection costs 45 euros and takes two days.' },
    ];
    assert.match((await answerOf('And a flat tyre?', false, history)).text, /model/);
    assert.match((await answerOf('How much is a flat tyre?', true, history)).text, /18 euros/);
  });

  test('answers small talk, requests, and what no document states', async () => {
    for (const line of [
      'Hello, how are you?',
      'Please book a repair for Tuesday.',
      'What does a tandem cost?',
    ])
      assert.equal((await answerOf(line, true)).text, 'The model.', line);
  });
});

test('a larger model answers everything', async () => {
  assert.equal((await answerOf('What does an inspection cost?', false)).text, 'The model.');
  assert.equal(documentsFirst({ isSmall: true }, documents, null), null);
});
