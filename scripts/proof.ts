/**
 * After all steps of `npm test`: what was skipped and why, whether every line of the specification and every
 * criterion of WCAG was proven by a test that ran and passed, and whether docs/conformance.md and
 * docs/accessibility.md say just that.
 */
import fs from 'node:fs';
import path from 'node:path';
import { claims, RULES, type Claim } from './claims.ts';
import { PROOF_PAGES, type Proof } from './proof-pages.ts';

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

/** What the last whole run proved: `npm run docs` writes its pages from it. */
const PROOFS = path.join('.cache', 'proofs.json');

/** Why a test may be skipped; any other reason fails the run. */
const EXPECTED = [
  /^needs (a )?PostgreSQL/,
  /^needs (Firefox|WebKit|coturn|curl)\b/,
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

/** What a whole run proved; null where there was none here. */
export function readProofs(): Proof[] | null {
  return fs.existsSync(PROOFS) ? (JSON.parse(fs.readFileSync(PROOFS, 'utf8')) as Proof[]) : null;
}

/** A title as its source has it, with its holes, against one as it ran. */
function titled(title: string): RegExp {
  const escaped = title
    .split(/\$\{[^}]*\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${escaped}$`, 's');
}

/** What a run says of each claim: how many tests of that title passed, and how the others ended. */
export function prove(
  reports: readonly Reported[],
  claimed: readonly Claim[],
): { proofs: Proof[]; faults: string[] } {
  const byFile = new Map<string, Reported[]>();
  for (const one of reports) {
    const known = byFile.get(one.file);
    if (known) known.push(one);
    else byFile.set(one.file, [one]);
  }
  const proofs: Proof[] = [];
  const faults: string[] = [];
  for (const claim of claimed) {
    const title = titled(claim.title);
    const ran = (byFile.get(claim.file) ?? []).filter(({ name }) => title.test(name));
    const passed = new Set(ran.filter(({ status }) => status === 'passed').map(({ name }) => name));
    const ended = ran.some(({ status }) => status === 'failed')
      ? 'failed'
      : passed.size === 0 && (ran.length > 0 ? 'was skipped' : 'did not run');
    if (ended) faults.push(`${claim.rule}: "${claim.title}" ${ended} (${claim.file})`);
    else proofs.push({ ...claim, tests: passed.size });
  }
  const proven = new Set(claimed.map(({ rule }) => rule));
  for (const [rule, words] of RULES)
    if (!proven.has(rule)) faults.push(`${rule}: no test says that it proves it (${words})`);
  return { proofs, faults };
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

/** Prints what was skipped and what is not proven; answers how many of these are faults. */
export function judge(
  reports: readonly Reported[],
  claimed: readonly Claim[],
  write: (text: string) => void,
): number {
  const skipped = skippedEverywhere(reports);
  if (skipped.length > 0) write(`\n${skipped.length} skipped:\n`);
  for (const { file, name, reason } of skipped) write(`  ${file}: ${name} (${reason ?? 'no reason'})\n`);
  const unexpected = skipped.filter(({ reason }) => !EXPECTED.some((one) => one.test(reason ?? '')));
  if (unexpected.length > 0) write(`${unexpected.length} of them for no reason that is known here\n`);
  const { faults } = prove(reports, claimed);
  if (faults.length > 0) write(`\n${faults.length} claims are not proven by this run:\n`);
  else write(`\nproven by this run: ${RULES.size} lines of the specification and criteria of WCAG\n`);
  for (const fault of faults) write(`  ${fault}\n`);
  return unexpected.length + faults.length;
}

/** After a whole run that proved all: keeps it for `npm run docs`, and names the pages that say otherwise. */
export function pagesThatDiffer(reports: readonly Reported[]): string[] {
  const { proofs } = prove(reports, claims());
  fs.writeFileSync(PROOFS, JSON.stringify(proofs, null, 1));
  return Object.entries(PROOF_PAGES)
    .filter(([file, page]) => fs.readFileSync(file, 'utf8') !== page(proofs))
    .map(([file]) => `${file} is not what this run proved: \`npm run docs\` writes it from this run`);
}
