/** A clock that tests move manually. */
import type { Clock } from '../../src/elements/session/clock.ts';

/** Waits until all promises that can settle have settled. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export class MovedClock implements Clock {
  #now = Date.UTC(2026, 0, 5, 9);
  #timers: { at: number; callback: () => void; signal?: AbortSignal }[] = [];

  /** Milliseconds by which the visitor has changed the device's clock. */
  offset = 0;

  now(): number {
    return this.#now + this.offset;
  }

  elapsed(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void, signal?: AbortSignal): void {
    if (!signal?.aborted) this.#timers.push({ at: this.#now + milliseconds, callback, signal });
  }

  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      await settle();
      this.#timers = this.#timers.filter((timer) => !timer.signal?.aborted);
      const next = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers.splice(this.#timers.indexOf(next), 1);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
    await settle();
  }
}
