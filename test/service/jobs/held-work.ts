/** Jobs that run until a test releases them. */
import * as z from 'zod/mini';
import type { Job, Jobs } from '../../../src/service/jobs/jobs.ts';

export const Payload = z.object({ name: z.string() });

/** Registers a job type. Each run lasts until the test finishes it or makes it fail. */
export function registerHeldJob(jobs: Jobs, kind: string, concurrency = 10, share?: number) {
  const startedJobs: {
    job: Job<{ name: string }>;
    finish(outcome?: { again: number }): void;
    fail(): void;
  }[] = [];
  const waiters: (() => void)[] = [];
  jobs.register({
    name: kind,
    payload: Payload,
    concurrency,
    ...(share === undefined ? {} : { share }),
    run: (job) =>
      new Promise((resolve, reject) => {
        startedJobs.push({ job, finish: resolve, fail: () => reject(new Error('broken')) });
        job.signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
        waiters.splice(0).forEach((wake) => wake());
      }),
  });
  return {
    started: startedJobs,
    names: () => startedJobs.map(({ job }) => job.payload.name),
    /** Resolves when `total` runs have begun. */
    async count(total: number) {
      while (startedJobs.length < total) await new Promise<void>((resolve) => waiters.push(resolve));
    },
  };
}
