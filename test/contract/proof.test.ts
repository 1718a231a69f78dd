/** A line of the specification counts as proven only if a test that names it ran and passed. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { claimsOf, RULES, type Claim } from '../../scripts/claims.ts';
import { judge, prove, skippedEverywhere, unclaimedRules, type ReportedTest } from '../../scripts/proof.ts';
import { SKIP_REASONS } from '../surroundings.ts';

const file = 'service/a.test.ts';
/** Claims of one test for each rule; the first of these tests runs once for each row of a table. */
const claims: Claim[] = [...RULES.keys()].map((rule, index) => ({
  rule,
  file,
  title: index === 0 ? '${row.name} is 401' : `proves ${rule}`,
}));
const passedTests: ReportedTest[] = [
  'pals is 401',
  'faces is 401',
  ...claims.slice(1).map(({ title }) => title),
].map((name) => ({ file, name, status: 'passed' }));
const ignoreOutput = () => undefined;

test('a run in which all tests passed proves all rules, and counts the tests of a template title', () => {
  const { proofs, faults } = prove(passedTests, claims);
  assert.deepEqual(faults, []);
  assert.deepEqual(
    proofs.map(({ tests }) => tests),
    claims.map((_, index) => (index === 0 ? 2 : 1)),
  );
  assert.equal(judge(passedTests, claims, ignoreOutput), 0);
});

test('a rule whose test failed, was skipped or is missing is not proven', () => {
  const [lastTest, ...otherTests] = passedTests.slice(1).toReversed();
  for (const [status, word] of [
    ['failed', /failed/],
    ['skipped', /was skipped/],
    [null, /did not run/],
  ] as const) {
    const { faults, proofs } = prove(
      [...otherTests, passedTests[0]!, ...(status ? [{ ...lastTest!, status }] : [])],
      claims,
    );
    assert.equal(faults.length, 1);
    assert.match(faults[0]!, word);
    assert.equal(proofs.length, claims.length - 1);
  }
});

test('one failed row leaves its rule unproven, whatever the other rows did', () => {
  const { faults } = prove([{ ...passedTests[0]!, status: 'failed' }, ...passedTests.slice(1)], claims);
  assert.deepEqual(faults, [`${claims[0]!.rule}: "${claims[0]!.title}" failed (${file})`]);
});

test('a rule without a test is an error', () => {
  assert.deepEqual(unclaimedRules(claims), []);
  const faults = unclaimedRules(claims.slice(1));
  assert.equal(faults.length, 1);
  assert.match(faults[0]!, /no test says/);
});

test('a claim whose test needs a missing program is unprovable here, and no error', () => {
  const otherTests = passedTests.slice(1, -1);
  const lastClaim = claims.at(-1)!;
  const test: ReportedTest = {
    file,
    name: lastClaim.title,
    status: 'skipped',
    reason: SKIP_REASONS.postgres,
  };
  const suite: ReportedTest = { ...test, name: 'two processes', isSuite: true };
  for (const skippedTest of [test, suite]) {
    const { faults, unprovable, proofs } = prove([passedTests[0]!, ...otherTests, skippedTest], claims);
    assert.deepEqual(faults, []);
    assert.equal(proofs.length, claims.length - 1);
    assert.equal(unprovable.length, 1);
    assert.ok(unprovable[0]!.includes(SKIP_REASONS.postgres), unprovable[0]);
    assert.equal(judge([passedTests[0]!, ...otherTests, skippedTest], claims, ignoreOutput), 0);
  }
  for (const skippedTest of [test, suite]) {
    const { faults } = prove([passedTests[0]!, ...otherTests, { ...skippedTest, reason: 'later' }], claims);
    assert.equal(faults.length, 1);
  }
});

test('a test claims a rule by the comment directly above it, for any form of title', () => {
  // The source is assembled from parts; otherwise this file would claim the lines itself.
  const slashes = '//';
  const source = `
${slashes} Why it matters.
${slashes} Proves resources-1, wcag-1.4.3,
${slashes} states-2.
test('one ' +
  "isn't two", () => {});
  for (const row of rows)
    ${slashes} Proves states-3.
    it(\`shows \${row.name}\`, () => {});
`;
  assert.deepEqual(claimsOf(file, source), [
    { rule: 'resources-1', file, title: "one isn't two" },
    { rule: 'wcag-1.4.3', file, title: "one isn't two" },
    { rule: 'states-2', file, title: "one isn't two" },
    { rule: 'states-3', file, title: 'shows ${row.name}' },
  ]);
  assert.throws(
    () => claimsOf(file, `${slashes} Proves states-3.\n\nconst nothing = 1;\n`),
    /directly above a test/,
  );
});

test('a test that one step skips and another runs is not skipped; an unknown reason to skip is an error', () => {
  const testRun = { file: 'a.test.ts', name: 'one' };
  const skippedTest: ReportedTest = {
    ...testRun,
    status: 'skipped',
    reason: SKIP_REASONS.postgres,
  };
  assert.deepEqual(skippedEverywhere([skippedTest, { ...testRun, status: 'passed' }]), []);
  assert.equal(judge([...passedTests, skippedTest], claims, ignoreOutput), 0);
  assert.equal(judge([...passedTests, { ...skippedTest, reason: 'later' }], claims, ignoreOutput), 1);
});

test('a suite that one step skips and another runs is not skipped', () => {
  const suite: ReportedTest = { file, name: 'two processes', status: 'skipped', isSuite: true };
  assert.deepEqual(skippedEverywhere([suite]), [suite]);
  assert.deepEqual(skippedEverywhere([suite, { ...suite, status: 'passed' }]), []);
});

test('each reason to skip a test comes from the table that the judge reads', () => {
  const files = fs
    .readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('proof.test'));
  for (const name of files) {
    const source = fs.readFileSync(path.join('test', name), 'utf8');
    for (const [option] of source.matchAll(/\bskip: [^}]*|context\.skip\([^)]*\)/g))
      assert.match(option, /unless\(|needsPostgres|needsEmbeddedDatabase|SKIP_REASONS/, `${name}: ${option}`);
  }
});
