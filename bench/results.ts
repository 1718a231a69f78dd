/**
 * Prints the results of a benchmark. With `--record`, also writes them to bench/results with the date, the machine
 * and the command. docs/measurements.md is generated from there (`npm run docs`).
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as z from 'zod';

export const RESULTS = path.join('bench', 'results');
/** Maximum number of runs in a file, and of lines of a run; older ones are dropped. */
const MAX_RUNS = 6;
const MAX_LINES = 60;

const Run = z.object({
  /** Day of the run in ISO 8601, for example 2026-01-14. */
  date: z.string(),
  machine: z.string(),
  command: z.string(),
  figures: z.array(z.string()),
});
export const Results = z.object({ about: z.string(), runs: z.array(Run) });
export type Results = z.output<typeof Results>;

/** The flag is removed, so that a benchmark reads only its own arguments. */
const place = process.argv.indexOf('--record');
const isRecorded = place > 1;
if (isRecorded) process.argv.splice(place, 1);
const lines: string[] = [];

/** Prints lines of results, which `--record` also writes to a file. */
export function report(text: string): void {
  if (text === '') return;
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  lines.push(...text.trimEnd().split('\n'));
}

function machine(): string {
  const [{ model } = { model: 'unknown processor' }] = os.cpus();
  const load = os.loadavg()[0]!.toFixed(1);
  return `${os.availableParallelism()} cores of ${model.trim()}, Node ${process.versions.node}, load ${load}`;
}

/** Writes the results when the process exits, because a benchmark may end with `process.exit`. */
function write(): void {
  const bench = path.basename(process.argv[1]!, '.ts');
  const file = path.join(RESULTS, `${bench}.json`);
  const results: Results = fs.existsSync(file)
    ? Results.parse(JSON.parse(fs.readFileSync(file, 'utf8')))
    : { about: bench, runs: [] };
  results.runs.unshift({
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    command: ['node --import tsx', `bench/${bench}.ts`, ...process.argv.slice(2)].join(' '),
    figures: lines.slice(-MAX_LINES).map((line) => line.trim()),
  });
  results.runs.splice(MAX_RUNS);
  fs.mkdirSync(RESULTS, { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

if (isRecorded) process.once('exit', () => lines.length > 0 && write());
