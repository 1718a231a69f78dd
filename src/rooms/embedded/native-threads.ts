/**
 * Detects a worker thread of node-datachannel that spins because the library never finishes processing a packet.
 * Pings do not detect this, because the event loop continues until a call needs the same lock
 * (docs/decisions/0022-hangs.md). Works on Linux only. On other systems the heartbeat detects the hang some
 * seconds later.
 */
import fs from 'node:fs';

/** Name of libdatachannel's threads that process packets. */
const WORKER_NAME = 'RTC worker';
/** Milliseconds of CPU time in a tick of `/proc/<pid>/stat`; Linux has 100 ticks per second on all architectures. */
const TICK_MS = 10;
/** Milliseconds without a wait after which a busy thread counts as spinning. */
const SPINNING_MS = 2000;
/**
 * Minimum fraction of that time for which the thread used a processor. It is low because other processes may
 * need the processor.
 */
const BUSY_SHARE = 0.2;

export interface NativeThread {
  id: string;
  /** CPU time in user mode in milliseconds. */
  cpu: number;
  /** Number of times that the thread yielded the processor to wait, as workers do after each packet. */
  waits: number;
}

/**
 * Returns the worker threads of the native module in this process; empty if the system does not list them.
 */
export function readWorkers(tasks = '/proc/self/task'): NativeThread[] {
  const threads: NativeThread[] = [];
  for (const id of list(tasks)) {
    const read = (file: string) => readText(`${tasks}/${id}/${file}`);
    if (read('comm').trim() !== WORKER_NAME) continue;
    const stat = read('stat');
    // The fields follow the name in parentheses, which may contain spaces; user time is the 12th of them (proc(5)).
    const userTicks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[11]);
    const waits = Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(read('status'))?.[1]);
    if (Number.isFinite(userTicks) && Number.isFinite(waits))
      threads.push({ id, cpu: userTicks * TICK_MS, waits });
  }
  return threads;
}

function list(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns an empty text if the thread has ended since it was listed. */
function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

export class SpinWatch {
  readonly #lastWaits = new Map<string, { since: number; cpu: number; waits: number }>();

  /** True if a thread is spinning. Call this about twice per second; `now` is in milliseconds. */
  check(threads: readonly NativeThread[], now: number): boolean {
    let isSpinning = false;
    for (const { id, cpu, waits } of threads) {
      const last = this.#lastWaits.get(id);
      if (!last || last.waits !== waits) this.#lastWaits.set(id, { since: now, cpu, waits });
      else if (now - last.since >= SPINNING_MS && cpu - last.cpu >= BUSY_SHARE * (now - last.since))
        isSpinning = true;
    }
    return isSpinning;
  }
}
