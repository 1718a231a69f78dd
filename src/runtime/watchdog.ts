/**
 * A thread that ends its process when the parent is gone or the process has grown too large, also while the
 * main thread is blocked. The `disconnect` event alone would leave a hung process behind, with its port and
 * its memory.
 */
import { Worker } from 'node:worker_threads';

/** Milliseconds between two looks: memory can grow by a gigabyte in a second. */
const MEMORY_MS = 100;
const PARENT_MS = 1000;
/** Milliseconds between two beats, and the number of the file that gets them. */
export const BEAT_MS = 1000;
export const BEAT_FILE = 4;

/** A full pipe means that the parent does not read now: the beat is worth nothing then. */
const BEAT = `const { write } = require('node:fs');
    setInterval(() => write(${BEAT_FILE}, '.', () => {}), ${BEAT_MS});`;

/**
 * `mostMemory`: resident bytes; unbounded by default. `beats`: a byte a second goes to `BEAT_FILE`, a pipe to the
 * parent, which so knows a stopped process from one that works long.
 */
export function startWatchdog(mostMemory = Infinity, beats = false): void {
  const interval = mostMemory === Infinity ? PARENT_MS : MEMORY_MS;
  const watchdog = new Worker(
    `const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent || process.memoryUsage.rss() > ${mostMemory}) process.kill(process.pid, 'SIGKILL');
    }, ${interval});
    ${beats ? BEAT : ''}`,
    { eval: true, env: {}, execArgv: [] },
  );
  watchdog.unref();
}
