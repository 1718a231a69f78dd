/** The steps of a test run: those of the core, and the rest. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { firefoxPath } from '../test/browsers/firefox.ts';
import { hasWebKit } from '../test/browsers/webkit.ts';
import { compiledTest, compileTests } from './compile-tests.ts';
import { REPORTS } from './proof.ts';
import { run } from './run.ts';
import { hasItsTurn, isInTurn, isLong, isSlow } from './slow-tests.ts';
import { groupPrograms, groupsOf, writeGroups } from './test-groups.ts';

export interface Counts {
  passed: number;
  failed: number;
}

export interface Step {
  name: string;
  command: string[];
  environment?: Record<string, string>;
  /** The test files of the step, relative to the repository root. */
  files?: string[];
  /** True for a step that runs at a low priority, so that it does not delay parallel steps. */
  isPatient?: boolean;
  prepare?(): Promise<void>;
  /** Reads the numbers of passed and failed tests from the output; a step without numbers is one check. */
  count(output: string, code: number): Counts;
}

/** Sequences of steps that run in parallel. Only the first one writes its output while it runs. */
export type Stage = [Step[]] | [Step[], Step[]] | [Step[], Step[], Step[]];

export type Database = { name: 'embedded' } | { name: 'PostgreSQL'; url: string };

const NODE_TESTS_TIMEOUT = 600_000;
/** More files would need more memory in one process, and leave fewer processes to share the cores. */
const FILES_PER_PROCESS = 10;
/** Time-out in milliseconds; a registry may be slow. */
const MATRIX_TIMEOUT = 1_800_000;

const tool = (file: string, ...parameters: string[]) => [
  process.execPath,
  path.join('node_modules', ...file.split('/')),
  ...parameters,
];
const script = (name: string) => [process.execPath, '--import', 'tsx', path.join('scripts', name)];
const lastNumber = (output: string, pattern: RegExp) =>
  Number([...output.matchAll(pattern)].at(-1)?.[1] ?? 0);
/** Returns the counts of a step. A step that fails although no test failed counts as one failure. */
const createCounts = (passed: number, failed: number, code: number): Counts => ({
  passed,
  failed: code !== 0 && failed === 0 ? 1 : failed,
});

const check = (name: string, command: string[]): Step => ({
  name,
  command,
  count: (_output, code) => createCounts(code === 0 ? 1 : 0, 0, code),
});

interface NodeTests {
  files: string[];
  concurrency?: number;
  environment?: Record<string, string>;
  /** True if the tests run against the built service and are compiled first. */
  compiled?: boolean;
  /** True if several files run in one process; compiled files always do. */
  grouped?: boolean;
  /** Node options, which also apply to the test processes. */
  flags?: string[];
  /** Timeout of a test in milliseconds. */
  timeout?: number;
}

const nodeTests = (name: string, options: NodeTests): Step => {
  if (!options.compiled && !options.grouped) return nodeStep(name, options, options.files);
  const programOf = options.compiled ? compiledTest : (file: string) => file;
  const groups = groupsOf(options.files, FILES_PER_PROCESS);
  const prepare = async () => {
    if (options.compiled) await compileServiceTests();
    writeGroups(name, groups, programOf);
  };
  return { ...nodeStep(name, options, groupPrograms(name, groups, programOf)), prepare };
};

