/** Tells visitors that they were not understood: after the second time, or immediately if no recogniser works. */
export class MisunderstandingCounter {
  readonly #parts: {
    /** True if a recogniser is available. */
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

  /** Called when a line was understood. */
  reset(): void {
    this.#times = 0;
  }

  /** Called for speech that cannot be recognised; the next failure is then reported, not only the second. */
  countUnrecognised(): void {
    this.#times = Math.max(this.#times, 1);
  }

  /** Called for a voice without words. */
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
