/**
 * Limits how many callbacks of one account are sent to one host at a time, and schedules the deliveries that have to
 * wait.
 */

export const HOST_SHARE = 10;
/** Minimum and maximum milliseconds until a waiting delivery tries again. */
const HOST_WAIT = 500;
const MAX_HOST_WAIT = 60_000;

interface HostQueue {
  /** Start times of the running deliveries in milliseconds, earliest first. */
  readonly startTimes: number[];
  /** Time in milliseconds at which the next waiting delivery tries again. */
  next: number;
}

export class HostLimits {
  readonly #ways = new Map<string, HostQueue>();

  /**
   * Returns null if the callback may be sent (call `leave` afterwards), otherwise the time to try again. Waiting
   * callbacks are spread over the host's response time; otherwise a thousand callbacks to a host that hangs would
   * keep the database busy.
   */
  enter(way: string, now: number): number | null {
    const attempts = this.#ways.get(way) ?? { startTimes: [], next: 0 };
    this.#ways.set(way, attempts);
    if (attempts.startTimes.length < HOST_SHARE) {
      attempts.startTimes.push(now);
      return null;
    }
    const again = Math.min(now + MAX_HOST_WAIT, Math.max(now + HOST_WAIT, attempts.next));
    attempts.next = again + (now - attempts.startTimes[0]!) / HOST_SHARE;
    return again;
  }

  /** Removes a delivery; `startedAt` is its start time. */
  leave(way: string, startedAt: number): void {
    const attempts = this.#ways.get(way)!;
    attempts.startTimes.splice(attempts.startTimes.indexOf(startedAt), 1);
    if (attempts.startTimes.length === 0) this.#ways.delete(way);
  }
}
