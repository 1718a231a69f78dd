/** Background calls during a measurement: peers that receive the face and the voice all the time. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Command, StartedCall, Report } from './held-calls-process.ts';

export type { StartedCall };

/** Pictures per second of a drawn face, and packets per second of a voice. */
export const RATE = 25;
export const VOICE_RATE = 50;
const PER_PROCESS = 10;
const PROGRAM = fileURLToPath(new URL('./held-calls-process.ts', import.meta.url));

export class HeldCalls {
  readonly #processes: ChildProcess[] = [];
  readonly #pending = new Map<ChildProcess, Promise<unknown>>();
  readonly #ratio: number;
  readonly #isDrawn: boolean;
  #count = 0;
  #since = 0;
  #kilobits = 0;

  /**
   * `ratio` is the number of device pixels per CSS pixel; from 1.5 on, visitors receive pictures of 720 px a side.
   * With `drawn` the visitors' browsers draw the face, so packets of the voice are counted instead of pictures.
   */
  constructor(ratio = 1, { drawn = false } = {}) {
    this.#ratio = ratio;
    this.#isDrawn = drawn;
  }

  get count(): number {
    return this.#count;
  }

  /** Joins another call; resolves to false if the room refuses it. */
  async add(call: StartedCall): Promise<boolean> {
    const callIndex = this.#count++;
    if (callIndex % PER_PROCESS === 0)
      this.#processes.push(
        fork(PROGRAM, [String(1000 + callIndex), String(this.#ratio), this.#isDrawn ? 'drawn' : 'video'], {
          execArgv: ['--import', 'tsx'],
        }),
      );
    const report = await this.#ask(this.#processes.at(-1)!, { join: call });
    return 'joined' in report && report.joined;
  }

  /** Returns the pictures per second of each call since the last report, in ascending order. */
  async rates(): Promise<number[]> {
    const reports = await Promise.all(this.#processes.map((child) => this.#ask(child, 'pictures')));
    const seconds = (performance.now() - this.#since) / 1000;
    this.#since = performance.now();
    const bytes = reports.reduce((sum, report) => sum + ('bytes' in report ? report.bytes : 0), 0);
    this.#kilobits = (bytes * 8) / 1000 / seconds / Math.max(this.#count, 1);
    return reports
      .flatMap((report) => ('pictures' in report ? report.pictures : []))
      .map((pictures) => pictures / seconds)
      .sort((a, b) => a - b);
  }

  /** Mean kbit/s per call for picture and voice at the last report. */
  get kilobits(): number {
    return this.#kilobits;
  }

  close(): void {
    for (const child of this.#processes) child.kill('SIGKILL');
  }

  /** Requests run one after another, because a reply does not identify its request. */
  #ask(child: ChildProcess, command: Command): Promise<Report> {
    const report = (this.#pending.get(child) ?? Promise.resolve()).then(async () => {
      child.send(command);
      return ((await once(child, 'message')) as [Report])[0];
    });
    this.#pending.set(child, report);
    return report;
  }
}

/** Describes the rates in words: the least and the median, with their unit. */
export function inWords(rates: readonly number[], label = 'pictures', rate = RATE): string {
  const median = rates[Math.floor(rates.length / 2)] ?? 0;
  const least = rates[0] ?? 0;
  return (
    `${label} a second: least ${least.toFixed(1)}, median ${median.toFixed(1)} of ${rate} ` +
    `(least is ${((least / rate) * 100).toFixed(0)} %)`
  );
}
