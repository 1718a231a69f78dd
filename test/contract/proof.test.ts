/** A rule counts as proven by a test that ran and passed, and by nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, skippedEverywhere, unproven, type Reported } from '../../scripts/proof.ts';
import { CRITERIA } from '../accessibility.ts';
import { CONFORMANCE } from '../conformance.ts';

/** A run in which everything that is named has passed. */
const passed: Reported[] = [...CONFORMANCE, ...CRITERIA].flatMap(({ tests }) =>
  tests.map(({ file, name }) => ({
    file,
    name: name.replace(/\$\{[^}]*\}/g, 'x'),
    status: 'passed' as const,
  })),
);

test('a run in which all passed proves all', () => {
  assert.deepEqual(unproven(passed), []);
  assert.equal(
    judge(passed, () => {}),
    0,
  );
});

test('a rule whose test failed, was skipped or is gone is not proven', () => {
  const { file, name } = passed[0]!;
  const others = passed.filter((one) => one.file !== file || one.name !== name);
  for (const [status, word] of [
    ['failed', /failed/],
    ['skipped', /was skipped/],
    [null, /did not run/],
  ] as const) {
    const open = unproven(status ? [...others, { file, name, status }] : others);
    assert.ok(open.length > 0, String(status));
    assert.match(open[0]!, word);
  }
});

test('a test that one step skips and another runs is not skipped; a skip for no known reason is a fault', () => {
  const one = { file: 'a.test.ts', name: 'one' };
  const skipped: Reported = {
    ...one,
    status: 'skipped',
    reason: 'needs a PostgreSQL server (TEST_DATABASE_URL)',
  };
  assert.deepEqual(skippedEverywhere([skipped, { ...one, status: 'passed' }]), []);
  assert.equal(
    judge([...passed, skipped], () => {}),
    0,
  );
  assert.equal(
    judge([...passed, { ...skipped, reason: 'later' }], () => {}),
    1,
  );
});
