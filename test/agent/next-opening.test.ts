/** The time of the next opening is computed from opening hours, holidays and changes of the clock. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextOpening } from '../../src/agent/facts/opening-hours.ts';
import type { OpeningHours } from '../../src/contract/pal-facts.ts';

const VIENNA = 'Europe/Vienna';
const week: OpeningHours = {
  regular: [
    { days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], opens: '09:00', closes: '12:00' },
    { days: ['friday'], opens: '22:00', closes: '02:00' },
  ],
  holidays: [{ from: '2026-12-24', to: '2026-12-31', hours: [] }],
};

const MOMENTS: [from: string, opens: string | null][] = [
  ['2026-08-03T06:00:00Z', '2026-08-03T07:00:00.000Z'],
  ['2026-08-03T07:00:00Z', null],
  ['2026-08-03T10:00:00Z', '2026-08-04T07:00:00.000Z'],
  // Friday's opening hours last until Saturday.
  ['2026-08-07T23:00:00Z', null],
  ['2026-08-08T00:00:00Z', '2026-08-10T07:00:00.000Z'],
  // Winter time began on the Sunday in between.
  ['2026-10-24T12:00:00Z', '2026-10-26T08:00:00.000Z'],
  ['2026-12-23T20:00:00Z', '2027-01-01T08:00:00.000Z'],
];
for (const [moment, opens] of MOMENTS)
  test(`at ${moment} the next opening is ${opens ?? 'now'}`, () => {
    const next = nextOpening(week, Date.parse(moment), VIENNA);
    assert.equal(next === null ? null : new Date(next).toISOString(), opens);
  });

test('a time that a clock change skips opens after it', () => {
  const hours = { regular: [{ days: ['sunday' as const], opens: '02:30', closes: '05:00' }], holidays: [] };
  const next = nextOpening(hours, Date.parse('2026-03-28T12:00:00Z'), VIENNA);
  assert.equal(new Date(next!).toISOString(), '2026-03-29T01:30:00.000Z');
});

test('hours without a day never open, which is computed within 50 ms at the bounds', () => {
  const holidays = Array.from({ length: 100 }, () => ({ from: '2026-01-01', to: '2029-01-01', hours: [] }));
  const regular = Array.from({ length: 50 }, () => week.regular[0]!);
  const startedAt = performance.now();
  assert.equal(nextOpening({ regular, holidays }, Date.parse('2026-08-03T06:00:00Z'), VIENNA), null);
  assert.ok(performance.now() - startedAt < 50);
});
