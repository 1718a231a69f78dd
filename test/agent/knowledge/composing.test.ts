/** An answer that is composed of the best sentences is short, and can be understood without the rest of the page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeAnswer, MAX_ANSWER_LENGTH, shortenText } from '../../../src/agent/knowledge/composing.ts';
import { rank, readQuestion } from '../../../src/agent/knowledge/ranking.ts';
import { sentenceTable } from '../../../src/agent/knowledge/sentence-table.ts';

async function answerTo(question: string, content: string): Promise<string> {
  const { sentences } = sentenceTable([{ document_id: 'd', name: 'Site', content }]);
  const parsedQuestion = readQuestion(question, null);
  return composeAnswer(await rank(parsedQuestion, sentences, { rarity: () => 0.5 }), parsedQuestion).text;
}

const TABLE =
  '## Private lessons\n\n| Lesson | Single | Five |\n| --- | --- | --- |\n| Alone | £42 | £195 |\n' +
  '| In pairs | £58 | £270 |';

test("a row is spoken with its table's heading, and two rows with the heading only once", async () => {
  const text = await answerTo('What is a lesson in pairs?', TABLE);
  assert.match(text, /^Private lessons, .*In pairs: Single £58, Five £270\.$/);
  assert.equal(text.match(/Private lessons/g)?.length, 1);
});

test('a single word is spoken with its heading', async () => {
  assert.equal(await answerTo('Is there parking?', '## Parking\n\nNone.'), 'Parking: None.');
});

test('a denial is spoken with the alternative after it, but not with another subject', async () => {
  const text =
    '## Getting here\n\nWe have no car park. The one in Mill Yard is free. Bus 9 stops outside the car wash.';
  assert.equal(
    await answerTo('is there a car park', text),
    'We have no car park. The one in Mill Yard is free.',
  );
  const other = '## Paying\n\nWe do not take cash. Vouchers are valid for a year.';
  assert.equal(await answerTo('can i pay in cash', other), 'We do not take cash.');
});

test('no answer is longer than the limit', async () => {
  const longText = `The rent of a boat depends on ${'the season, the weather, '.repeat(16)}and the day.`;
  const further = `The rent of a tent is ${'high and '.repeat(26)}low.`;
  for (const content of [
    longText,
    `${longText} ${further}`,
    `${further} ${further.replace('tent', 'boat')}`,
    `We lend:\n\n${'- A boat of the rental kind that needs a great many words to be described\n'.repeat(9)}`,
  ]) {
    const text = await answerTo('What is the rent of a boat?', content);
    assert.ok(text.length <= MAX_ANSWER_LENGTH && text.endsWith('.'), text);
  }
  assert.ok(shortenText('x'.repeat(1000)).length <= MAX_ANSWER_LENGTH);
  assert.equal(shortenText('Short enough.'), 'Short enough.');
});

const HOURS =
  '## Collection\n\n| Day | Bring | Collect |\n| --- | --- | --- |\n' +
  '| Monday to Friday | 8:00 to 10:00 | 16:00 to 18:00 |\n' +
  '| Saturday | 9:00 to 11:00 | 15:00 to 16:00 |';

test('a row for other days is not spoken, and does not precede the row for the day', async () => {
  assert.equal(
    await answerTo('when do you collect on saturday', HOURS),
    'Collection, Saturday: Bring 9:00 to 11:00, Collect 15:00 to 16:00.',
  );
});

test('of a long row, only the values that the question names are spoken', async () => {
  const wideText =
    '## Huts\n\n| Hut | Beds | Stove | Water | Wood | Owner | Price |\n| --- | --- | --- | --- | --- | --- | --- |\n' +
    '| Wren | 4 | gas | spring | dry | Ida | £9 |\n| Robin | 6 | none | tap | wet | Per | £12 |';
  assert.equal(await answerTo('is the wood of the wren dry', wideText), 'Huts, Wren: Wood dry.');
  assert.equal(
    await answerTo('tell me of the wren', wideText),
    'Huts, Wren: Beds 4, Stove gas, Water spring, Wood dry.',
  );
});