const nodeStep = (name: string, options: NodeTests, programs: readonly string[]): Step => ({
  name,
  files: options.files,
  environment: options.environment ?? {},
  command: [
    process.execPath,
    ...(options.flags ?? []),
    ...(options.compiled ? ['--enable-source-maps'] : ['--import', 'tsx']),
    '--test',
    `--test-timeout=${options.timeout ?? NODE_TESTS_TIMEOUT}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./scripts/test-report.js',
    `--test-reporter-destination=${path.join(REPORTS, `${name.replaceAll(' ', '-')}.ndjson`)}`,
    ...(options.concurrency ? [`--test-concurrency=${options.concurrency}`] : []),
    ...programs,
  ],
  count(output, code) {
    const failed = lastNumber(output, /^ℹ fail (\d+)/gm) + lastNumber(output, /^ℹ cancelled (\d+)/gm);
    return createCounts(lastNumber(output, /^ℹ pass (\d+)/gm), failed, code);
  },
});

const elements = (name: string, environment: Record<string, string> = {}): Step => ({
  name,
  files: testFiles('test/elements'),
  command: tool('@web/test-runner/dist/bin.js'),
  environment,
  count: (output, code) =>
    createCounts(lastNumber(output, /(\d+) passed/g), lastNumber(output, /(\d+) failed/g), code),
});

let compilation: Promise<void> | undefined;
/** Compiles the service's tests once per run, after the service. */
function compileServiceTests(): Promise<void> {
  return (compilation ??= (async () => {
    const { code } = await run(tool('typescript/bin/tsc', '-b', 'src/service'));
    if (code !== 0) throw new Error('The service is not built: the lines above say why.');
    await compileTests(serviceTests);
  })());
}

function testFiles(folder: string): string[] {
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

const text = (file: string) => fs.readFileSync(file, 'utf8');
const isWholeService = (file: string) => /from '(\.\.?\/)+([\w-]+\/)*([\w-]+-)?world\.ts'/.test(text(file));
const needsEmbedded = (file: string) => text(file).includes('needsEmbeddedDatabase');
const needsPostgres = (file: string) => /needsPostgres|'postgres'/.test(text(file));
/**
 * True for a test that starts other programs. Only the rest runs it, because the core of `.ci/run` has a
 * minimal PATH.
 */
const needsPrograms = (file: string) => text(file).includes("'curl',");
const serviceTests = [
  'test/runtime',
  'test/agent',
  'test/outbound',
  'test/models',
  'test/extraction',
  'test/face-training',
  'test/developer-tools',
  'test/tool-servers',
  'test/testing',
  'test/rooms',
  'test/service',
  'test/clients',
].flatMap(testFiles);
const isQuick = (file: string) => !isSlow(file) && !isLong(file);
/** Returns the slow tests for PostgreSQL, which run only when that database is used. */
const slowOn = ({ name }: Database) =>
  wholeService.filter(
    (file) => name === 'PostgreSQL' && isSlow(file) && needsPostgres(file) && isInTurn(file),
  );
const wholeService = serviceTests.filter(isWholeService);
const quickParts = serviceTests.filter((file) => !isWholeService(file) && isQuick(file));
const isOfAgent = (file: string) => file.startsWith(path.join('test', 'agent') + path.sep);

/** Sizes of fuzz tests and numbers of kills of the database in the core; the rest runs such tests in full. */
const CORE_SIZES = { FUZZ_REQUESTS: '1000', DATABASE_KILLS: '1' };
const hasSize = (file: string) => Object.keys(CORE_SIZES).some((name) => text(file).includes(`'${name}'`));

/** Slow tests whose turn it is and long tests, without those that other steps of the rest run. */
const omittedTests = serviceTests.filter(
  (file) => (isLong(file) || (isSlow(file) && isInTurn(file))) && !needsPostgres(file) && !hasSize(file),
);

/** Each process compiles the embedded database's WebAssembly again; optimising it would cost more than it saves. */
const LIFTOFF = ['--liftoff-only'];

/** Linux's in-memory file system, in which the test databases of 40 MB are copied and deleted in half the time. */
const MEMORY_FOLDER = path.join(path.sep, 'dev', 'shm');
const GIBIBYTE = 2 ** 30;

function temporaryFolderVariables(): Record<string, string> {
  if (process.platform !== 'linux' || !fs.existsSync(MEMORY_FOLDER)) return {};
  const { bavail, bsize } = fs.statfsSync(MEMORY_FOLDER);
  const hasRoom = bavail * bsize > 4 * GIBIBYTE && os.freemem() > 6 * GIBIBYTE;
  return hasRoom ? { TMPDIR: MEMORY_FOLDER } : {};
}

interface ServiceTests {
  name?: string;
  environment?: Record<string, string>;
}

function service(
  database: Database,
  files: string[],
  { name, environment: ownEnvironment }: ServiceTests = {},
): Step {
  const environment = { ...temporaryFolderVariables(), ...ownEnvironment };
  // A complete service waits for its database, so a third file uses both cores fully (24 files: 74 s instead of 85).
  const options = { files, concurrency: 3, compiled: true, environment };
  return database.name === 'embedded'
    ? nodeTests(name ?? 'service on the embedded database', { ...options, flags: LIFTOFF })
    : nodeTests('service on PostgreSQL', {
        ...options,
        environment: { ...environment, TEST_DATABASE_URL: database.url },
      });
}

/** The journeys that `npm test` runs; `npm run test:all` runs the others too. */
const CORE_JOURNEYS = new Set(
  ['classic-script', 'hearing', 'launcher', 'network-loss', 'policies', 'script-tag'].map((name) =>
    path.join('test', 'journeys', `${name}.test.ts`),
  ),
);
const journeys = testFiles('test/journeys');
const isCoreJourney = (file: string) => CORE_JOURNEYS.has(file);
const otherJourneys = journeys.filter((file) => !isCoreJourney(file));
/** True if a test file proves lines of the specification. Every run includes it, because every run proves all lines. */
const provesRule = (file: string) => text(file).includes('// Proves ');

const MATRIX = path.join('test', 'frameworks', 'matrix');
const isMatrix = (file: string) => file.startsWith(MATRIX + path.sep);

/**
 * Returns the stages of `npm test`. Journeys mostly wait for speech and for an interrupted network, and elements for
 * frames, so the other steps run beside them. Agent tests yield to both.
 */
export const core = (database: Database): Stage[] => [
  [[check('types and build', script('build.ts'))]],
  [
    [
      nodeTests('journeys', { files: journeys.filter(isCoreJourney), concurrency: 2 }),
      check('lint', script('lint.ts')),
      check('types of tests', tool('typescript/bin/tsc', '-b')),
      check('sizes', script('check-sizes.ts')),
      nodeTests('contract', { files: testFiles('test/contract'), concurrency: 1, grouped: true }),
      nodeTests('session', { files: testFiles('test/session'), concurrency: 1, grouped: true }),
    ],
    [
      elements('elements'),
      nodeTests('parts of the service', {
        files: quickParts.filter((file) => !isOfAgent(file)),
        concurrency: 2,
        compiled: true,
        environment: CORE_SIZES,
      }),
    ],
    [
      {
        ...nodeTests('agent', { files: quickParts.filter(isOfAgent), concurrency: 1, compiled: true }),
        isPatient: true,
      },
      service(database, [...wholeService.filter(isQuick), ...slowOn(database)], { environment: CORE_SIZES }),
    ],
  ],
];

/** Returns the other stages of `npm run test:all`. `database` is the one that the core did not use, if any. */
export const rest = (database: Database | null): Stage[] => [
  [[service({ name: 'embedded' }, omittedTests, { name: 'slow tests' })]],
  [
    [
      ...(database ? [service(database, filesOfToday(database))] : []),
      nodeTests('service at length', {
        files: serviceTests.filter(hasSize),
        concurrency: 2,
        compiled: true,
        flags: LIFTOFF,
      }),
      nodeTests('other journeys', {
        files: otherJourneys.filter(
          (file, index) => process.env['JOURNEYS'] === 'all' || provesRule(file) || hasItsTurn(index, 3),
        ),
        concurrency: 2,
      }),
    ],
    // Packages are packed and installed while the service waits for its databases.
    [
      nodeTests('frameworks', {
        files: testFiles('test/frameworks').filter((file) => !isMatrix(file) && isInTurn(file)),
        concurrency: 1,
      }),
      check('the build of the stories', script('build-stories.ts')),
      nodeTests('stories', { files: testFiles('test/stories'), concurrency: 1 }),
    ],
  ],
  [
    [
      nodeTests('matrix of frameworks', { files: testFiles(MATRIX), timeout: MATRIX_TIMEOUT }),
      ...(firefoxPath
        ? [
            nodeTests('journeys in Firefox', {
              files: journeys.filter(
                (_, index) => process.env['FIREFOX_JOURNEYS'] === 'all' || hasItsTurn(index, 15),
              ),
              concurrency: 1,
              environment: { TEST_BROWSER: 'firefox' },
            }),
          ]
        : []),
    ],
    [
      nodeTests('other browsers', { files: testFiles('test/browsers'), concurrency: 1 }),
      ...(firefoxPath ? [elements('elements in Firefox', { TEST_BROWSER: 'firefox' })] : []),
      ...(hasWebKit ? [elements('elements in WebKit', { TEST_BROWSER: 'webkit' })] : []),
    ],
  ],
];

/** Names programs with which the rest would run more tests if they were installed. */
export const missingPrograms = (postgres: Database | null): string[] => [
  ...(postgres ? [] : ['PostgreSQL']),
  ...(firefoxPath ? [] : ['Firefox']),
  ...(hasWebKit ? [] : ['WebKit']),
];

/**
 * Returns the files for the second database: a sixteenth per day and those that need it, or all with
 * `SECOND_DATABASE=all`.
 */
function filesOfToday(database: Database): string[] {
  if (process.env['SECOND_DATABASE'] === 'all') return wholeService;
  const needsDatabase = database.name === 'PostgreSQL' ? needsPostgres : needsEmbedded;
  return wholeService.filter(
    (file, index) => isInTurn(file) && (needsDatabase(file) || needsPrograms(file) || hasItsTurn(index, 16)),
  );
}
