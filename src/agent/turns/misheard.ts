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
  #times = 0;

  constructor(parts: CounterParts) {
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
    const { canHear, isSilent, sayCannotHear, askToRepeat } = this.#parts;
    if (!canHear()) {
      if (this.#times++ === 0) sayCannotHear();
    } else if (++this.#times >= 2 && isSilent()) {
      this.#times = 0;
      askToRepeat();
    }
  }
}
