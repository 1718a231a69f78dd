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
    const timer = setTimeout(callback, milliseconds);
    signal?.addEventListener('abort', () => clearTimeout(timer), { once: true });
  },
};
