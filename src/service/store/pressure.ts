/** Measures how slow the database is: the waits for a connection, and the duration of its last queries. */

/** A query's share of the mean. */
const SHARE = 0.1;
/** Milliseconds after which a mean is out of date. */
const STALE = 5000;

export class Pressure {
  readonly #now: () => number;
  /** In the order of their arrival. */
  readonly #waiting = new Map<symbol, number>();
  #mean = 0;
  #measured = -Infinity;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a wait for a connection until the returned function is called. */
  waits(): () => void {
    const one = Symbol('waiting');
    this.#waiting.set(one, this.#now());
    return () => void this.#waiting.delete(one);
  }

  /** The number of waits for a connection. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Records a query's duration in milliseconds. */
  took(milliseconds: number): void {
    const now = this.#now();
    this.#mean =
      now - this.#measured > STALE ? SHARE * milliseconds : this.#mean + SHARE * (milliseconds - this.#mean);
    this.#measured = now;
  }

  /** Milliseconds. */
  get measure(): { waited: number; mean: number } {
    const now = this.#now();
    const first = this.#waiting.values().next().value;
    return {
      waited: first === undefined ? 0 : now - first,
      mean: now - this.#measured > STALE ? 0 : this.#mean,
    };
  }
}
