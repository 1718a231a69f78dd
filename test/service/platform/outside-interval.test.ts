import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundedInterval } from '../../../src/service/platform/outside-interval.ts';

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
for (const [named, milliseconds] of ROWS)
  test(`${String(named)} seconds are ${milliseconds} ms`, () => {
    assert.equal(boundedInterval(named), milliseconds);
  });
