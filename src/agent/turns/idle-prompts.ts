/** After a silence, asks at most twice whether the visitor is still there. */
import type { Clock } from '@palkit/runtime/clock';

const MAX_PROMPTS = 2;

export class IdlePrompts {
  readonly #parts: { clock: Clock; /** Milliseconds; null: never. */ after: number | null; ask(): void };
  #promptCount = 0;
  #waitAbort = new AbortController();

  constructor(parts: { clock: Clock; after: number | null; ask(): void }) {
    this.#parts = parts;
  }

  /** Starts the idle timer; both sides are now silent. */
  startTimer(): void {
    this.stop();
    const { clock, after, ask } = this.#parts;
    if (after === null || this.#promptCount >= MAX_PROMPTS) return;
    clock.after(
      after,
      () => {
        this.#promptCount++;
        ask();
      },
      this.#waitAbort.signal,
    );
  }

  /** Called when the visitor did something. */
  reset(): void {
    this.#promptCount = 0;
    this.stop();
  }

  stop(): void {
    this.#waitAbort.abort();
    this.#waitAbort = new AbortController();
  }
}
