/**
 * `npm test` runs the core, `--rest` the tests that the last core run in this folder left out, and `--all` both.
 * With names of steps it runs only these steps. The last line counts all tests.
 */
import fs from 'node:fs';
import path from 'node:path';
import { claims } from './claims.ts';
import { postgresPrograms, startPostgres } from './postgres.ts';
import { judge, readReports, REPORTS, unclaimedRules } from './proof.ts';
import { run } from './run.ts';
import {
  core,
  missingPrograms,
  rest,
  type Counts,
  type Database,
  type Stage,
  type Step,
} from './test-steps.ts';

/** The numbers of a completed core run, and its database, for `--rest`. */
const CORE_RUN = path.join('.cache', 'core-run.json');
interface CoreRun extends Counts {
  database: Database['name'];
}

type Mode = 'core' | 'rest' | 'all';

const EMBEDDED: Database = { name: 'embedded' };
const write = (text: string) => void process.stdout.write(text);
const seconds = (since: number) => Math.round((performance.now() - since) / 1000);

const parameters = process.argv.slice(2);
const mode: Mode = parameters.includes('--all') ? 'all' : parameters.includes('--rest') ? 'rest' : 'core';
const stepNames = parameters.filter((parameter) => !parameter.startsWith('--'));

const server = process.env['TEST_DATABASE_URL'];
// Each step sets the database for its tests.
delete process.env['TEST_DATABASE_URL'];
const wantsDatabase = stepNames.length === 0 || stepNames.some((name) => name.startsWith('service'));
const programs = server || !wantsDatabase ? null : postgresPrograms();
const postgresServer = programs ? await startPostgres(programs) : null;
const url = server ?? postgresServer?.url;

// A hundred processes load the same service; since Node 22 they can share its compiled code.
process.env['NODE_COMPILE_CACHE'] ??= path.resolve('.cache', 'compiled-code');

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(
    signal,
    () => void (postgresServer?.stop() ?? Promise.resolve()).finally(() => process.exit(1)),
  );
try {
  process.exitCode = (await main(url ? { name: 'PostgreSQL', url } : null)) ? 0 : 1;
} finally {
  await postgresServer?.stop();
}

interface Plan {
  earlier: CoreRun | null;
  /** The database that the core uses for tests of the complete service. */
  database: Database['name'];
  core: Stage[];
  rest: Stage[];
}

function plan(postgres: Database | null): Plan {
  const earlier = mode === 'rest' ? readCoreRun() : null;
  const coreDatabase = postgres ?? EMBEDDED;
  const database = earlier?.database ?? coreDatabase.name;
  const restDatabase = database === 'embedded' ? postgres : EMBEDDED;
  return { earlier, database, core: core(coreDatabase), rest: rest(restDatabase) };
}

async function main(postgres: Database | null): Promise<boolean> {
  const testPlan = plan(postgres);
  const allStages = [...testPlan.core, ...testPlan.rest];
  if (stepNames.length > 0) return runNamedSteps(allStages);
  write(
    `PostgreSQL: ${programs ?? (server ? 'TEST_DATABASE_URL' : 'none, so the embedded database serves')}\n`,
  );
  if (mode === 'rest') return runRest(testPlan);
  forgetEarlierRuns();
  const stageCounts = await runStages(mode === 'all' ? allStages : testPlan.core);
  const faults = judgeRun(mode === 'core' ? testPlan.core : null);
  if (mode === 'core') {
    const run: CoreRun = { ...stageCounts, database: testPlan.database };
    fs.writeFileSync(CORE_RUN, JSON.stringify(run));
    writeLeftOut(testPlan.rest, missingPrograms(postgres));
  }
  return conclude({ ...stageCounts, failed: stageCounts.failed + faults });
}

/**
 * Runs the rest and adds the core's numbers. Proofs are judged for both together, so no fault is counted
 * twice.
 */
async function runRest({ earlier, rest: remainingStages }: Plan): Promise<boolean> {
  if (!earlier) throw new Error('There is no core to go on from: run `npm test` first.');
  const stageCounts = await runStages(remainingStages);
  const failureCount = earlier.failed + stageCounts.failed + judgeRun(null);
  return conclude({ passed: earlier.passed + stageCounts.passed, failed: failureCount });
}

