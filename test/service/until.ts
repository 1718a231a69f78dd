/** Waits for an event of another party, with a time limit and a description in the error. */
import { setTimeout as pause } from 'node:timers/promises';

/** Real milliseconds until a test gives up; a busy machine needs some of them. */
const MAX_MS = 45_000;
/** Turns of the event loop between two checks before the process pauses. */
const QUICK_TURNS = 50;

/** The first value that `look` finds; `what` completes the error "waited in vain for …". */
export async function until<Found>(
  what: string,
  look: () => Found | Promise<Found>,
  most = MAX_MS,
): Promise<Exclude<Found, false | null | undefined | 0 | ''>> {
  const end = performance.now() + most;
  for (let turn = 0; ; turn++) {
    const found = await look();
    if (found) return found as Exclude<Found, false | null | undefined | 0 | ''>;
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await (turn < QUICK_TURNS ? new Promise((resolve) => setImmediate(resolve)) : pause(2));
  }
}
