/**
 * `palkit test` runs files of scenarios in parallel, against its own service or a running one, and reports the
 * results.
 */
import fs from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import type { EngineConfig } from '@palkit/agent';
import { createClient, type Client } from '@palkit/contract/client';
import { systemClock } from '@palkit/runtime/clock';
import { ScenarioResources } from './scenario-resources.ts';
import { createAnswerJudge } from './answer-judge.ts';
import { openOwnService, type OwnService } from './own-service.ts';
import type { Outcome } from './outcome.ts';
import { play, type PlayParts } from './play.ts';
import { junitOf, lineOf, reportOf, summaryOf, type Report } from './report.ts';
import type { Scenario } from './scenario.ts';
import { readScenarios, ScenarioFileError } from './scenario-file.ts';
import { ScriptedServer } from './scripted-server.ts';
import type { StartService } from './service-under-test.ts';

export const USAGE = `usage:
  palkit test FILE...              plays the scenarios of these files (YAML or JSON)
    --only TEXT                    those with this in their name
    --workers N                    so many at once; 8 for each processor unless told
    --report FILE                  writes what came of them as JSON
    --junit FILE                   the same as JUnit's XML
    --quiet                        tells of those that failed only
    --base-url URL --key KEY       against a running service (or PALKIT_KEY); its conversations are real ones
    --pal PAL_ID                   with this PAL of it, whatever the scenarios say
Without --base-url it starts a service of its own, with the engines that the settings name (LLM_BASE_URL and so on)
and nothing of the running one's data. It ends with 0 where all passed, 1 where not, 2 where a file is not right.
`;

/** Scenarios spend most of their time waiting, so many run in parallel. */
const AT_ONCE_PER_PROCESSOR = 8;
const MAX_WORKERS = 200;
const MAX_FILES = 200;

export interface TestParts {
  environment: Readonly<Record<string, string | undefined>>;
  writeOutput(text: string): void;
  error(text: string): void;
  startService: StartService;
  /** The model that judges answers, from the settings; null without one. */
  llm: EngineConfig | null;
  /** Folder of an existing database that is copied for a faster start. */
  database?: string;
}

interface CommandOptions {
  files: string[];
  nameFilter: string;
  workers: number;
  report: string | undefined;
  junit: string | undefined;
  quiet: boolean;
  runningService: { base: string; key: string } | null;
  pal: string | null;
}

/** Explains which argument of `palkit test` is invalid. */
class UsageError extends Error {}

export async function testCommand(cliArguments: readonly string[], parts: TestParts): Promise<number> {
  if (cliArguments.includes('--help')) {
    parts.writeOutput(USAGE);
    return 0;
  }
  try {
    const options = optionsOf(cliArguments, parts.environment);
    const report = await runFiles(options, parts);
    parts.writeOutput(`\n${summaryOf(report)}\n`);
    if (options.report) fs.writeFileSync(options.report, `${JSON.stringify(report, null, 2)}\n`);
    if (options.junit) fs.writeFileSync(options.junit, junitOf(report));
    return report.failed > 0 ? 1 : 0;
  } catch (error) {
    if (error instanceof UsageError) parts.error(`palkit: ${error.message}\n${USAGE}`);
    else if (error instanceof ScenarioFileError) parts.error(`${error.message}\n`);
    else throw error;
    return 2;
  }
}

function parseArguments(words: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        only: text,
        workers: text,
        report: text,
        junit: text,
        quiet: { type: 'boolean' },
        'base-url': text,
        key: text,
        pal: text,
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function optionsOf(words: readonly string[], environment: TestParts['environment']): CommandOptions {
  const { values, positionals } = parseArguments(words);
  if (positionals.length === 0) throw new UsageError('It needs a file of scenarios.');
  if (positionals.length > MAX_FILES) throw new UsageError(`At most ${MAX_FILES} files at once.`);
  const workers = Number(values.workers ?? os.availableParallelism() * AT_ONCE_PER_PROCESSOR);
  if (!Number.isInteger(workers) || workers < 1 || workers > MAX_WORKERS)
    throw new UsageError(`--workers must be a whole number from 1 to ${MAX_WORKERS}.`);
  if (values['base-url'] === undefined && (values.pal ?? values.key) !== undefined)
    throw new UsageError('--key and --pal go with --base-url.');
  return {
    files: positionals,
    nameFilter: (values.only ?? '').toLowerCase(),
    workers,
    report: values.report,
    junit: values.junit,
    quiet: values.quiet ?? false,
    runningService: runningOf(values['base-url'], values.key ?? environment['PALKIT_KEY']),
    pal: values.pal ?? null,
  };
}

function runningOf(base: string | undefined, key: string | undefined): CommandOptions['runningService'] {
  if (base === undefined) return null;
  if (!/^https?:\/\/\S+$/.test(base)) throw new UsageError('--base-url must be an http or https address.');
  if (!key) throw new UsageError('--base-url needs --key, or PALKIT_KEY.');
  return { base, key };
}

async function runFiles(options: CommandOptions, parts: TestParts): Promise<Report> {
  const scenarioEntries = options.files
    .map(readScenarios)
    .flatMap(({ file, folder, scenarios }) => scenarios.map((scenario) => ({ scenario, file, folder })))
    .filter(({ scenario }) => scenario.name.toLowerCase().includes(options.nameFilter));
  if (scenarioEntries.length === 0) throw new UsageError('No scenario has such a name.');
  const startedAt = performance.now();
  const ownService = options.runningService ? null : await openOwnService(parts.startService, parts);
  const server = ownService?.server ?? (await ScriptedServer.open(systemClock));
  // Keep the process alive until the answers have arrived; the clock's timers do not.
  const keepAliveTimer = setInterval(() => {}, 1000);
  try {
    const playParts = partsFor(ownService, server, options, parts.llm);
    const outcomes = await runTogether(
      scenarioEntries,
      options.workers,
      async ({ scenario, file, folder }) => {
        const outcome = await play(scenario, file, folder, playParts);
        if (!options.quiet || outcome.state === 'failed') parts.writeOutput(`${lineOf(outcome)}\n`);
        return outcome;
      },
    );
    return reportOf(outcomes, (performance.now() - startedAt) / 1000);
  } finally {
    clearInterval(keepAliveTimer);
    await ownService?.close();
    if (!ownService) await server.close();
  }
}

function partsFor(
  own: OwnService | null,
  server: ScriptedServer,
  { runningService: running, pal }: CommandOptions,
  llm: TestParts['llm'],
): PlayParts {
  const { base, key } = own ?? running!;
  const client: Client<AbortSignal> = createClient<AbortSignal>(base, (url, init) => fetch(url, init));
  return {
    client,
    key,
    clock: own?.clock ?? systemClock,
    resources: new ScenarioResources({ client, key, server }),
    ownService: own,
    palId: pal,
    answerJudge: llm ? createAnswerJudge(llm) : null,
  };
}

type FoundScenario = { scenario: Scenario; file: string; folder: string };

/** Runs `workers` scenarios at a time. The outcomes are in the order of the scenarios. */
async function runTogether(
  all: readonly FoundScenario[],
  workers: number,
  run: (scenario: FoundScenario) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  const runNext = async () => {
    while (next < all.length) {
      const index = next++;
      outcomes[index] = await run(all[index]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, all.length) }, runNext));
  return outcomes;
}
