/** The project's own lint rules refuse inverted comments and participles as names, and let plain ones pass. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Linter } from 'eslint';
import { plainEnglish } from '../../scripts/lint/plain-english.js';

const require = createRequire(new URL('../../scripts/lint/package.json', import.meta.url));
const { parser } = require('typescript-eslint') as { parser: Linter.Parser };

/** Names of the rules that refuse the code, one for each message. */
function refusals(code: string): string[] {
  const config: Linter.Config = {
    files: ['**/*.ts'],
    languageOptions: { parser },
    plugins: { 'plain-english': plainEnglish },
    rules: { 'plain-english/comment-opening': 'error', 'plain-english/noun-names': 'error' },
  };
  const messages = new Linter().verify(code, [config], { filename: 'sample.ts' });
  assert.ok(
    messages.every(({ fatal }) => !fatal),
    messages[0]?.message,
  );
  return messages.map(({ ruleId }) => ruleId!.replace('plain-english/', ''));
}

const INVERTED = [
  '// What a page sent.',
  '/* Who waits. */',
  '/** Whoever waits. */',
  '/**\n * Nobody waits.\n */',
  '// Nothing is left.',
  '// None of them.',
  '// Not before it is there.',
  '//Not now.',
  '/** So many bytes. */',
  'const a = 1; // What it is.',
  'const a = css`:host { /* What it is. */ color: red; }`;',
  '// A sentence.\n\n// What follows.',
];

const PLAIN = [
  '// Notes of a call.',
  '// Nonetheless it waits.',
  '// So a page may stop it.',
  '/** A page says\n * what it wants. */',
  '// A sentence on\n// what follows.',
  'const a = `/* What it is. */`;',
];

const PARTICIPLES = [
  'const told = 1;',
  'let { said } = event;',
  'const [heard] = words;',
  'function f(given: string) {}',
  'const f = (asked) => asked;',
  'type F = (kept: string) => void;',
  'function held() {}',
  'interface A { seen: string }',
  'interface A { known(): void }',
  'class A { #meant = 1; }',
  'class A { wanted() {} }',
  'for (const shown of all) use(shown);',
  'const f = ({ taken }) => taken;',
  'const done = tasks.map(run);',
  'interface A { done: Set<string> }',
];

const NAMES = [
  'const storedRows = 1;',
  'const isKnown = true;',
  'const { given: input } = props;',
  'const row = { held: 1 };',
  'use(event.told);',
  'let done = false;',
  'interface A { done: boolean }',
  'const { done, value } = await reader.read();',
];

for (const [title, samples, expected] of [
  ['an inverted comment is refused', INVERTED, ['comment-opening']],
  ['a comment with a subject passes', PLAIN, []],
  ['a participle as a name is refused', PARTICIPLES, ['noun-names']],
  ['a noun, a flag or the name of another passes', NAMES, []],
] as const)
  for (const sample of samples)
    test(`${title}: ${sample}`, () => assert.deepEqual(refusals(sample), expected));
