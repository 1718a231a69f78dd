/** Time as a port, so that tests move it. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Calls once after `milliseconds`, unless the signal aborts first. */
  after(milliseconds: number, callback: () => void, signal?: AbortSignal): void;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback, signal) {
    if (signal?.aborted) return;
    const stop = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      // A call's signal sees thousands of timers: each takes its listener with it.
      signal?.removeEventListener('abort', stop);
      callback();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  },
};
