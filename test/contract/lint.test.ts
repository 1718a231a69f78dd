/**
 * The linter with the project's settings: its own rules reject inverted comments and participles as names and accept
 * plain ones, it uses type information, and the accessibility rules run.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

const BIN = path.resolve('node_modules', '.bin');
const LINTER = path.resolve('node_modules', 'oxlint', 'bin', 'oxlint');
const plugin = (name: string) => path.resolve('scripts', 'lint', `${name}.js`);

interface Config {
  jsPlugins?: string[];
  options?: { typeAware: true };
  rules: Record<string, 'error'>;
}

/** Returns for each sample the names of the rules that reject it, one for each message. */
function refusals(samples: readonly string[], config: Config): string[][] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-lint-'));
  const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
  write('config.json', JSON.stringify({ ...config, categories: { correctness: 'off' } }));
  write('tsconfig.json', JSON.stringify({ compilerOptions: { strict: true } }));
  samples.forEach((sample, index) => write(`${index}.ts`, sample));
  const { stdout } = spawnSync(process.execPath, [LINTER, '-c', 'config.json', '-f', 'json', '.'], {
    cwd: folder,
    // If the folder has no packages, the linter also searches the PATH for its type checker.
    env: { ...process.env, PATH: [BIN, process.env['PATH']].join(path.delimiter) },
    encoding: 'utf8',
  });
  fs.rmSync(folder, { recursive: true });
  const { diagnostics, number_of_files: count } = JSON.parse(stdout) as {
    diagnostics: { code: string; filename: string }[];
    number_of_files: number;
  };
  assert.equal(count, samples.length);
  return samples.map((_, index) =>
    diagnostics
      .filter(({ filename }) => path.basename(filename) === `${index}.ts`)
      .map(({ code }) => code.replace(/.*\((.*)\)/, '$1')),
  );
}

const INVERTED = [
  '// What a page sent.',
  '/* Who waits. */',
  '/** Whoever waits. */',
  '// Whatever else happens.',
  '/** Whichever comes first. */',
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
  'interface A { end(held: B): void }',
  'interface Told { text: string }',
  'type Asked = string;',
  'class Given {}',
  'class A { #meant = 1; }',
  'class A { wanted() {} }',
  'for (const shown of all) use(shown);',
  'const f = ({ taken }) => taken;',
  'const done = tasks.map(run);',
  'const found = [1];',
  'let reached = 0;',
  'interface A { parsed: string }',
  'interface A { done: Set<string> }',
];

const NAMES = [
  'const storedRows = 1;',
  'const isKnown = true;',
  'interface HeardWords { text: string }',
  'const { given: input } = props;',
  'const row = { held: 1 };',
  'use(event.told);',
  'let done = false;',
  'interface A { done: boolean }',
  'const { done, value } = await reader.read();',
];

const CASES = [
  ['an inverted comment is refused', INVERTED, ['comment-opening']],
  ['a comment with a subject passes', PLAIN, []],
  ['a participle as a name is refused', PARTICIPLES, ['noun-names']],
  ['a noun, a flag or the name of another passes', NAMES, []],
] as const;

const refusedRules = refusals(
  CASES.flatMap(([, samples]) => samples),
  {
    jsPlugins: [plugin('plain-english')],
    rules: { 'plain-english/comment-opening': 'error', 'plain-english/noun-names': 'error' },
  },
);
for (const [title, samples, expected] of CASES)
  for (const sample of samples) {
    const rules = refusedRules.shift();
    test(`${title}: ${sample}`, () => assert.deepEqual(rules, expected));
  }

test('a promise without an await is refused by its type', () => {
  const sample = 'async function work(): Promise<void> {}\nconst run = () => work();\nrun();\n';
  const rules = { 'typescript/no-floating-promises': 'error' } as const;
  assert.deepEqual(refusals([sample], { options: { typeAware: true }, rules }), [['no-floating-promises']]);
});

test('a picture without a text in a template is refused', () => {
  const samples = ['html`<img src="a.png">`;', 'html`<img src="a.png" alt="A lamp">`;'];
  const config: Config = { jsPlugins: [plugin('lit-a11y')], rules: { 'lit-a11y/alt-text': 'error' } };
  assert.deepEqual(refusals(samples, config), [['alt-text'], []]);
});
