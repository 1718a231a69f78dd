/**
 * A thread that ends its process when the parent is gone or the process has grown too large, also while the
 * main thread is blocked. The `disconnect` event alone would leave a hung process behind, with its port and
 * its memory.
 */
import { Worker } from 'node:worker_threads';

/** Milliseconds between two looks: memory can grow by a gigabyte in a second. */
const MEMORY_MS = 100;
const PARENT_MS = 1000;

/** `mostMemory`: resident bytes; unbounded by default. */
export function startWatchdog(mostMemory = Infinity): void {
  const interval = mostMemory === Infinity ? PARENT_MS : MEMORY_MS;
  const watchdog = new Worker(
    `const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent || process.memoryUsage.rss() > ${mostMemory}) process.kill(process.pid, 'SIGKILL');
    }, ${interval});`,
    { eval: true, env: {}, execArgv: [] },
  );
  watchdog.unref();
}
