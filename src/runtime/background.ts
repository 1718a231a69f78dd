/**
 * Work for which no caller waits. It continues after a call has ended. When the service closes, a signal tells the
 * work to stop.
 */
import { setMaxListeners } from 'node:events';
import { describe } from './describe.ts';
import type { Log } from './log.ts';

export class Background {
  readonly #stop = new AbortController();
  readonly #runningWork = new Set<Promise<void>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
    // The work of all calls listens to this signal, so many listeners are normal and do not indicate a leak.
    setMaxListeners(0, this.#stop.signal);
  }

  /** Aborts when the service closes. */
  get closing(): AbortSignal {
    return this.#stop.signal;
  }

  /** Starts the work immediately; an error that it does not handle is logged. After the close, no work is started. */
  run(work: (signal: AbortSignal) => Promise<void>): void {
    if (this.#stop.signal.aborted) return;
    const runningWork: Promise<void> = work(this.#stop.signal)
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted) this.#log.error(describe(error), 'work in the background failed');
      })
      .finally(() => this.#runningWork.delete(runningWork));
    this.#runningWork.add(runningWork);
  }

  /** Settles when all started work has ended. */
  async idle(): Promise<void> {
    while (this.#runningWork.size > 0) await Promise.all(this.#runningWork);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.idle();
  }
}
