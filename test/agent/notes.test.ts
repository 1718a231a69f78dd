/** Notes for a model: a short text is included completely; for a longer one, the sections that match the question. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Knowledge } from '../../src/agent/knowledge/knowledge.ts';
import { notesFor } from '../../src/agent/replies/notes.ts';
import type { Embeddings } from '../../src/agent/language/embeddings.ts';

const section = (name: string, text: string) => `# ${name}\n${text}\n`;
const SHORT = section('Bells', 'A bell rings.') + section('Lamps', 'A lamp shines.');
const FERRY =
  section('Admission', 'Admission for adults is nine dollars.') +
  section('Boats', 'The old ferry crosses the river.') +
  section('Dogs', 'Dogs are welcome on a leash.') +
  section('Garden', 'The garden has roses and a pond.') +
  section('Lift', 'All galleries have a lift.') +
  section('Food', 'Soup and cake are served by the pier.') +
  section('Children', 'Children like the small train.');
const knowledgeOf = (content: string, embeddings: Embeddings | null = null) =>
  new Knowledge([{ document_id: 'd', name: 'Ferry', content }], embeddings);

test('all passages of a short text are notes, without a search by meaning', async () => {
  let calls = 0;
  const knowledge = knowledgeOf(SHORT, {
    model: 'm',
    languages: null,
    calibrated: false,
    embed: (texts) => {
      calls++;
      return Promise.resolve(texts.map(() => [1, 0]));
    },
  });
  const notes = await notesFor(knowledge, 'Does the lamp shine?', [], {});
  assert.deepEqual(
    notes.map(({ heading }) => heading),
    ['Lamps', 'Bells'],
    'those with its words first',
  );
  assert.equal((await notesFor(knowledge, 'Hello', [], {})).length, 2);
  assert.equal(calls, 0);
  assert.deepEqual(await notesFor(knowledgeOf(''), 'When?', [], {}), []);
});

test('"How much is it?" as a first question finds the price, by words alone too', async () => {
  for (const question of ['How much is it?', 'what does it cost']) {
    const notes = await notesFor(knowledgeOf(FERRY), question, [], {});
    assert.deepEqual(
      notes.map(({ heading }) => heading),
      ['Admission'],
      question,
    );
  }
});

test('a passage found by words precedes one that only contains a fact of that kind', async () => {
  const notes = await notesFor(knowledgeOf(FERRY), 'How much is the ferry?', [], {});
  assert.deepEqual(
    notes.map(({ heading }) => heading),
    ['Boats', 'Admission'],
  );
});
