/**
 * Lets few media jobs run at a time, since each of them uses a whole core, and gives turns to the account that is
 * served least. Packing a speech takes a moment and has its caller waiting, so it never waits.
 */
import type { MediaJobOptions, RunMediaJob } from './media-jobs.ts';

/** Jobs at a time, and those of one account. */
const AT_ONCE = 3;
const SHARE = 2;

interface Waiting {
  account: number | undefined;
  enter(): void;
}

export function inTurns(run: RunMediaJob): RunMediaJob {
  const running: (number | undefined)[] = [];
  const waiting: Waiting[] = [];
  const countOf = (account: number | undefined) => running.filter((one) => one === account).length;
  const mayEnter = (account: number | undefined) => running.length < AT_ONCE && countOf(account) < SHARE;
  const serve = () => {
    const able = waiting.filter(({ account }) => mayEnter(account));
    const [next] = able.sort((one, other) => countOf(one.account) - countOf(other.account));
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    next.enter();
  };
  const turn = ({ account, signal }: MediaJobOptions) =>
    new Promise<void>((resolve, reject) => {
      const abort = () => {
        waiting.splice(waiting.indexOf(mine), 1);
        reject(signal.reason as Error);
      };
      const mine: Waiting = {
        account,
        enter() {
          signal.removeEventListener('abort', abort);
          running.push(account);
          resolve();
        },
      };
      waiting.push(mine);
      signal.addEventListener('abort', abort, { once: true });
      serve();
    });
  return async (task, options) => {
    if (task.do === 'pack') return run(task, options);
    options.signal.throwIfAborted();
    await turn(options);
    try {
      return await run(task, options);
    } finally {
      running.splice(running.indexOf(options.account), 1);
      serve();
    }
  };
}
