/** Time as a port, so that tests can move it. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Calls once after `milliseconds`, unless the signal aborts first. */
  after(milliseconds: number, callback: () => void, signal?: AbortSignal): void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback, signal) {
    if (signal?.aborted) return;
    // Waits longer than a timer supports (24.8 days) do not occur, because the longest limit is a day.
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop);
        callback();
      },
      Math.max(0, milliseconds),
    );
    timer.unref?.();
    const stop = () => clearTimeout(timer);
    signal?.addEventListener('abort', stop, { once: true });
  },
};

/** Resolves after `milliseconds`; rejects with the signal's reason if it aborts first. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const abort = () => (ended.abort(), reject(signal.reason as Error));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true, signal: ended.signal });
    clock.after(milliseconds, () => (ended.abort(), resolve()), ended.signal);
  });
}

interface Wait {
  since: number;
  at: number;
  callback: () => void;
  signal: AbortSignal | undefined;
}

/** A clock that stands still until it is moved; due callbacks run in order of their time. */
export class ManualClock implements Clock {
  #now: number;
  readonly #waiting = new Set<Wait>();
  /**
   * Above this number, waits whose signal has aborted are removed, because a test with many requests may never move
   * the clock.
   */
  #crowd = 1000;

  constructor(start = Date.UTC(2026, 0, 1, 12)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void, signal?: AbortSignal): void {
    if (signal?.aborted) return;
    this.#waiting.add({ since: this.#now, at: this.#now + Math.max(0, milliseconds), callback, signal });
    if (this.#waiting.size < this.#crowd) return;
    // Waits add no listener to their signal, because a test that moves the clock by weeks would add millions of them.
    for (const wait of this.#waiting) if (wait.signal?.aborted) this.#waiting.delete(wait);
    this.#crowd = 1000 + 2 * this.#waiting.size;
  }

  /**
   * True if a wait of this duration has begun since the clock was last moved. Only then does moving the clock have
   * the intended effect.
   */
  waits(milliseconds: number): boolean {
    return this.waiting(milliseconds) > 0;
  }

  /** The number of waits of this duration that have begun since the clock was last moved. */
  waiting(milliseconds: number): number {
    const at = this.#now + milliseconds;
    return [...this.#waiting].filter(
      (wait) => wait.since === this.#now && wait.at === at && !wait.signal?.aborted,
    ).length;
  }

  /** Of waits that end at the same time, the one that began first. */
  #earliest(): Wait | undefined {
    let earliest: Wait | undefined;
    for (const wait of this.#waiting) if (!earliest || wait.at < earliest.at) earliest = wait;
    return earliest;
  }

  move(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const due = this.#earliest();
      if (!due || due.at > end) break;
      this.#waiting.delete(due);
      this.#now = Math.max(this.#now, due.at);
      if (!due.signal?.aborted) due.callback();
    }
    this.#now = end;
  }
}

/** ISO 8601 in UTC with milliseconds. */
export function iso(milliseconds: number | Date): string {
  return new Date(milliseconds).toISOString();
}
