/** Measures how slow the database is: the waits for a connection, and the duration of recent queries. */

/** Weight of a query in the moving average. */
const SHARE = 0.1;
/** Milliseconds after which the average is outdated. */
const STALE_MS = 5000;

export class Pressure {
  readonly #now: () => number;
  /** Start times of the waits in milliseconds, in order of arrival. */
  readonly #waitStarts = new Map<symbol, number>();
  #mean = 0;
  #measuredAt = -Infinity;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a wait for a connection, until the returned function is called. */
  countWait(): () => void {
    const wait = Symbol('waiting');
    this.#waitStarts.set(wait, this.#now());
    return () => void this.#waitStarts.delete(wait);
  }

  /** The number of current waits for a connection. */
  get waiting(): number {
    return this.#waitStarts.size;
  }

  /** Records the duration of a query. */
  recordQuery(milliseconds: number): void {
    const now = this.#now();
    this.#mean =
      now - this.#measuredAt > STALE_MS
        ? SHARE * milliseconds
        : this.#mean + SHARE * (milliseconds - this.#mean);
    this.#measuredAt = now;
  }

  /** The longest current wait and the mean duration of a query, in milliseconds. */
  get measure(): { waited: number; mean: number } {
    const now = this.#now();
    const firstStart = this.#waitStarts.values().next().value;
    return {
      waited: firstStart === undefined ? 0 : now - firstStart,
      mean: now - this.#measuredAt > STALE_MS ? 0 : this.#mean,
    };
  }
}
