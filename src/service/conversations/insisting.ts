/** Repeats a call's writes while the database is away for a moment, as in a restart or a failover. */
import type { Clock } from '@palkit/runtime/clock';

/** Seconds before each repetition of a failed write. */
export const WRITE_AGAIN_SECONDS = [1, 4, 10, 20, 30] as const;

/**
 * Does `work` until it succeeds; rejects with its last fault when the tries are used up. Once `over`, nothing is
 * tried again: who ends the call waits for no more than the try that goes on.
 */
export async function insist<Result>(
  work: () => Promise<Result>,
  { clock, over }: { clock: Clock; over: AbortSignal },
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const seconds = WRITE_AGAIN_SECONDS[attempt];
      if (seconds === undefined || over.aborted) throw error;
      await new Promise<void>((resolve) => {
        const waited = new AbortController();
        const settle = () => {
          waited.abort();
          resolve();
        };
        over.addEventListener('abort', settle, { once: true, signal: waited.signal });
        clock.after(seconds * 1000, settle, waited.signal);
      });
    }
  }
}
