/** Tests that run only on some days: each exists and runs regularly, and none proves a line of the specification. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { claimsOf } from '../../scripts/claims.ts';
import { isInTurn, isLong, isSlow, LONG_TESTS, SLOW_TESTS } from '../../scripts/slow-tests.ts';
import { core, rest } from '../../scripts/test-steps.ts';

const EMBEDDED = { name: 'embedded' } as const;
const POSTGRES = { name: 'PostgreSQL', url: 'postgres://127.0.0.1/tests' } as const;
const filesOf = (stages: ReturnType<typeof core>) => stages.flat(2).flatMap(({ files }) => files ?? []);

for (const file of SLOW_TESTS)
  test(`${file} exists and proves no line of the specification`, () => {
    assert.deepEqual(claimsOf(file, fs.readFileSync(path.join('test', file), 'utf8')), []);
  });

test('a slow test is not in the core and takes turns in the rest, whichever database comes first', () => {
  for (const [firstTest, secondTest] of [
    [EMBEDDED, POSTGRES],
    [POSTGRES, EMBEDDED],
  ] as const) {
    const allEntries = [...filesOf(core(firstTest)), ...filesOf(rest(secondTest))];
    for (const slowTest of SLOW_TESTS.map((file) => path.join('test', file)))
      assert.equal(allEntries.includes(slowTest), isInTurn(slowTest), `${slowTest} after ${firstTest.name}`);
  }
  assert.deepEqual(filesOf(core(EMBEDDED)).filter(isSlow), []);
});

test('the core omits the long tests, and the rest runs each, whichever database comes first', () => {
  for (const [firstTest, secondTest] of [
    [EMBEDDED, POSTGRES],
    [POSTGRES, EMBEDDED],
  ] as const) {
    assert.deepEqual(filesOf(core(firstTest)).filter(isLong), []);
    const remainingFiles = filesOf(rest(secondTest));
    for (const file of LONG_TESTS.map((name) => path.join('test', name)))
      assert.ok(remainingFiles.includes(file), `${file} after ${firstTest.name}`);
  }
});

test('a fifth of the slow tests runs on each day', () => {
  const today = SLOW_TESTS.filter((file) => isInTurn(path.join('test', file)));
  assert.ok(Math.abs(today.length - SLOW_TESTS.length / 5) < 1);
});
