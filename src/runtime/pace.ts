/** Lets long work on the event loop give way to everything else. */
import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work without a pause. */
const SLICE = 8;

export class Pace {
  #began = performance.now();

  /** Call between small steps: settles at once until a slice of time is used up. */
  async rest(): Promise<void> {
    if (performance.now() - this.#began < SLICE) return;
    await setImmediate();
    this.#began = performance.now();
  }
}
