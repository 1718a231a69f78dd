/** An interface for time, so that tests can control it. */
export interface Clock {
  /** Returns Unix milliseconds. */
  now(): number;
  /** Returns milliseconds of a monotonic clock, which does not change when the device's time is set. */
  elapsed(): number;
  /** Calls `callback` once after `milliseconds`, unless the signal aborts first. */
  after(milliseconds: number, callback: () => void, signal?: AbortSignal): void;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(milliseconds, callback, signal) {
    if (signal?.aborted) return;
    const stop = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      // A call's signal outlives thousands of timers, so each timer removes its listener.
      signal?.removeEventListener('abort', stop);
      callback();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  },
};
