/** A question about a table is answered from its row and column, and not answered if these are uncertain. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { composeAnswer } from '../../../src/agent/knowledge/composing.ts';
import { months } from '../../../src/agent/knowledge/question-kind.ts';
import { rank, readQuestion } from '../../../src/agent/knowledge/ranking.ts';
import { sentenceTable } from '../../../src/agent/knowledge/sentence-table.ts';
import { tableFirst } from '../../../src/agent/knowledge/table-answers.ts';

const BOATS =
  '## 1. Boats by the hour\n\n| Boat | People | First hour | Day |\n| --- | --- | --- | --- |\n' +
  '| Rowing boat | 4 | €14 | €55 |\n| Pedal boat with slide | 5 | €22 | €95 |\n| Kayak, single | 1 | €11 | €40 |\n' +
  '| Kayak, double | 2 | €17 | €62 |\n';
const HOURS =
  '## Opening times\n\n| Months | Monday to Friday | Saturday and Sunday |\n| --- | --- | --- |\n' +
  '| April and May | 11:00 to 17:00 | 10:00 to 18:00 |\n| June to August | 9:30 to 20:00 | closed |\n';
const EVENTS =
  '## Events\n\n| Event | Date | Starts | Ages | Ticket |\n| --- | --- | --- | --- | --- |\n' +
  '| Story hour with Nora | 6 March 2027 | 10:30 | 3 to 6 | free |\n' +
  '| Reading by Ada Winter | 14 April 2027 | 19:30 | 16 and older | €12.00 |\n';

/** Returns the answer that a table of the text provides; null if no row certainly answers. */
async function answer(
  question: string,
  content = `${BOATS}\n${HOURS}\n${EVENTS}`,
  today: string | null = null,
): Promise<string | null> {
  const { sentences } = sentenceTable([{ document_id: 'd', name: 'Site', content }]);
  const parsedQuestion = readQuestion(question, null, { today });
  const rankedSentences = tableFirst(
    parsedQuestion,
    await rank(parsedQuestion, sentences, { rarity: () => 0.5 }),
  );
  return rankedSentences[0]!.tableText === undefined
    ? null
    : composeAnswer(rankedSentences, parsedQuestion).text;
}

describe('answers from a table', () => {
  const cases: [question: string, text: string][] = [
    ['how much is a rowing boat for an hour', 'Boats by the hour, Rowing boat: First hour €14.'],
    ['what does a double kayak cost for the whole day', 'Boats by the hour, Kayak, double: Day €62.'],
    ['what is a pedal boat', 'null'],
    ['how many people fit in the pedal boat', 'Boats by the hour, Pedal boat with slide: People 5.'],
    ['what is the cheapest boat', 'Boats by the hour, Kayak, single: First hour €11.'],
    ['which is the most expensive kayak for a day', 'Boats by the hour, Kayak, double: Day €62.'],
    [
      'when are you open on a wednesday in may',
      'Opening times, April and May: Monday to Friday 11:00 to 17:00.',
    ],
    ['are you open on a sunday in july', 'No. Opening times, June to August: Saturday and Sunday closed.'],
    ['when is the reading by ada winter', 'Events, Reading by Ada Winter: Date 14 April 2027, Starts 19:30.'],
    ['how old must children be for the story hour', 'Events, Story hour with Nora: Ages 3 to 6.'],
  ];
  for (const [question, text] of cases)
    test(question, async () => {
      assert.equal(String(await answer(question)), text);
    });
});

test('a row without a price does not answer a question for a price, even for the right age', async () => {
  const lessons =
    '## Our lessons\n\n| Course | Age | Group size |\n| --- | --- | --- |\n' +
    '| Splash babies | 10 weeks – 18 months | 8 |\n' +
    '| Learn to swim | 4 – 11 years | 5 |\n';
  const prices =
    '## Prices\n\n| Lesson | Per lesson | Per term |\n| --- | --- | --- |\n| Splash babies | £15.50 | £186 |\n' +
    '| Children in a course | £16.75 | £201 |\n| Adults, 8 weeks | £19 | £152 |\n';
  const question = 'how much is a lesson for my 6 year old?';
  assert.equal(await answer(question, lessons), null);
  assert.equal(
    await answer(question, `${lessons}\n${prices}`),
    'Prices, Children in a course: Per lesson £16.75.',
  );
  assert.match(String(await answer('which course is for a 6 year old?', lessons)), /Learn to swim/);
});

test('today and tomorrow are days and months of the calendar', async () => {
  const ask = (question: string, today: string | null) => answer(question, HOURS, today);
  const weekend = 'Opening times, April and May: Saturday and Sunday 10:00 to 18:00.';
  // 1 May 2026 is a Friday.
  assert.equal(
    await ask('when are you open today', '2026-05-01'),
    'Opening times, April and May: Monday to Friday 11:00 to 17:00.',
  );
  assert.equal(await ask('when are you open tomorrow', '2026-05-01'), weekend);
  assert.equal(await ask('what are your hours the day after tomorrow', '2026-05-01'), weekend);
  assert.equal(
    await ask('are you open tomorrow', '2026-07-31'),
    'No. Opening times, June to August: Saturday and Sunday closed.',
  );
  assert.equal(await ask('when are you open today', null), null);
});

test('a value that the table lacks is not answered from it', async () => {
  for (const question of [
    'how much is a motor boat with 40 hp',
    'how much deposit do you want for a rowing boat',
    'do you have a kayak',
    'where is the reading by ada winter',
    'is there a boat race on sunday',
  ])
    assert.equal(await answer(question), null, question);
});

test('two rows that match equally are both spoken, three are not', async () => {
  const rows = (kinds: string[]) =>
    '## Loans\n\n| Kind | Loan period | Fine |\n| --- | --- | --- |\n' +
    `${kinds.map((kind) => `| ${kind} | 2 weeks | €3 |`).join('\n')}`;
  assert.equal(
    await answer('how long can I keep a game', rows(['Board games', 'Video games', 'Books'])),
    'Loans, Board games and Video games: Loan period 2 weeks.',
  );
  assert.equal(
    await answer('how long can I keep a game', rows(['Board games', 'Video games', 'Card games'])),
    null,
  );
});

test('months are recognised alone and in ranges', () => {
  const sortedMonths = (text: string) => [...months(text)].sort((one, other) => one - other);
  assert.deepEqual(sortedMonths('1 July – 31 August'), [6, 7]);
  assert.deepEqual(sortedMonths('November to February'), [0, 1, 10, 11]);
  assert.deepEqual(sortedMonths('in May'), [4]);
  assert.deepEqual(sortedMonths('may I bring a dog'), []);
});