function forgetEarlierRuns(): void {
  for (const oldFile of [CORE_RUN, REPORTS]) fs.rmSync(oldFile, { recursive: true, force: true });
  fs.mkdirSync(REPORTS, { recursive: true });
}

function readCoreRun(): CoreRun | null {
  return fs.existsSync(CORE_RUN) ? (JSON.parse(fs.readFileSync(CORE_RUN, 'utf8')) as CoreRun) : null;
}

async function runNamedSteps(stages: Stage[]): Promise<boolean> {
  const steps = stages.flat(2).map(({ name }) => name);
  const unknown = stepNames.filter((name) => !steps.includes(name));
  if (unknown.length > 0) {
    const names = steps.map((name) => (name.includes(' ') ? `"${name}"` : name)).join(', ');
    process.stderr.write(`There is no step ${unknown.join(', ')}. There are: ${names}.\n`);
    return false;
  }
  forgetEarlierRuns();
  const selectNamedSteps = (row: Step[]) => row.filter(({ name }) => stepNames.includes(name));
  const counts = await runStages(stages.map((rows) => rows.map(selectNamedSteps) as Stage));
  return conclude(counts);
}

function conclude({ passed, failed }: Counts): boolean {
  write(`\n${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0;
}

async function runStages(stages: Stage[]): Promise<Counts> {
  const startedAt = performance.now();
  const total = { passed: 0, failed: 0 };
  const times: string[] = [];
  for (const rows of stages)
    await Promise.all(
      rows.map(async (row, index) => {
        for (const step of row) {
          const { passed, failed, took: duration } = await runStep(step, index === 0);
          total.passed += passed;
          total.failed += failed;
          times.push(`${step.name} ${duration} s`);
        }
      }),
    );
  const reports = readReports();
  for (const { file, name, status, reason, isSuite } of reports)
    if (status === 'failed' && !isSuite) write(`failed: ${file}: ${name}\n${indentReason(reason ?? '')}`);
  write(`\n${seconds(startedAt)} s: ${times.join(', ')}\n`);
  return total;
}

/**
 * Runs a step. With `echoes` it writes its output while it runs. Of parallel sequences only one may do so,
 * because their lines would mix; the others write at the end of each step.
 */
async function runStep(step: Step, echoes: boolean): Promise<Counts & { took: number }> {
  const startedAt = performance.now();
  if (echoes) write(`\n── ${step.name}\n`);
  await step.prepare?.();
  const { output, code } = await run(step.command, step.environment, {
    echoes,
    isPatient: step.isPatient ?? false,
  });
  const { passed, failed } = step.count(output, code);
  const duration = seconds(startedAt);
  if (!echoes) write(`\n── ${step.name}\n${output}`);
  write(`── ${step.name}: ${passed} passed, ${failed} failed in ${duration} s\n`);
  return { passed, failed, took: duration };
}

/** Returns the first lines of a reason, for readers who see only the end of a run. */
function indentReason(reason: string): string {
  const lines = reason.split('\n').slice(0, 20);
  return lines.map((line) => `  ${line.slice(0, 200)}\n`).join('');
}

/** Judges the claims of the core's files, or of all files; returns the number of faults. */
function judgeRun(coreStages: Stage[] | null): number {
  const reports = readReports();
  const allClaims = claims();
  const files = coreStages
    ?.flat(2)
    .flatMap((step) => step.files ?? [])
    .map((file) => path.relative('test', file).split(path.sep).join('/'));
  const faults = unclaimedRules(allClaims);
  for (const fault of faults) write(`  ${fault}\n`);
  const judgedClaims = files ? allClaims.filter(({ file }) => files.includes(file)) : allClaims;
  return faults.length + judge(reports, judgedClaims, write);
}

function writeLeftOut(stages: Stage[], missingPrograms: string[]): void {
  const names = stages.flat(2).map(({ name }) => name);
  write(
    `\nLeft out: ${names.join(', ')}.\n` +
      '`npm run test:all` runs everything, `npm test -- --rest` what this run left out, ' +
      '`npm test -- "NAME"` one step.\n' +
      (missingPrograms.length > 0
        ? `Not on this machine, so left out of all runs: ${missingPrograms.join(', ')}.\n`
        : ''),
  );
}
