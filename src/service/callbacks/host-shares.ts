/**
 * Limits how many callbacks of an account are sent to one host at a time, and decides when the waiting ones try
 * again.
 */

export const HOST_SHARE = 10;
/** Shortest and longest milliseconds until a waiting delivery tries again. */
const HOST_WAIT = 500;
const MAX_HOST_WAIT = 60_000;

interface Way {
  /** Start times of the running deliveries, the earliest first. Milliseconds. */
  readonly began: number[];
  /** Time at which the next waiting delivery is tried. */
  next: number;
}

export class HostShares {
  readonly #ways = new Map<string, Way>();

  /**
   * Requests a place: null if the callback may be sent, after which `leave` must be called; otherwise the time to try
   * again. Waiting callbacks are spread over the host's response time: a thousand callbacks for a host that hangs
   * would otherwise keep the database busy.
   */
  enter(way: string, now: number): number | null {
    const attempts = this.#ways.get(way) ?? { began: [], next: 0 };
    this.#ways.set(way, attempts);
    if (attempts.began.length < HOST_SHARE) {
      attempts.began.push(now);
      return null;
    }
    const again = Math.min(now + MAX_HOST_WAIT, Math.max(now + HOST_WAIT, attempts.next));
    attempts.next = again + (now - attempts.began[0]!) / HOST_SHARE;
    return again;
  }

  /** Ends a delivery. `began`: the time at which it was started. */
  leave(way: string, began: number): void {
    const attempts = this.#ways.get(way)!;
    attempts.began.splice(attempts.began.indexOf(began), 1);
    if (attempts.began.length === 0) this.#ways.delete(way);
  }
}
