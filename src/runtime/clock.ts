/** An interface for time, so that tests can control it. */
export interface Clock {
  /** Returns the current time in Unix milliseconds. */
  now(): number;
  /** Calls `callback` once after `milliseconds`, unless the signal aborts first. */
  after(milliseconds: number, callback: () => void, signal?: AbortSignal): void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback, signal) {
    if (signal?.aborted) return;
    // Waits longer than the maximum of a timer (24.8 days) do not occur, because the longest limit is a day.
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
    const cleanup = new AbortController();
    const abort = () => (cleanup.abort(), reject(signal.reason as Error));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true, signal: cleanup.signal });
    clock.after(milliseconds, () => (cleanup.abort(), resolve()), cleanup.signal);
  });
}

interface Wait {
  since: number;
  dueAt: number;
  callback: () => void;
  signal: AbortSignal | undefined;
}

/** A clock that only moves when a test moves it. Due callbacks run in the order of their times. */
export class ManualClock implements Clock {
  #now: number;
  readonly #waits = new Set<Wait>();
  /**
   * Number of waits above which the aborted ones are removed, because a test with many requests may never move
   * the clock.
   */
  #cleanupThreshold = 1000;

  constructor(start = Date.UTC(2026, 0, 1, 12)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void, signal?: AbortSignal): void {
    if (signal?.aborted) return;
    this.#waits.add({ since: this.#now, dueAt: this.#now + Math.max(0, milliseconds), callback, signal });
    if (this.#waits.size < this.#cleanupThreshold) return;
    // Waits add no listeners to their signals, because a test that moves the clock by weeks would add millions
    // of listeners.
    for (const wait of this.#waits) if (wait.signal?.aborted) this.#waits.delete(wait);
    this.#cleanupThreshold = 1000 + 2 * this.#waits.size;
  }

  /**
   * True if a wait of this duration has started since the clock was last moved. A test checks this before it moves
   * the clock, because a wait that starts later would not end.
   */
  waits(milliseconds: number): boolean {
    return this.countWaits(milliseconds) > 0;
  }

  /** Returns the number of waits of this duration that have started since the clock was last moved. */
  countWaits(milliseconds: number): number {
    const at = this.#now + milliseconds;
    return [...this.#waits].filter(
      (wait) => wait.since === this.#now && wait.dueAt === at && !wait.signal?.aborted,
    ).length;
  }

  /**
   * Returns the earliest wait; of those that end at the same time, the one that started first. Undefined if
   * there is no wait.
   */
  #earliest(): Wait | undefined {
    let earliest: Wait | undefined;
    for (const wait of this.#waits) if (!earliest || wait.dueAt < earliest.dueAt) earliest = wait;
    return earliest;
  }

  move(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const dueWait = this.#earliest();
      if (!dueWait || dueWait.dueAt > end) break;
      this.#waits.delete(dueWait);
      this.#now = Math.max(this.#now, dueWait.dueAt);
      if (!dueWait.signal?.aborted) dueWait.callback();
    }
    this.#now = end;
  }
}

/** Formats a date or Unix milliseconds as ISO 8601 in UTC with milliseconds. */
export function toIso(milliseconds: number | Date): string {
  return new Date(milliseconds).toISOString();
}
