/** Jobs that run until a test releases them. */
import * as z from 'zod/mini';
import type { Job, Jobs } from '../../../src/service/jobs/jobs.ts';

export const Payload = z.object({ name: z.string() });

/** Registers a job type. Each run lasts until the test finishes it or makes it fail. */
export function work(jobs: Jobs, kind: string, concurrency = 10, share?: number) {
  const begun: { job: Job<{ name: string }>; finish(outcome?: { again: number }): void; fail(): void }[] = [];
  const waiting: (() => void)[] = [];
  jobs.register({
    name: kind,
    payload: Payload,
    concurrency,
    ...(share === undefined ? {} : { share }),
    run: (job) =>
      new Promise((resolve, reject) => {
        begun.push({ job, finish: resolve, fail: () => reject(new Error('broken')) });
        job.signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
        waiting.splice(0).forEach((wake) => wake());
      }),
  });
  return {
    begun,
    names: () => begun.map(({ job }) => job.payload.name),
    /** Resolves when `total` runs have begun. */
    async count(total: number) {
      while (begun.length < total) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
