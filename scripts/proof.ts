/**
 * Judges a run of the tests: skipped tests and their reasons, and the proof of each line of the specification and
 * each criterion of WCAG.
 */
import fs from 'node:fs';
import path from 'node:path';
import { SKIP_REASONS } from '../test/surroundings.ts';
import { RULES, type Claim } from './claims.ts';

/** The result of a test, from `scripts/test-report.js` or the web test runner. */
export interface ReportedTest {
  /** Path relative to `test/`. */
  file: string;
  name: string;
  status: 'passed' | 'failed' | 'skipped';
  /** The reason why the test was skipped or failed. */
  reason?: string;
  /** True for a suite; Node reports a skipped suite without its tests. */
  isSuite?: boolean;
}

/** Folder for reports of the steps, which are written during the run. */
export const REPORTS = path.join('.cache', 'reports');

/** Accepted reasons for skipping a test; a skip for any other reason fails the run. */
const ACCEPTED_REASONS: ReadonlySet<string> = new Set(Object.values(SKIP_REASONS));

const isAccepted = ({ reason }: ReportedTest) => reason !== undefined && ACCEPTED_REASONS.has(reason);

export function readReports(): ReportedTest[] {
  if (!fs.existsSync(REPORTS)) return [];
  return fs.readdirSync(REPORTS).flatMap((name) =>
    fs
      .readFileSync(path.join(REPORTS, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as ReportedTest),
  );
}

/** Returns a pattern for the titles of executed tests, from a title in the source with placeholders. */
function titlePattern(title: string): RegExp {
  const escapedTitle = title
    .split(/\$\{[^}]*\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${escapedTitle}$`, 's');
}

/** A claim that was confirmed in a run. */
interface Proof extends Claim {
  /** Number of passed tests with this title; several if it has placeholders. */
  tests: number;
}

interface Judgement {
  proofs: Proof[];
  faults: string[];
  /** Claims whose tests need programs that this machine lacks, with the reasons. */
  unprovable: string[];
}

/** Judges each claim by its tests: how many with its title passed, and how the others ended. */
export function prove(reports: readonly ReportedTest[], claims: readonly Claim[]): Judgement {
  const byFile = new Map<string, ReportedTest[]>();
  for (const report of reports) {
    const group = byFile.get(report.file);
    if (group) group.push(report);
    else byFile.set(report.file, [report]);
  }
  const judgement: Judgement = { proofs: [], faults: [], unprovable: [] };
  for (const claim of claims) judgeClaim(claim, byFile.get(claim.file) ?? [], judgement);
  return judgement;
}

/** Adds one claim to the judgement, from the reports of its file. */
function judgeClaim(claim: Claim, reports: readonly ReportedTest[], judgement: Judgement): void {
  const title = titlePattern(claim.title);
  const matchingTests = reports.filter(({ name, isSuite }) => !isSuite && title.test(name));
  const passedNames = new Set(
    matchingTests.filter(({ status }) => status === 'passed').map(({ name }) => name),
  );
  const failed = matchingTests.some(({ status }) => status === 'failed');
  if (!failed && passedNames.size > 0) {
    judgement.proofs.push({ ...claim, tests: passedNames.size });
    return;
  }
  const { rule, file } = claim;
  const skippedTests =
    matchingTests.length > 0
      ? matchingTests
      : reports.filter(({ isSuite, status }) => isSuite && status === 'skipped');
  const skipReason = failed ? undefined : skippedTests.find(isAccepted)?.reason;
  if (skipReason) {
    judgement.unprovable.push(`${rule}: "${claim.title}" ${skipReason} (${file})`);
    return;
  }
  const outcome = failed ? 'failed' : matchingTests.length > 0 ? 'was skipped' : 'did not run';
  judgement.faults.push(`${rule}: "${claim.title}" ${outcome} (${file})`);
}

/** Returns the rules that no test claims to prove. */
export function unclaimedRules(claims: readonly Claim[]): string[] {
  const rules = new Set(claims.map(({ rule }) => rule));
  return [...RULES]
    .filter(([rule]) => !rules.has(rule))
    .map(([rule, lineText]) => `${rule}: no test says that it proves it (${lineText})`);
}

/** Returns the tests that every step skipped, without duplicates. */
export function skippedEverywhere(reports: readonly ReportedTest[]): ReportedTest[] {
  const ranNames = new Set(
    reports.filter(({ status }) => status !== 'skipped').map(({ file, name }) => `${file} ${name}`),
  );
  const reportedNames = new Set<string>();
  return reports.filter(({ status, file, name }) => {
    const key = `${file} ${name}`;
    if (status !== 'skipped' || ranNames.has(key) || reportedNames.has(key)) return false;
    reportedNames.add(key);
    return true;
  });
}

/** Prints skipped tests and unproven claims; returns the number of faults among them. */
export function judge(
  reports: readonly ReportedTest[],
  claims: readonly Claim[],
  write: (text: string) => void,
): number {
  const skippedTests = skippedEverywhere(reports);
  if (skippedTests.length > 0) write(`\n${skippedTests.length} skipped:\n`);
  for (const { file, name, reason } of skippedTests) write(`  ${file}: ${name} (${reason ?? 'no reason'})\n`);
  const unexpectedSkips = skippedTests.filter((skippedTest) => !isAccepted(skippedTest));
  if (unexpectedSkips.length > 0)
    write(`${unexpectedSkips.length} of them for a reason that test/surroundings.ts lacks\n`);
  const { proofs, faults, unprovable } = prove(reports, claims);
  writeList(write, `${unprovable.length} claims cannot be proven on this machine:`, unprovable);
  writeList(write, `${faults.length} claims are not proven by this run:`, faults);
  if (faults.length === 0) {
    const rules = new Set(proofs.map(({ rule }) => rule));
    write(
      `\nproven by this run: ${rules.size} of ${RULES.size} lines of the specification and criteria of WCAG\n`,
    );
  }
  return unexpectedSkips.length + faults.length;
}

function writeList(write: (text: string) => void, title: string, lines: readonly string[]): void {
  if (lines.length > 0) write(`\n${title}\n${lines.map((line) => `  ${line}\n`).join('')}`);
}
