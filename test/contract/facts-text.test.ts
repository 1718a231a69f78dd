/** Hours, holidays and prices are parsed from the text that an owner types, and formatted in the same notation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holidaysOf, holidaysText, hoursOf, type Holiday } from '../../src/contract/hours-text.ts';
import { pricesOf, pricesText } from '../../src/contract/prices-text.ts';

const NOON = [{ opens: '09:00', closes: '12:00' }];

test('hours of a day', () => {
  assert.deepEqual(hoursOf('9-12, 14:00 – 18:30'), [...NOON, { opens: '14:00', closes: '18:30' }]);
  assert.deepEqual(hoursOf(' '), []);
  assert.equal(hoursOf('nine to five'), null);
});

for (const [line, holiday] of [
  ['2026-12-25', { from: '2026-12-25', hours: [] }],
  ['2026-12-25 Christmas Day', { from: '2026-12-25', name: 'Christmas Day', hours: [] }],
  ['2026-12-31: 09:00-12:00', { from: '2026-12-31', hours: NOON }],
  [
    "2026-12-30 – 2026-12-31 New Year's Eve: 09:00-12:00",
    { from: '2026-12-30', to: '2026-12-31', name: "New Year's Eve", hours: NOON },
  ],
  ['2026-12-24 Closed: Christmas', { from: '2026-12-24', name: 'Closed: Christmas', hours: [] }],
  ['2026-12-24 Eve: Noon: 09:00-12:00', { from: '2026-12-24', name: 'Eve: Noon', hours: NOON }],
  ['2026-12-24 Film: 9-12:', { from: '2026-12-24', name: 'Film: 9-12', hours: [] }],
  ['2026-12-24 Year 7: 09:00-12:00', { from: '2026-12-24', name: 'Year 7', hours: NOON }],
  ['2026-12-24 At 10:00: 09:00-12:00', { from: '2026-12-24', name: 'At 10:00', hours: NOON }],
  ['2026-12-24 Party::', { from: '2026-12-24', name: 'Party:', hours: [] }],
] satisfies [string, Holiday][])
  test(`the holiday "${line}"`, () => {
    assert.deepEqual(holidaysOf(`\n${line}\n`), [holiday]);
    assert.equal(holidaysText([holiday]), line);
  });

for (const line of ['Christmas', '25.12.2026', '2026-12-31: until noon', '2026-12-25 Eve: 9 to 12'])
  test(`"${line}" is no holiday`, () => assert.equal(holidaysOf(`2026-12-24\n${line}`), null));

test('prices', () => {
  const prices = [
    { name: 'Day ticket', price: '€ 12.50' },
    { name: 'From', price: '9:00: € 8' },
  ];
  assert.deepEqual(pricesOf('Day ticket: € 12.50\n\nFrom: 9:00: € 8'), prices);
  assert.deepEqual(pricesOf(pricesText(prices)), prices);
  for (const invalid of ['Day ticket', ': 12', 'Day ticket:']) assert.equal(pricesOf(invalid), null);
});
