/**
 * Tells a visitor that they were not understood: from the second time on, and at once where no recogniser
 * works at all.
 */
export class Misheard {
  readonly #parts: {
    /** True if any recogniser is available. */
    able(): boolean;
    /** True while the agent is silent. */
    silent(): boolean;
    cannotHear(): void;
    askToRepeat(): void;
  };
  #times = 0;

  constructor(parts: { able(): boolean; silent(): boolean; cannotHear(): void; askToRepeat(): void }) {
    this.#parts = parts;
  }

  /** A line was understood. */
  reset(): void {
    this.#times = 0;
  }

  /** A visitor with speech that cannot be recognised is informed at once, not at the second attempt. */
  countUnrecognised(): void {
    this.#times = Math.max(this.#times, 1);
  }

  /** A voice without words. */
  countMiss(): void {
    const { able, silent, cannotHear, askToRepeat: askToRepeat } = this.#parts;
    if (!able()) {
      if (this.#times++ === 0) cannotHear();
    } else if (++this.#times >= 2 && silent()) {
      this.#times = 0;
      askToRepeat();
    }
  }
}
