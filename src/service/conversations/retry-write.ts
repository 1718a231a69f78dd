/** Retries the writes of a call while the database is briefly unreachable, as in a restart or a failover. */
import type { Clock } from '@palkit/runtime/clock';

/** Seconds before each retry of a failed write. */
export const WRITE_RETRY_SECONDS = [1, 4, 10, 20, 30] as const;

/**
 * Repeats `work` until it succeeds; rejects with the last error after the last attempt. When `endSignal` aborts,
 * the next attempt starts at once and is the last one, so that the end of a call is not delayed.
 */
export async function retryWrite<Result>(
  work: () => Promise<Result>,
  { clock, endSignal }: { clock: Clock; endSignal: AbortSignal },
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const seconds = WRITE_RETRY_SECONDS[attempt];
      if (seconds === undefined || endSignal.aborted) throw error;
      await new Promise<void>((resolve) => {
        const waitEnd = new AbortController();
        const finishWait = () => {
          waitEnd.abort();
          resolve();
        };
        endSignal.addEventListener('abort', finishWait, { once: true, signal: waitEnd.signal });
        clock.after(seconds * 1000, finishWait, waitEnd.signal);
      });
    }
  }
}
