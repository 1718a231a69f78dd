/** A section that is named as the subject of a question answers it with the requested kind of value. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeAnswer } from '../../../src/agent/knowledge/composing.ts';
import { headingFirst } from '../../../src/agent/knowledge/heading-answers.ts';
import { rank, readQuestion } from '../../../src/agent/knowledge/ranking.ts';
import { sentenceTable } from '../../../src/agent/knowledge/sentence-table.ts';

const SALON =
  '# Colour\n\n## Balayage\n\n£148.\n\n4 hours, with a consultation before.\n\n## Roots\n\n£58.\n\n90 minutes.\n\n' +
  '## Hot tub\n\nThe tub is kept warm.\n\n## How long is a visit?\n\nSome two hours.';

async function answer(question: string): Promise<string | null> {
  const { sentences } = sentenceTable([{ document_id: 'd', name: 'Site', content: SALON }]);
  const parsedQuestion = readQuestion(question, null);
  const rankedSentences = headingFirst(
    parsedQuestion,
    await rank(parsedQuestion, sentences, { rarity: () => 0.5 }),
  );
  return rankedSentences[0]?.isNamedSection ? composeAnswer(rankedSentences, parsedQuestion).text : null;
}

test('the value of the named section is said with its name', async () => {
  assert.equal(await answer('how long does balayage take'), 'Balayage: 4 hours, with a consultation before.');
  assert.match(String(await answer('how much are roots')), /£58/);
});

test('without such a value, or with another subject, no section answers', async () => {
  for (const question of [
    'how long is the hot tub open',
    'how long does balayage with roots take',
    'how long does a perm take',
    'what is balayage',
    'how much is balayage on monday',
  ])
    assert.equal(await answer(question), null, question);
});
