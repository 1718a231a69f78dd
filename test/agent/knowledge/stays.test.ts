/** A price per night is multiplied for a stay of several nights. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callMemory } from '../../../src/agent/knowledge/call-memory.ts';
import { composeAnswer } from '../../../src/agent/knowledge/composing.ts';
import { rank, readQuestion } from '../../../src/agent/knowledge/ranking.ts';
import { sentenceTable } from '../../../src/agent/knowledge/sentence-table.ts';
import { tableFirst } from '../../../src/agent/knowledge/table-answers.ts';

const PITCHES =
  '# Pitches per night\n\n| Pitch | April to June | July |\n| --- | --- | --- |\n' +
  '| Tent | £10 | £14 |\n| Caravan | £18 | £25 |';
const CATS =
  '# Cats\n\n| Cat | Price |\n| --- | --- |\n| One cat | £12.50 |\n| Two cats | £20 |\n\nAll prices are per day.';
const BOATS =
  '# Boats per day\n\n| Boat | Day | Week |\n| --- | --- | --- |\n| Canoe | €40 | €200 |\n| Kayak | €30 | €150 |';

async function answer(
  question: string,
  content: string,
  earlier: readonly string[] = [],
): Promise<string | null> {
  const { sentences } = sentenceTable([{ document_id: 'd', name: 'Site', content }]);
  const parsedQuestion = readQuestion(question, null, { memory: callMemory(earlier) });
  const rankedSentences = tableFirst(
    parsedQuestion,
    await rank(parsedQuestion, sentences, { rarity: () => 0.5 }),
  );
  return rankedSentences[0]?.tableText === undefined
    ? null
    : composeAnswer(rankedSentences, parsedQuestion).text;
}

test('the unit is in the heading, or in a sentence about all prices', async () => {
  assert.equal(
    await answer('how much is a caravan for a week in july', PITCHES),
    'Pitches per night, Caravan: July £25, 7 nights together £175.',
  );
  assert.equal(
    await answer('what do two cats cost for three days', CATS),
    'Two cats: £20, 3 days together £60.',
  );
});

const ROOMS =
  '# Rooms\n\n| Room | Members, per hour | Others, per hour |\n| --- | --- | --- |\n| Barn | £20 | £30 |';

test('prices of several columns have a total each', async () => {
  assert.equal(
    await answer('how much is the barn for 3 hours', ROOMS),
    'Rooms, Barn: Members, per hour £20, Others, per hour £30, 3 hours together £60 or £90.',
  );
});

test('a column that the visitor excludes is left out', async () => {
  assert.equal(
    await answer('we are not members, how much is the barn for 3 hours', ROOMS),
    'Rooms, Barn: Others, per hour £30, 3 hours together £90.',
  );
});

test('a period that was named before counts, unless the question names one', async () => {
  assert.equal(
    await answer('how much is a caravan in july', PITCHES, ['we would stay for a week']),
    'Pitches per night, Caravan: July £25, 7 nights together £175.',
  );
  assert.equal(
    await answer('how much is a caravan for two nights in july', PITCHES, ['we would stay for a week']),
    'Pitches per night, Caravan: July £25, 2 nights together £50.',
  );
});

test('a price for the whole stay, another unit or a single night is not multiplied', async () => {
  assert.equal(await answer('how much is a canoe for a week', BOATS), 'Boats per day, Canoe: Week €200.');
  assert.equal(await answer('what do two cats cost for three nights', CATS), 'Two cats: £20.');
  assert.equal(
    await answer('how much is a tent for one night in july', PITCHES),
    'Pitches per night, Tent: July £14.',
  );
});
