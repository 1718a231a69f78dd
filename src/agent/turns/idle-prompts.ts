/** After a silence, asks at most twice whether the visitor is still there. */
import type { Clock } from '@palkit/runtime/clock';

const MAX_PROMPTS = 2;

export class IdlePrompts {
  readonly #parts: { clock: Clock; /** Milliseconds; null: never. */ after: number | null; ask(): void };
  #prompts = 0;
  #waitStop = new AbortController();

  constructor(parts: { clock: Clock; after: number | null; ask(): void }) {
    this.#parts = parts;
  }

  /** Starts the idle timer; both sides are now silent. */
  startTimer(): void {
    this.stop();
    const { clock, after, ask } = this.#parts;
    if (after === null || this.#prompts >= MAX_PROMPTS) return;
    clock.after(
      after,
      () => {
        this.#prompts++;
        ask();
      },
      this.#waitStop.signal,
    );
  }

  /** Called when the visitor did something. */
  restartTimer(): void {
    this.#prompts = 0;
    this.stop();
  }

  stop(): void {
    this.#waitStop.abort();
    this.#waitStop = new AbortController();
  }
}
