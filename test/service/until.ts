/** Waits for an asynchronous event, with a time limit and a description for the error. */
import { setTimeout as pause } from 'node:timers/promises';

/** Maximum real time of a wait in milliseconds; a busy machine may need much of it. */
const MAX_MS = 45_000;
/** Number of event-loop turns between checks before the checks pause for 2 ms. */
const QUICK_TURNS = 50;

/** Returns the first truthy value of `look`; `title` completes the error "waited in vain for …". */
export async function until<Found>(
  title: string,
  look: () => Found | Promise<Found>,
  maximum = MAX_MS,
): Promise<Exclude<Found, false | null | undefined | 0 | ''>> {
  const end = performance.now() + maximum;
  for (let turn = 0; ; turn++) {
    const result = await look();
    if (result) return result as Exclude<Found, false | null | undefined | 0 | ''>;
    if (performance.now() > end) throw new Error(`waited in vain for ${title}`);
    await (turn < QUICK_TURNS ? new Promise((resolve) => setImmediate(resolve)) : pause(2));
  }
}
