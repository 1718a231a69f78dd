/** Makes long work on the event loop yield to other work. */
import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work without a pause. */
const SLICE = 8;

export class Pace {
  #began = performance.now();

  /** Call it between small steps: it settles at once until a slice of time is used up. */
  async rest(): Promise<void> {
    if (performance.now() - this.#began < SLICE) return;
    await setImmediate();
    this.#began = performance.now();
  }
}
