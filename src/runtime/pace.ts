/** Lets long work on the event loop yield to other work. */
import { setImmediate } from 'node:timers/promises';

/** Maximum milliseconds of work without a pause. */
const SLICE_MS = 8;

export class Pace {
  #startedAt = performance.now();

  /** Call this between small steps. It settles immediately until a time slice is used up. */
  async rest(): Promise<void> {
    if (performance.now() - this.#startedAt < SLICE_MS) return;
    await setImmediate();
    this.#startedAt = performance.now();
  }
}
