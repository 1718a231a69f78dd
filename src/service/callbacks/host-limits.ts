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
  nextAttemptAt: number;
}

export class HostLimits {
  readonly #queues = new Map<string, HostQueue>();

  /**
   * Returns null if the callback may be sent now; the caller then calls `leave` after the delivery. Otherwise
   * returns the time of the next attempt. Attempts are spread over the host's response time, so that a thousand
   * callbacks to a host that hangs do not keep the database busy.
   */
  enter(hostKey: string, now: number): number | null {
    const queue = this.#queues.get(hostKey) ?? { startTimes: [], nextAttemptAt: 0 };
    this.#queues.set(hostKey, queue);
    if (queue.startTimes.length < HOST_SHARE) {
      queue.startTimes.push(now);
      return null;
    }
    const retryAt = Math.min(now + MAX_HOST_WAIT, Math.max(now + HOST_WAIT, queue.nextAttemptAt));
    queue.nextAttemptAt = retryAt + (now - queue.startTimes[0]!) / HOST_SHARE;
    return retryAt;
  }

  /** Removes a delivery; `startedAt` is its start time. */
  leave(hostKey: string, startedAt: number): void {
    const queue = this.#queues.get(hostKey)!;
    queue.startTimes.splice(queue.startTimes.indexOf(startedAt), 1);
    if (queue.startTimes.length === 0) this.#queues.delete(hostKey);
  }
}
