/** Prices in an owner's facts are added and compared. If a price is missing, no sum is spoken. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PalFacts } from '../../src/contract/pal-facts.ts';
import { FactAnswers } from '../../src/agent/facts/fact-answers.ts';
import { ManualClock } from '../../src/runtime/clock.ts';

const WEDNESDAY = Date.parse('2026-01-14T10:00:00Z');
const POOL = {
  Adult: '€9',
  'Child (4 to 15)': '€5.50',
  'Under 4': 'free',
  'Senior (65 and over)': '€7',
  'Family (2 adults and 2 children)': '€25',
  'Towel hire': '€3',
  'Locker deposit': 'from €2',
};
const HIRE = {
  'City bike': '€15 a day',
  'Electric bike': '€28 a day',
  Tandem: '€160 a week',
  Helmet: '€4',
};

function answerTo(
  question: string,
  prices: Record<string, string>,
  ...previousLines: string[]
): string | null {
  const facts = PalFacts.parse({
    prices: Object.entries(prices).map(([name, price]) => ({ name, price })),
  });
  const answers = new FactAnswers(facts, { clock: new ManualClock(WEDNESDAY), zone: 'Europe/Vienna' });
  return answers.answer(question, 'en-GB', previousLines)?.text ?? null;
}

function assertAnswers(
  prices: Record<string, string>,
  cases: readonly [question: string, text: string | null][],
) {
  for (const [question, text] of cases)
    test(`${question} → ${text ?? 'the documents'}`, () => assert.equal(answerTo(question, prices), text));
}

describe('prices for a group of people', () =>
  assertAnswers(POOL, [
    [
      'What do two adults and a child of five pay?',
      '2 times Adult €9 and Child (4 to 15) €5.50, together €23.50.',
    ],
    [
      'how much is it for 2 adults and 2 kids aged 7 and 9',
      '2 times Adult €9 and 2 times Child (4 to 15) €5.50, together €29.00, or Family (2 adults and 2 children) €25.',
    ],
    ['How much would an adult and a 3 year old be?', 'Adult €9 and Under 4 free, together €9.'],
    ['How much for my 70 year old mother?', 'Senior (65 and over): €7.'],
    ['How much for my 7 year old?', 'Child (4 to 15): €5.50.'],
    ['What do two adults and a student pay?', 'Adult €9. I find no price for a student.'],
    ['What does a student pay?', null],
    ['What do two adults pay for the sauna?', null],
    ['How much is parking for two adults?', null],
  ]));

describe('prices of things', () =>
  assertAnswers(HIRE, [
    ['How much are two helmets?', '2 times Helmet €4, together €8.'],
    ['How much are two city bikes?', '2 times City bike €15 a day, together €30 a day.'],
    ['How much is a 2 helmet set?', null],
    ['How much are a city bike and a tandem together?', 'City bike: €15 a day; Tandem: €160 a week.'],
    ['How much are a city bike and a helmet?', 'City bike: €15 a day; Helmet: €4.'],
    ['How much are a city bike and a canoe?', null],
  ]));

describe('comparisons of prices', () => {
  assertAnswers(HIRE, [
    [
      'How much more is an electric bike than a city bike?',
      'Electric bike €28 a day, City bike €15 a day, a difference of €13 a day.',
    ],
    ['How much more is a tandem than a city bike?', 'City bike: €15 a day; Tandem: €160 a week.'],
    ['What is your cheapest bike?', 'City bike: €15 a day.'],
    ['What is the most expensive bike you have?', 'Electric bike: €28 a day.'],
    ['What is the most expensive thing to hire?', null],
    ['Which is the cheapest canoe?', null],
    ['What is the cheapest thing?', null],
  ]);
  assertAnswers(POOL, [
    ['What is the cheapest ticket for an adult?', null],
    ['How much cheaper is a child than an adult?', 'Child (4 to 15) €5.50, Adult €9, a difference of €3.50.'],
  ]);
});

test('the day of a price matches the day of the question', () => {
  const prices = { 'Adult (Monday to Friday)': '€9', 'Adult (Saturday and Sunday)': '€12' };
  assert.equal(
    answerTo('What do two adults pay on Sunday?', prices),
    '2 times Adult (Saturday and Sunday) €12, together €24.',
  );
  assert.equal(answerTo('What do two adults pay on Sunday?', { 'Adult (Monday to Friday)': '€9' }), null);
  assert.equal(
    answerTo('What do two adults pay?', prices),
    'Adult (Monday to Friday): €9; Adult (Saturday and Sunday): €12.',
  );
});

test('prices are added for a group of people that was named before', () => {
  assert.equal(
    answerTo('How much is it for all of us?', POOL, 'We are two adults and a boy of six.', 'Hello'),
    '2 times Adult €9 and Child (4 to 15) €5.50, together €23.50.',
  );
  assert.equal(answerTo('How much is it for all of us?', POOL), null);
});

test('a question about another subject is left to the documents', () => {
  assert.equal(answerTo('And how much is it for two adults?', POOL, 'Do you have a sauna?'), null);
  assert.equal(
    answerTo('And how much is it for two adults?', POOL, 'How much is a child?'),
    '2 times Adult €9, together €18.',
  );
});

test('prices in words are not added', () => {
  const prices = { Adult: 'from €9', Child: '€5' };
  assert.equal(answerTo('What do two adults and a child pay?', prices), 'Adult: from €9; Child: €5.');
});

test("every group pays the sum of its members' prices", () => {
  const seniors = { adult: 9, child: 5.5, senior: 7 };
  for (let adults = 0; adults <= 6; adults += 1)
    for (let children = 0; children <= 6; children += 1)
      for (let age = 0; age <= 3; age += 1) {
        if (adults + children + age < 2) continue;
        const party = [
          adults && `${adults} adult${adults > 1 ? 's' : ''}`,
          children && `${children} child${children > 1 ? 'ren' : ''}`,
          age && `${age} senior${age > 1 ? 's' : ''}`,
        ].filter(Boolean);
        const total = adults * seniors.adult + children * seniors.child + age * seniors.senior;
        const text = answerTo(`What do ${party.join(' and ')} pay?`, POOL) ?? '';
        const sum = Number(/together €(\d+(?:\.\d+)?)/.exec(text)?.[1]);
        assert.equal(sum, total, `${party.join(' and ')}: ${text}`);
      }
});
