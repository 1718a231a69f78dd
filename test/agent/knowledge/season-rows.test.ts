/** A date selects its season, and "when again" and "the next" select the next dates. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { composeAnswer } from '../../../src/agent/knowledge/composing.ts';
import { exactFirst } from '../../../src/agent/knowledge/exact-answers.ts';
import { rank, readQuestion } from '../../../src/agent/knowledge/ranking.ts';
import { sentenceTable } from '../../../src/agent/knowledge/sentence-table.ts';

const TEXT = `# Cable car

## Operating days

| Season | Days | Hours |
| --- | --- | --- |
| 1 May to 14 June | Saturday and Sunday | 9:00 to 17:00 |
| 15 June to 20 September | daily except Tuesday | 8:30 to 18:00 |
| Rest of the year | closed | closed |

## Moonlight rides

| Ride | Date |
| --- | --- |
| Spring ride | 30 May 2026 |
| Harvest ride | 26 September 2026 |
`;
const TODAY = '2026-03-04';
const { sentences } = sentenceTable([{ document_id: 'd', name: 'Cable car', content: TEXT }]);

async function answer(text: string, today: string | null = TODAY): Promise<string | null> {
  const question = readQuestion(text, null, { today });
  const ranked = exactFirst(question, await rank(question, sentences, { rarity: () => 0.5 }), null, today);
  return ranked[0]!.opening === undefined ? null : composeAnswer(ranked, question).text;
}

describe('seasons', () => {
  for (const [question, expected] of [
    ['are you open tomorrow', /^No\. .*Rest of the year/],
    ['are you running this weekend', /^No\. .*Rest of the year/],
    ['are you open next week', /^No\. .*Rest of the year/],
    ['are you open on 9 may', /^Yes\. .*1 May to 14 June/],
    ['do you run on 12 may', /^No\. .*1 May to 14 June/],
    ['are you open on 7 july', /^No\. .*15 June to 20 September/],
    ['when do you open again', /^Operating days, 1 May to 14 June/],
    ['when are you back again', /^Operating days, 1 May to 14 June/],
    ['when is the next moonlight ride', /^Moonlight rides, Spring ride/],
  ] as const)
    test(question, async () => assert.match((await answer(question)) ?? '', expected));

  test('the next date is counted from today', async () => {
    assert.match((await answer('when is the next ride', '2026-07-01')) ?? '', /Harvest ride/);
    assert.equal(await answer('when is the next ride', '2026-12-01'), null);
    assert.equal(await answer('when do you open again', null), null);
  });
});
