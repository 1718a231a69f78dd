import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundedInterval, retryAfter } from '../../src/runtime/outside-interval.ts';

const YEAR = 365 * 86_400_000;
const ROWS: readonly (readonly [named: unknown, milliseconds: number])[] = [
  [3600, 3_600_000],
  ['3600', 3_600_000],
  [0, 60_000],
  [-5, 60_000],
  [1e300, YEAR],
  [Infinity, YEAR],
  [NaN, 60_000],
  ['soon', 60_000],
  [undefined, 60_000],
  [null, 60_000],
  [{}, 60_000],
];
for (const [interval, milliseconds] of ROWS)
  test(`${String(interval)} seconds are ${milliseconds} ms`, () => {
    assert.equal(boundedInterval(interval), milliseconds);
  });

const NOW = Date.UTC(2026, 0, 1);
const HEADERS: readonly (readonly [header: string | null, milliseconds: number | null])[] = [
  ['2', 2000],
  [' 0.5 ', 500],
  ['0', 0],
  ['9'.repeat(400), YEAR],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Thursday, 01-Jan-26 00:00:30 GMT', 30_000],
  ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', YEAR],
  ['-5', null],
  ['1e308', null],
  ['0x10', null],
  ['Infinity', null],
  ['soon', null],
  ['', null],
  ['Thu, 99 Foo 2026', null],
  [null, null],
];
for (const [header, milliseconds] of HEADERS)
  test(`Retry-After: ${String(header).slice(0, 40)} is ${milliseconds} ms`, () => {
    assert.equal(retryAfter(header, NOW), milliseconds);
  });
