/** How many callbacks of an account may be on their way to one host, and when those that wait for it look again. */

export const HOST_SHARE = 10;
/** Milliseconds until one that waits looks again, at least and at most. */
const HOST_WAIT = 500;
const MOST_HOST_WAIT = 60_000;

interface Way {
  /** Start times of the running deliveries, the earliest first. Milliseconds. */
  readonly began: number[];
  /** Time at which the next waiting delivery is tried. */
  next: number;
}

export class HostShares {
  readonly #ways = new Map<string, Way>();

  /**
   * One more on its way: null where it may go, and `leave` has to be called; otherwise when to look again. Those that
   * wait are spread over the time that the host takes to answer: a thousand that wait for one that hangs would keep the
   * database busy with looks in vain.
   */
  enter(way: string, now: number): number | null {
    const attempts = this.#ways.get(way) ?? { began: [], next: 0 };
    this.#ways.set(way, attempts);
    if (attempts.began.length < HOST_SHARE) {
      attempts.began.push(now);
      return null;
    }
    const again = Math.min(now + MOST_HOST_WAIT, Math.max(now + HOST_WAIT, attempts.next));
    attempts.next = again + (now - attempts.began[0]!) / HOST_SHARE;
    return again;
  }

  /** `began`: the time at which it was let go. */
  leave(way: string, began: number): void {
    const attempts = this.#ways.get(way)!;
    attempts.began.splice(attempts.began.indexOf(began), 1);
    if (attempts.began.length === 0) this.#ways.delete(way);
  }
}
