/**
 * `npm run check`, before a commit: types, lint and tests of the files that differ from the last commit, or of the
 * last commit where none differ. It ends within a minute and names the tests it had no time for.
 */
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { run } from './run.ts';

/** Milliseconds of the whole check, and the share that tests get at least. */
const BUDGET = 55_000;
const SOURCE = /\.(ts|tsx|js)$/;
/** Files that `git` cannot name but every import graph contains would make each check a whole run. */
const MOST_TESTS = 40;

const began = performance.now();
const git = (...parameters: string[]) =>
  execFileSync('git', parameters, { encoding: 'utf8' }).split('\n').filter(Boolean);
const write = (words: string) => void process.stdout.write(words);

const uncommitted = [
  ...git('diff', '--name-only', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const changed = (uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', 'HEAD~1')).filter((file) =>
  fs.existsSync(file),
);

/** Tests that changed, then those that import a changed file, nearest first. */
function testsOf(files: readonly string[]): string[] {
  const importers = importersByFile();
  const seen = new Set(files);
  const tests: string[] = [];
  let level = [...files];
  while (level.length > 0 && tests.length < MOST_TESTS) {
    tests.push(...level.filter((file) => file.endsWith('.test.ts')));
    level = level.flatMap((file) => [...(importers.get(file) ?? [])]).filter((file) => !seen.has(file));
    for (const file of level) seen.add(file);
    level = [...new Set(level)];
  }
  return tests.slice(0, MOST_TESTS);
}

/** The files that import each file, from the relative imports of all sources and tests. */
function importersByFile(): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  for (const file of git(
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    'src',
    'test',
    'scripts',
  )) {
    if (!file.endsWith('.ts') || !fs.existsSync(file)) continue;
    for (const [, name = ''] of fs
      .readFileSync(file, 'utf8')
      .matchAll(/(?:from|import\()\s*'(\.[^']+\.ts)'/g)) {
      const imported = path.posix.join(path.posix.dirname(file), name);
      const known = importers.get(imported);
      if (known) known.add(file);
      else importers.set(imported, new Set([file]));
    }
  }
  return importers;
}

const tool = (file: string, ...parameters: string[]) => [
  process.execPath,
  path.join('node_modules', ...file.split('/')),
  ...parameters,
];

async function step(name: string, command: string[]): Promise<boolean> {
  const start = performance.now();
  const { code, output } = await run(command, {}, false);
  write(`${code === 0 ? '' : output}${code === 0 ? '✔' : '✖'} ${name}: ${seconds(start)} s\n`);
  return code === 0;
}
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);

/** Runs tests until the budget is spent; true if none that ended has failed. */
async function runTests(tests: readonly string[]): Promise<boolean> {
  const left = Math.max(5_000, BUDGET - (performance.now() - began));
  const start = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--test', '--test-concurrency=2', '--test-reporter=spec', ...tests],
    { stdio: ['ignore', 'pipe', 'inherit'], detached: process.platform !== 'win32' },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  let stopped = false;
  const timer = setTimeout(() => {
    stopped = true;
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid!, 'SIGTERM');
  }, left);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  const passed = output.match(/^ *✔/gm)?.length ?? 0;
  const failed = stopped ? 0 : Number(/^ℹ fail (\d+)/m.exec(output)?.[1] ?? (code === 0 ? 0 : 1));
  if (failed > 0) write(output);
  write(`${failed > 0 ? '✖' : '✔'} ${tests.length} test files: ${passed} passed in ${seconds(start)} s\n`);
  if (stopped) write('  The minute is over before all of them ended: `npm test` runs the rest.\n');
  return failed === 0;
}

const sources = changed.filter((file) => SOURCE.test(file));
const ruled = sources.filter((file) => file.endsWith('.ts') || file.endsWith('.tsx'));
const tests = testsOf(changed);
const inNode = tests.filter((file) => !file.startsWith('test/elements/') && !isSlow(file));
write(`${changed.length} files changed${uncommitted.length > 0 ? '' : ' by the last commit'}\n`);

/** Tests that need a browser or the built service, which a minute does not hold. */
function isSlow(file: string): boolean {
  return /^test\/(journeys|frameworks|browsers|stories)\//.test(file);
}

const checks = await Promise.all([
  step('types', tool('typescript/bin/tsc', '-b')),
  ...(sources.length > 0
    ? [
        step('form', tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', ...sources)),
        step(
          'rules',
          tool(
            'eslint/bin/eslint.js',
            ...['--config', path.join('scripts', 'lint', 'eslint.config.js'), '--max-warnings', '0'],
            ...['--no-warn-ignored', ...ruled],
          ),
        ),
      ]
    : []),
]);
const passed = inNode.length === 0 || (await runTests(inNode));
const leftOut = tests.length - inNode.length;
if (leftOut > 0) write(`${leftOut} test files need a browser: \`npm test\` runs them.\n`);
write(`${seconds(began)} s\n`);
process.exitCode = passed && checks.every(Boolean) ? 0 : 1;
