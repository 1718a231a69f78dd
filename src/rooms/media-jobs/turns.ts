/**
 * Runs only a few media jobs at a time, because each uses a complete core. The account with the fewest running
 * jobs comes first. Packing a speech is never queued, because it is short and a caller waits for it.
 */
import type { MediaJob, MediaJobOptions, RunMediaJob } from './media-jobs.ts';

/** Maximum number of jobs at a time, in total and for one account. */
const MAX_JOBS = 3;
const MAX_JOBS_PER_ACCOUNT = 2;
/**
 * Maximum number of simultaneous trainings of speaking faces. One takes minutes and half a gigabyte, so two would
 * delay other jobs too long.
 */
const MAX_LONG_JOBS = 1;
const isLong = (task: MediaJob) => task.do === 'train' && task.consent;

interface WaitingJob {
  account: number | undefined;
  task: MediaJob;
  start(): void;
}

export function queueJobs(run: RunMediaJob): RunMediaJob {
  const running: Pick<WaitingJob, 'account' | 'task'>[] = [];
  const waitingJobs: WaitingJob[] = [];
  const countOf = (account: number | undefined) => running.filter((job) => job.account === account).length;
  const mayEnter = ({ account, task }: WaitingJob) =>
    running.length < MAX_JOBS &&
    countOf(account) < MAX_JOBS_PER_ACCOUNT &&
    !(isLong(task) && running.filter((one) => isLong(one.task)).length >= MAX_LONG_JOBS);
  const startNext = () => {
    const eligibleJobs = waitingJobs.filter(mayEnter);
    const [nextJob] = eligibleJobs.sort((a, b) => countOf(a.account) - countOf(b.account));
    if (!nextJob) return;
    waitingJobs.splice(waitingJobs.indexOf(nextJob), 1);
    nextJob.start();
  };
  const waitForTurn = (task: MediaJob, { account, signal }: MediaJobOptions) =>
    new Promise<WaitingJob>((resolve, reject) => {
      const abort = () => {
        waitingJobs.splice(waitingJobs.indexOf(waitingJob), 1);
        reject(signal.reason as Error);
      };
      const waitingJob: WaitingJob = {
        account,
        task,
        start() {
          signal.removeEventListener('abort', abort);
          running.push(waitingJob);
          resolve(waitingJob);
        },
      };
      waitingJobs.push(waitingJob);
      signal.addEventListener('abort', abort, { once: true });
      startNext();
    });
  return async (task, options) => {
    if (task.do === 'pack') return run(task, options);
    options.signal.throwIfAborted();
    const entry = await waitForTurn(task, options);
    try {
      return await run(task, options);
    } finally {
      running.splice(running.indexOf(entry), 1);
      startNext();
    }
  };
}
