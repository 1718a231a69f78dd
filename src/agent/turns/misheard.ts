interface CounterParts {
  /** True if a recogniser is available. */
  canHear(): boolean;
  /** True while the agent is silent. */
  isSilent(): boolean;
  sayCannotHear(): void;
  askToRepeat(): void;
}

/** Tells visitors that they were not understood: after the second time, or immediately if no recogniser works. */
export class MisunderstandingCounter {
  readonly #parts: CounterParts;
  #missCount = 0;

  constructor(parts: CounterParts) {
    this.#parts = parts;
  }

  /** Called when a line was understood. */
  reset(): void {
    this.#missCount = 0;
  }

  /**
   * Called for speech that cannot be recognised. The next failure is then reported, although normally only a second
   * failure is.
   */
  countUnrecognised(): void {
    this.#missCount = Math.max(this.#missCount, 1);
  }

  /** Called for a voice without words. */
  countMiss(): void {
    const { canHear, isSilent, sayCannotHear, askToRepeat } = this.#parts;
    if (!canHear()) {
      if (this.#missCount++ === 0) sayCannotHear();
    } else if (++this.#missCount >= 2 && isSilent()) {
      this.#missCount = 0;
      askToRepeat();
    }
  }
}
