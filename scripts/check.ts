/**
 * `npm run check` runs types, lint and the tests of changed files, before a commit and within a minute. Files are
 * changed if they differ from the last commit. If there are none, the files of the last commit are checked.
 */
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { run } from './run.ts';

/** Maximum milliseconds for the complete check. */
const BUDGET = 55_000;
/** Minimum milliseconds for tests, if types and lint were slow. */
const MIN_TEST_TIME = 5_000;
/** Maximum number of tests that fit into the budget; many files import a central file. */
const MAX_TESTS = 40;
const CODE = /\.(ts|tsx|js)$/;
/** Tests that need a browser, for which the budget is too small. */
const NEEDS_BROWSER = /^test\/(elements|journeys|frameworks|browsers|stories)\//;

const startedAt = performance.now();
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);
const write = (text: string) => void process.stdout.write(text);
const git = (...parameters: string[]) =>
  execFileSync('git', parameters, { encoding: 'utf8' }).split('\n').filter(Boolean);
const tool = (file: string, ...parameters: string[]) => [
  process.execPath,
  path.join('node_modules', ...file.split('/')),
  ...parameters,
];

const uncommittedFiles = [
  ...git('diff', '--name-only', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const changedFiles = uncommittedFiles.length > 0 ? uncommittedFiles : git('diff', '--name-only', 'HEAD~1');
const existingFiles = changedFiles.filter((file) => fs.existsSync(file));
const tests = testsOf(existingFiles);
const testsInNode = tests.filter((file) => !NEEDS_BROWSER.test(file));
write(`${existingFiles.length} files changed${uncommittedFiles.length > 0 ? '' : ' by the last commit'}\n`);

const checks = await Promise.all([step('types', tool('typescript/bin/tsc', '-b')), ...lint(existingFiles)]);
const passed = testsInNode.length === 0 || (await runTests(testsInNode));
const browserTests = tests.length - testsInNode.length;
if (browserTests > 0) write(`${browserTests} test files need a browser: \`npm test\` runs them.\n`);
write(`${seconds(startedAt)} s\n`);
process.exitCode = passed && checks.every(Boolean) ? 0 : 1;

function lint(files: readonly string[]): Promise<boolean>[] {
  const code = files.filter((file) => CODE.test(file));
  if (code.length === 0) return [];
  return [
    step('format', tool('oxfmt/bin/oxfmt', '--check', '--no-error-on-unmatched-pattern', ...code)),
    step('rules', tool('oxlint/bin/oxlint', '--deny-warnings', '--no-error-on-unmatched-pattern', ...code)),
  ];
}

async function step(name: string, command: string[]): Promise<boolean> {
  const start = performance.now();
  const { code, output } = await run(command, {}, { echoes: false });
  write(`${code === 0 ? '✔' : `${output}✖`} ${name}: ${seconds(start)} s\n`);
  return code === 0;
}

/** Returns the changed tests, then those that import a changed file, nearest first. */
function testsOf(files: readonly string[]): string[] {
  const importers = importersByFile();
  const visited = new Set(files);
  const tests: string[] = [];
  for (let level = [...files]; level.length > 0 && tests.length < MAX_TESTS;) {
    tests.push(...level.filter((file) => file.endsWith('.test.ts')));
    const next = new Set(level.flatMap((file) => importers.get(file) ?? []));
    level = [...next].filter((file) => !visited.has(file));
    for (const file of level) visited.add(file);
  }
  return tests.slice(0, MAX_TESTS);
}

/** Maps each file to those that import it by a relative path. */
function importersByFile(): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  const sources = git(
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    'src',
    'test',
    'scripts',
    'bench',
  );
  for (const file of new Set(sources)) {
    if (!file.endsWith('.ts') || !fs.existsSync(file)) continue;
    const text = fs.readFileSync(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+\.ts)'/g)) {
      const importedFile = path.posix.join(path.posix.dirname(file), name);
      importers.set(importedFile, [...(importers.get(importedFile) ?? []), file]);
    }
  }
  return importers;
}

/** Runs tests until the budget is spent; true if none of the finished tests has failed. */
async function runTests(files: readonly string[]): Promise<boolean> {
  const start = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--test', '--test-concurrency=2', '--test-reporter=spec', ...files],
    { stdio: ['ignore', 'pipe', 'inherit'], detached: process.platform !== 'win32' },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  /** The output until the time limit. After that, Node reports the tests that it cancels. */
  let inTime: string | null = null;
  const timer = setTimeout(
    () => {
      inTime = output;
      stop(child.pid);
    },
    Math.max(MIN_TEST_TIME, BUDGET - (performance.now() - startedAt)),
  );
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  const failed = inTime === null ? code !== 0 : /^ *✖/m.test(inTime);
  if (failed) write(output);
  const count = output.match(/^ *✔/gm)?.length ?? 0;
  write(`${failed ? '✖' : '✔'} tests in ${files.length} files: ${count} passed in ${seconds(start)} s\n`);
  if (inTime !== null) write('  The time is over before all of them ended: `npm test` runs the rest.\n');
  return !failed;
}

/** Stops the test runner and its test processes; a signal to the runner would not stop them. */
function stop(pid: number | undefined): void {
  if (pid === undefined) return;
  process.kill(process.platform === 'win32' ? pid : -pid, 'SIGTERM');
}
