/** Calls in the background of a measurement: peers that receive the face and the voice all the time. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Command, StartedCall, Report } from './held-calls-process.ts';

export type { StartedCall };

/** Pictures that a drawn face has in a second, and packets that a voice has. */
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
   * `ratio`: pixels of the visitors' screens for one of CSS; from 1.5 on they are sent pictures of 720 px a side.
   * `drawn`: the visitors' browsers draw the face, and packets of the voice take the place of pictures.
   */
  constructor(ratio = 1, { drawn = false } = {}) {
    this.#ratio = ratio;
    this.#isDrawn = drawn;
  }

  get count(): number {
    return this.#count;
  }

  /** Joins another call; false if the room refuses it. */
  async add(call: StartedCall): Promise<boolean> {
    const place = this.#count++;
    if (place % PER_PROCESS === 0)
      this.#processes.push(
        fork(PROGRAM, [String(1000 + place), String(this.#ratio), this.#isDrawn ? 'drawn' : 'video'], {
          execArgv: ['--import', 'tsx'],
        }),
      );
    const report = await this.#ask(this.#processes.at(-1)!, { join: call });
    return 'joined' in report && report.joined;
  }

  /** Pictures per second of each call since the last report, the lowest first. */
  async rates(): Promise<number[]> {
    const reports = await Promise.all(this.#processes.map((child) => this.#ask(child, 'pictures')));
    const seconds = (performance.now() - this.#since) / 1000;
    this.#since = performance.now();
    const bytes = reports.reduce((sum, one) => sum + ('bytes' in one ? one.bytes : 0), 0);
    this.#kilobits = (bytes * 8) / 1000 / seconds / Math.max(this.#count, 1);
    return reports
      .flatMap((one) => ('pictures' in one ? one.pictures : []))
      .map((pictures) => pictures / seconds)
      .sort((one, other) => one - other);
  }

  /** Kilobits a second for each call in the mean, picture and voice, at the last report. */
  get kilobits(): number {
    return this.#kilobits;
  }

  close(): void {
    for (const child of this.#processes) child.kill('SIGKILL');
  }

  /** One question after the other, because an answer does not name its question. */
  #ask(child: ChildProcess, command: Command): Promise<Report> {
    const report = (this.#pending.get(child) ?? Promise.resolve()).then(async () => {
      child.send(command);
      return ((await once(child, 'message')) as [Report])[0];
    });
    this.#pending.set(child, report);
    return report;
  }
}

/** In words. */
export function inWords(rates: readonly number[], what = 'pictures', rate = RATE): string {
  const median = rates[Math.floor(rates.length / 2)] ?? 0;
  const least = rates[0] ?? 0;
  return (
    `${what} a second: least ${least.toFixed(1)}, median ${median.toFixed(1)} of ${rate} ` +
    `(least is ${((least / rate) * 100).toFixed(0)} %)`
  );
}
