/**
 * `npm test`: types, the build, the tests in Node and in the browser; ends with one line that counts them
 * all.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { firefoxPath } from '../test/browsers/firefox.ts';
import { hasWebKit } from '../test/browsers/webkit.ts';
import { compiledTest, compileTests } from './compile-tests.ts';
import { claims } from './claims.ts';
import { judge, pagesThatDiffer, readReports, REPORTS } from './proof.ts';

interface Step {
  name: string;
  command: string[];
  environment?: Record<string, string>;
  prepare?(): Promise<void>;
  /** Reads how many passed and failed; a step without counts is one check. */
  count(output: string, code: number): { passed: number; failed: number };
}

const tool = (file: string, ...parameters: string[]) => [
  process.execPath,
  path.join('node_modules', ...file.split('/')),
  ...parameters,
];
const number = (output: string, pattern: RegExp) => Number([...output.matchAll(pattern)].at(-1)?.[1] ?? 0);

const check = (name: string, command: string[]): Step => ({
  name,
  command,
  count: (_output, code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }),
});
const nodeTests = (
  name: string,
  folder: string,
  more: {
    files?: string[];
    concurrency?: number;
    environment?: Record<string, string>;
    compiled?: boolean;
    /** Node's own, for the processes of the tests too. */
    flags?: string[];
    /** Milliseconds. */
    timeout?: number;
  } = {},
): Step => ({
  name,
  ...(more.compiled ? { prepare: compileServiceTests } : {}),
  command: [
    process.execPath,
    ...(more.flags ?? []),
    ...(more.compiled ? ['--enable-source-maps'] : ['--import', 'tsx']),
    '--test',
    `--test-timeout=${more.timeout ?? 600_000}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./scripts/test-report.js',
    `--test-reporter-destination=${path.join(REPORTS, `${name.replaceAll(' ', '-')}.ndjson`)}`,
    ...(more.concurrency ? [`--test-concurrency=${more.concurrency}`] : []),
    ...(more.files ?? testFiles(folder)).map((file) => (more.compiled ? compiledTest(file) : file)),
  ],
  environment: more.environment ?? {},
  count(output, code) {
    const passed = number(output, /^ℹ pass (\d+)/gm);
    const failed = number(output, /^ℹ fail (\d+)/gm) + number(output, /^ℹ cancelled (\d+)/gm);
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
  },
});

/** After what they import is built, which takes a second where it is. */
async function compileServiceTests(): Promise<void> {
  const { code } = await run(tool('typescript/bin/tsc', '-b', 'src/service'));
  if (code !== 0) throw new Error('The service is not built: the lines above say why.');
  await compileTests(testFiles('test/service'));
}

function testFiles(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

const elements = (name: string, environment: Record<string, string> = {}): Step => ({
  name,
  command: tool('@web/test-runner/dist/bin.js'),
  environment,
  count(output, code) {
    const failed = number(output, /(\d+) failed/g);
    return { passed: number(output, /(\d+) passed/g), failed: code !== 0 && failed === 0 ? 1 : failed };
  },
});

const day = Math.floor(Date.now() / 86_400_000);

/** Where a PostgreSQL server is told of, all tests of a whole service run on it too. */
const server = process.env['TEST_DATABASE_URL'];
delete process.env['TEST_DATABASE_URL'];
const isWholeService = (file: string) =>
  /from '(\.\.?\/)+([\w-]+-)?world\.ts'/.test(fs.readFileSync(file, 'utf8'));
const wholeService = testFiles('test/service').filter(isWholeService);
/** What only the embedded database can show. */
const needsEmbedded = (file: string) =>
  fs.readFileSync(file, 'utf8').includes("the data folder is the embedded database's");
/** With a server, half of the others a day run on the embedded database as well; `EMBEDDED_SERVICE=all`: all. */
const embeddedToday = wholeService.filter(
  (file, index) =>
    !server || process.env['EMBEDDED_SERVICE'] === 'all' || needsEmbedded(file) || index % 2 === day % 2,
);
const partsOfTheService = testFiles('test/service').filter((file) => !isWholeService(file));

/**
 * In Firefox a fifteenth of the journeys a day, another one each day; `FIREFOX_JOURNEYS=all`: all. Where there is no
 * Firefox, test/browsers says so.
 */
const journeysInFirefox = testFiles('test/journeys').filter(
  (_, index) => process.env['FIREFOX_JOURNEYS'] === 'all' || index % 15 === day % 15,
);

/** A third of the frameworks a day. */
const MATRIX = path.join('test', 'frameworks', 'matrix');

/** Steps one after the other; of two rows side by side, since each of them uses one core. */
type Rows = [Step[]] | [Step[], Step[]];

const stages: Rows[] = [
  [[check('types and build', [process.execPath, '--import', 'tsx', 'scripts/build.ts'])]],
  [
    [check('lint', [process.execPath, '--import', 'tsx', 'scripts/lint.ts'])],
    [
      check('types of tests', tool('typescript/bin/tsc', '-b')),
      check('sizes', [process.execPath, '--import', 'tsx', 'scripts/check-sizes.ts']),
      nodeTests('contract', 'test/contract', { concurrency: 1 }),
      nodeTests('session', 'test/session', { concurrency: 1 }),
      check('the build of the stories', [process.execPath, '--import', 'tsx', 'scripts/build-stories.ts']),
      nodeTests('stories', 'test/stories', { concurrency: 1 }),
    ],
  ],
  [
    [
      nodeTests('parts of the service', 'test/service', {
        files: partsOfTheService,
        concurrency: 2,
        compiled: true,
      }),
      nodeTests('service', 'test/service', {
        files: embeddedToday,
        concurrency: 2,
        compiled: true,
        // Each process compiles the embedded database anew: to optimise it costs more than it brings.
        flags: ['--liftoff-only'],
      }),
      ...(server
        ? [
            nodeTests('service on PostgreSQL', 'test/service', {
              files: wholeService,
              concurrency: 2,
              environment: { TEST_DATABASE_URL: server },
              compiled: true,
            }),
          ]
        : []),
      elements('elements'),
      // A journey waits for speech that takes its time: two leave the machine less idle than one.
      nodeTests('journeys', 'test/journeys', { concurrency: 2 }),
      nodeTests('frameworks', 'test/frameworks', {
        files: testFiles('test/frameworks').filter((file) => !testFiles(MATRIX).includes(file)),
        concurrency: 2,
      }),
    ],
  ],
  [
    [
      // It waits for a registry, which may be slow.
      nodeTests('matrix of frameworks', MATRIX, { timeout: 1_800_000 }),
      ...(firefoxPath
        ? [
            nodeTests('journeys in Firefox', 'test/journeys', {
              files: journeysInFirefox,
              concurrency: 1,
              environment: { TEST_BROWSER: 'firefox' },
            }),
          ]
        : []),
    ],
    [
      // A part of them each day.
      ...(firefoxPath ? [elements('elements in Firefox', { TEST_BROWSER: 'firefox' })] : []),
      ...(hasWebKit ? [elements('elements in WebKit', { TEST_BROWSER: 'webkit' })] : []),
      nodeTests('other browsers', 'test/browsers', { concurrency: 1 }),
    ],
  ],
];

const wanted = process.argv.slice(2);
const steps = stages.flat(2).map(({ name }) => name);
const unknown = wanted.filter((name) => !steps.includes(name));
if (unknown.length > 0) {
  const known = steps.map((name) => (name.includes(' ') ? `"${name}"` : name)).join(', ');
  process.stderr.write(`There is no step ${unknown.join(', ')}. There are: ${known}.\n`);
  process.exit(1);
}
fs.rmSync(REPORTS, { recursive: true, force: true });
fs.mkdirSync(REPORTS, { recursive: true });
let passed = 0;
let failed = 0;
for (const rows of stages) await Promise.all(rows.map(runSteps));
const reports = readReports();
for (const { file, name, status, reason } of reports)
  if (status === 'failed') process.stdout.write(`failed: ${file}: ${name}\n${indented(reason ?? '')}`);
// A part of the steps proves a part of the rules.
if (wanted.length === 0) {
  const faults = judge(reports, claims(), (text) => process.stdout.write(text));
  const pages = faults === 0 ? pagesThatDiffer(reports) : [];
  for (const page of pages) process.stdout.write(`${page}\n`);
  failed += faults + pages.length;
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/** A reason's first lines, for whoever is shown only the end of a run. */
function indented(reason: string): string {
  const lines = reason.split('\n').slice(0, 20);
  return lines.map((line) => `  ${line.slice(0, 200)}\n`).join('');
}

async function runSteps(row: Step[], place: number): Promise<void> {
  for (const step of row.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const began = performance.now();
    // Of two rows the second is told at the end of each step, or both would be read at once.
    const aloud = place === 0;
    if (aloud) process.stdout.write(`\n── ${step.name}\n`);
    await step.prepare?.();
    const { output, code } = await run(step.command, step.environment, aloud);
    const counted = step.count(output, code);
    passed += counted.passed;
    failed += counted.failed;
    const seconds = Math.round((performance.now() - began) / 1000);
    process.stdout.write(
      (aloud ? '' : `\n── ${step.name}\n${output}`) +
        `── ${step.name}: ${counted.passed} passed, ${counted.failed} failed in ${seconds} s\n`,
    );
  }
}

function run(
  [command, ...parameters]: string[],
  environment: Record<string, string> = {},
  aloud = true,
): Promise<{ output: string; code: number }> {
  return new Promise((resolve) => {
    const child = spawn(command!, parameters, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment, FORCE_COLOR: '0' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (aloud) process.stdout.write(text);
      });
    }
    child.on('close', (code) => resolve({ output, code: code ?? 1 }));
  });
}
