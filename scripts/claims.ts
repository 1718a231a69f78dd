/**
 * The rules that tests prove, and the tests that claim to prove them: lines of the specification
 * (test/conformance.ts) and WCAG criteria (test/accessibility.ts).
 */
import fs from 'node:fs';
import path from 'node:path';
import { CRITERIA } from '../test/accessibility.ts';
import { CONFORMANCE } from '../test/conformance.ts';

/** The text of each rule by id. */
export const RULES: ReadonlyMap<string, string> = new Map([
  ...Object.values(CONFORMANCE).flatMap((lines) => Object.entries(lines)),
  ...CRITERIA.filter((criterion) => 'how' in criterion).map(({ number, title }): [string, string] => [
    `wcag-${number}`,
    `WCAG ${number} ${title}`,
  ]),
]);

/** A test's claim to prove a rule. */
export interface Claim {
  rule: string;
  /** Path relative to `test/`. */
  file: string;
  /** The title in the source; placeholders of a template are kept. */
  title: string;
}

/** Matches a string literal in a source; a long text consists of several literals. */
const LITERAL = String.raw`(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\`(?:\\.|[^\`\\])*\`)`;
const PROVING = /^ *\/\/ Proves /gm;
/** Matches a "Proves" comment, possibly with several lines, and the title of the test below it. */
const CLAIM = new RegExp(
  String.raw`^ *// Proves (.*(?:\n *//.*)*)\n\s*(?:test|it|inChromium)\(\s*(${LITERAL}(?:\s*\+\s*${LITERAL})*)`,
  'gm',
);
const RULE = /[a-z]+-\d+(?:\.\d+)*/g;

function unquote(literals: string): string {
  return [...literals.matchAll(new RegExp(LITERAL, 'g'))]
    .map(([literal]) =>
      literal
        .slice(1, -1)
        .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
        .replace(/\\(.)/g, '$1'),
    )
    .join('');
}

/** Reads the claims of a file's tests. Throws if such a comment is not above a test. */
export function claimsOf(file: string, source: string): Claim[] {
  const matches = [...source.matchAll(CLAIM)];
  if (matches.length !== [...source.matchAll(PROVING)].length)
    throw new Error(`${file}: a comment "Proves …" stands directly above a test with a title of its own.`);
  return matches.flatMap(([, rules = '', title = '']) =>
    (rules.match(RULE) ?? []).map((rule) => ({ rule, file, title: unquote(title) })),
  );
}

/** Reads the claims of all tests, sorted by file. */
export function claims(): Claim[] {
  return fs
    .readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => name.split(path.sep).join('/'))
    .sort()
    .flatMap((file) => claimsOf(file, fs.readFileSync(path.join('test', file), 'utf8')));
}
