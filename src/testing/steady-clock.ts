/**
 * A clock that runs only while this process can work; delays by a busy machine or a long computation do not count.
 * All parts of a scenario and the service under test share it, so a slow machine makes scenarios longer without
 * changing their results.
 */
import type { Clock } from '@palkit/runtime/clock';

const TICK_MS = 5;
/** Maximum milliseconds that one tick adds; a later tick shows that the process was delayed. */
const MAX_STEP_MS = 50;

export interface SteadyClock extends Clock {
  stop(): void;
}

export function steadyClock(
  readTime: () => number = () => performance.now(),
  shouldTick = true,
): SteadyClock & { tick(): void } {
  const pendingWaits = new Set<{ at: number; run(): void }>();
  let now = Date.now();
  let previousTime = readTime();
  const tick = () => {
    const at = readTime();
    now += Math.min(MAX_STEP_MS, Math.max(0, at - previousTime));
    previousTime = at;
    const dueWaits = [...pendingWaits]
      .filter((wait) => wait.at <= now)
      .sort((first, second) => first.at - second.at);
    for (const wait of dueWaits) {
      // An earlier callback may have cancelled this one.
      if (pendingWaits.delete(wait)) wait.run();
    }
  };
  const timer = shouldTick ? setInterval(tick, TICK_MS) : null;
  return {
    now: () => Math.floor(now),
    after(milliseconds, callback, signal) {
      if (signal?.aborted) return;
      const cancelWait = () => pendingWaits.delete(wait);
      const wait = {
        at: now + Math.max(0, milliseconds),
        run: () => {
          signal?.removeEventListener('abort', cancelWait);
          callback();
        },
      };
      pendingWaits.add(wait);
      signal?.addEventListener('abort', cancelWait, { once: true });
    },
    tick,
    stop: () => {
      if (timer) clearInterval(timer);
    },
  };
}

/** Settles after some milliseconds of the clock. */
export const wait = (clock: Clock, milliseconds: number): Promise<void> =>
  new Promise((resolve) => clock.after(milliseconds, resolve));
