/**
 * After all steps of `npm test`: what was skipped and why, and whether every rule of docs/conformance.md and
 * every criterion of docs/accessibility.md was proven by a test that ran and passed.
 */
import fs from 'node:fs';
import path from 'node:path';
import { CRITERIA } from '../test/accessibility.ts';
import { CONFORMANCE } from '../test/conformance.ts';

/** A test as it ran, by `scripts/test-report.js` or the web test runner. */
export interface Reported {
  /** Below `test/`. */
  file: string;
  name: string;
  status: 'passed' | 'failed' | 'skipped';
  /** Why it was skipped, or failed. */
  reason?: string;
}

/** Reports of the steps, made by the run. */
export const REPORTS = path.join('.cache', 'reports');

/** Why a test may be skipped; any other reason fails the run. */
const EXPECTED = [
  /^needs (a )?PostgreSQL/,
  /^needs (Firefox|WebKit|coturn|curl)\b/,
  // The other two run on other days, and all of them with NODES=all.
  /^another Node has its turn today$/,
  /^needs what only Chromium can be told$/,
  /^needs Linux on x64$/,
  /^needs the npm registry$/,
  /^needs (nginx|caddy|systemd-analyze) to read its own file$/,
  /^the data folder is the embedded database's$/,
  // Installed by an operator's own command only: a library that is GPL as a whole.
  /sherpa/,
];

export function readReports(): Reported[] {
  if (!fs.existsSync(REPORTS)) return [];
  return fs.readdirSync(REPORTS).flatMap((name) =>
    fs
      .readFileSync(path.join(REPORTS, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Reported),
  );
}

/** A title as its source has it, with its holes, against one as it ran. */
function titled(part: string): RegExp {
  const escaped = part
    .split(/\$\{[^}]*\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(escaped, 's');
}

export function unproven(reports: readonly Reported[]): string[] {
  const byFile = new Map<string, Reported[]>();
  for (const one of reports) {
    const known = byFile.get(one.file);
    if (known) known.push(one);
    else byFile.set(one.file, [one]);
  }
  const claims = [
    ...CONFORMANCE.map(({ id, line, tests }) => ({ rule: `${id}: ${line}`, tests })),
    ...CRITERIA.map(({ number, title, tests }) => ({ rule: `WCAG ${number} ${title}`, tests })),
  ];
  return claims.flatMap(({ rule, tests }) =>
    tests.flatMap(({ file, name }) => {
      const title = titled(name);
      const ran = (byFile.get(file) ?? []).filter((one) => title.test(one.name));
      if (ran.some(({ status }) => status === 'failed')) return [`${rule}: "${name}" failed (${file})`];
      if (ran.some(({ status }) => status === 'passed')) return [];
      return [`${rule}: "${name}" ${ran.length > 0 ? 'was skipped' : 'did not run'} (${file})`];
    }),
  );
}

/** Tests that no step ran, by file, title and reason. */
export function skippedEverywhere(reports: readonly Reported[]): Reported[] {
  const ran = new Set(
    reports.filter(({ status }) => status !== 'skipped').map(({ file, name }) => `${file} ${name}`),
  );
  const seen = new Set<string>();
  return reports.filter(({ status, file, name }) => {
    const key = `${file} ${name}`;
    if (status !== 'skipped' || ran.has(key) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Criteria that apply to the elements. */
const MET = CRITERIA.filter(({ applies }) => applies).length;

/** Prints what was skipped and what is not proven; answers how many of these are faults. */
export function judge(reports: readonly Reported[], write: (text: string) => void): number {
  const skipped = skippedEverywhere(reports);
  if (skipped.length > 0) write(`\n${skipped.length} skipped:\n`);
  for (const { file, name, reason } of skipped) write(`  ${file}: ${name} (${reason ?? 'no reason'})\n`);
  const unexpected = skipped.filter(({ reason }) => !EXPECTED.some((one) => one.test(reason ?? '')));
  if (unexpected.length > 0) write(`${unexpected.length} of them for no reason that is known here\n`);
  const open = unproven(reports);
  if (open.length > 0) write(`\n${open.length} rules are not proven by this run:\n`);
  else
    write(
      `\nproven by this run: ${CONFORMANCE.length} lines of the specification, ${MET} of WCAG's criteria\n`,
    );
  for (const one of open) write(`  ${one}\n`);
  return unexpected.length + open.length;
}
