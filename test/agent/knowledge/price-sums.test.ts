/** Prices are added and compared only if the people, items and columns of the question and the table match. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ageRange } from '../../../src/agent/knowledge/age-ranges.ts';
import { amountOf, amountText } from '../../../src/agent/knowledge/amounts.ts';
import { composeAnswer } from '../../../src/agent/knowledge/composing.ts';
import { peopleIn } from '../../../src/agent/knowledge/people.ts';
import { rank, readQuestion } from '../../../src/agent/knowledge/ranking.ts';
import { sentenceTable } from '../../../src/agent/knowledge/sentence-table.ts';
import { tableFirst } from '../../../src/agent/knowledge/table-answers.ts';
import { quantityFits } from '../../../src/agent/knowledge/table-words.ts';

const ENTRY =
  '## Entry\n\n| Ticket | October to March | April to September |\n| --- | --- | --- |\n' +
  '| Adults | €8 | €10.50 |\n| Children (4 to 15) | €5 | €6 |\n| Family (2 adults and 2 children) | €22 | €28 |\n';
const SENIORS = `${ENTRY.replace('Adults', 'Adults (16 and over)')}| Seniors (65 and over) | €6 | €7 |\n`;
const BIKES =
  '## Bikes\n\n| Bike | Adults | Under 12 |\n| --- | --- | --- |\n| City bike | €18 | €9 |\n| Tandem | €30 | – |\n';
const LESSONS =
  '## Lessons\n\n| Lesson | 1 hour | 5 hours |\n| --- | --- | --- |\n' +
  '| Surfing | $40 | $180 |\n| Sailing | $55 | $250 |\n';
const SALON =
  '# Salon\n\n## Cutting\n\n### Fringe\n\n£8\n\n### Beard trim\n\n£15. 20 minutes.\n\n### Long hair\n\n£54\n';
const GROUPS =
  '## Groups\n\n| Group | Age | Day |\n| --- | --- | --- |\n' +
  '| Mouse group | 2 to 3 | Monday |\n| Foxes | 4 to 6 | Friday |\n';

const SEATS =
  '## Seats\n\n| | Stalls | Balcony |\n| --- | --- | --- |\n' +
  '| Adults | £9 | £10 |\n| Under 16 | £6 | £7 |\n| Over 60 | £7 | £8 |\n';
const STAGES =
  '## Lessons\n\n| Lesson | Price |\n| --- | --- |\n| Adults | £9 |\n| 4 to 7 | £5 |\n| 8 to 15 | £7 |\n';

async function answer(question: string, content: string): Promise<string> {
  const { sentences } = sentenceTable([{ document_id: 'd', name: 'Site', content }]);
  const parsedQuestion = readQuestion(question, null, { today: '2026-07-01' });
  const rankedSentences = tableFirst(
    parsedQuestion,
    await rank(parsedQuestion, sentences, { rarity: () => 0.5 }),
  );
  return rankedSentences[0]!.tableText === undefined
    ? ''
    : composeAnswer(rankedSentences, parsedQuestion).text;
}

describe('sums of prices', () => {
  const cases: [question: string, content: string, text: RegExp | ''][] = [
    [
      'what do two adults and a child of five pay in june',
      ENTRY,
      /2 times Adults €10\.50 and .*together €27\.00/,
    ],
    [
      'two adults and three kids in the stalls, what is that',
      SEATS,
      /Stalls: 2 times Adults £9 and 3 times Under 16 £6, together £36/,
    ],
    ['how much for two adults and a child', STAGES, /depends on the age: 4 to 7 £5, 8 to 15 £7/],
    ['2 adults with two kids aged 7 and 9 in may, how much?', ENTRY, /together €33\.00, or Family .* €28/],
    [
      'how much for three adults?',
      ENTRY,
      /October to March: 3 times .* €24\. April to September: .* €31\.50/,
    ],
    ['what do an adult and a baby pay in june?', ENTRY, /Adults €10\.50\. I find no price for a baby/],
    ['how much do a city bike for my wife and one for my 8 year old son cost?', BIKES, /together €27/],
    ['what do two tandems cost for adults', BIKES, /2 times Tandem €30, together €60/],
    ['how much are three hours of surfing', LESSONS, ''],
    ['how much do fringe and beard trim cost together', SALON, /Fringe £8 and Beard trim £15, together £23/],
    ['what do two adults pay for the sauna', ENTRY, ''],
    ['how much more is sailing than surfing for 5 hours', LESSONS, /5 hours: .*a difference of \$70/],
    ['difference between one hour and 5 hours of surfing', LESSONS, /a difference of \$140/],
    [
      'what is the price difference between adults and children in winter',
      ENTRY,
      /October to March: .* of €3/,
    ],
    ['how much cheaper is a fringe than long hair', SALON, /a difference of £46/],
    ['how much more is a tandem than a boat', BIKES, ''],
    ['my daughter is 5, which group is for her', GROUPS, /Foxes: Age 4 to 6/],
    [
      'i am 70, what does it cost me in may',
      SENIORS,
      /^Entry, Seniors \(65 and over\): April to September €7\.$/,
    ],
    ['my son is 3, which group can he join', GROUPS, /Mouse group: Age 2 to 3/],
    ['what is a surfing lesson for one hour', LESSONS, /Surfing: 1 hour \$40/],
  ];
  for (const [question, content, text] of cases)
    test(question, async () => {
      const reply = await answer(question, content);
      if (text === '') assert.doesNotMatch(reply, /together|difference/);
      else assert.match(reply, text);
    });
});

describe('people and ages', () => {
  const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

  test('every count, kind and age is read in digits and in words', () => {
    for (const [index, word] of NUMBERS.entries())
      for (const count of [word, String(index + 1)])
        for (const age of [3, 12, 70])
          for (const [noun, kind] of [
            ['children', 'child'],
            ['adults', 'adult'],
            ['seniors', 'senior'],
          ] as const)
            for (const ageText of [`aged ${age}`, `who are ${age}`, `of ${age}`])
              assert.deepEqual(peopleIn(`what do ${count} ${noun} ${ageText} pay`).persons, [
                { count: index + 1, kind, age: 12 * age },
              ]);
  });

  test('numbers of other things are not people', () => {
    for (const question of [
      'we are 12 people',
      'my table for 8',
      'valid for 6 months',
      'a child seat please',
      'is it 5 minutes from the station',
    ])
      assert.deepEqual(peopleIn(question).persons, [], question);
  });

  test('a range contains only its values, in every notation', () => {
    for (let firstPrice = 1; firstPrice < 18; firstPrice += 1)
      for (let lastPrice = firstPrice + 1; lastPrice < 20; lastPrice += 3) {
        const range = { from: 12 * firstPrice, to: 12 * lastPrice + 11 };
        for (const text of [
          `${firstPrice} to ${lastPrice} years`,
          `Children (${firstPrice}–${lastPrice})`,
          `ages ${firstPrice}-${lastPrice}`,
        ])
          assert.deepEqual(ageRange(text), range, text);
        assert.deepEqual(ageRange(`under ${lastPrice} years`), { from: 0, to: 12 * lastPrice - 1 });
        assert.deepEqual(ageRange(`Adults (${firstPrice} and over)`), {
          from: 12 * firstPrice,
          to: Infinity,
        });
        assert.equal(ageRange(`${firstPrice} to ${lastPrice}`), null);
      }
    assert.deepEqual(ageRange('6 to 23 months'), { from: 6, to: 23 });
    assert.equal(ageRange('Family (2 adults and 3 children)'), null);
  });
});

describe('amounts of money', () => {
  test('are spoken as they were read', () => {
    for (let value = 0; value < 2_000_000; value += 7_919)
      for (const [previousLine, nextLine] of [
        ['€', ''],
        ['', ' euros'],
      ] as const) {
        const amount = { value, before: previousLine, after: nextLine, hasCents: true, per: '' };
        const text = amountText(value, [amount])!;
        assert.equal(amountOf(text)?.value, value, text);
      }
  });

  test('need a single price, and two currencies have no sum', () => {
    for (const text of ['from £10', '€10–12', '2 hours', '', 'closed', '9:00'])
      assert.equal(amountOf(text), null);
    assert.equal(amountText(3, [amountOf('€1')!, amountOf('£2')!]), null);
  });

  test('of a column are compared only with numbers of the same unit', () => {
    assert.equal(quantityFits('3 days', 'how much is it for three days'), 1);
    assert.equal(quantityFits('1 day', 'how much is it for a day'), 1);
    assert.equal(quantityFits('6 days', 'how much is it for a day'), -1);
    assert.equal(quantityFits('3 days', 'how much is it for 3 hours'), 0);
  });
});
