/**
 * Finds a worker thread of node-datachannel that spins. If its library never finishes with a packet, the event loop
 * keeps running until the next call needs the same lock, so pings are answered at first
 * (docs/decisions/0022-hangs.md). Linux only: elsewhere only the heartbeat notices it, some seconds later.
 */
import fs from 'node:fs';

/** The name that libdatachannel gives to the threads that handle packets. */
const WORKER = 'RTC worker';
/**
 * Milliseconds of CPU time in a tick of `/proc/<pid>/stat`; Linux reports 100 a second on every architecture.
 */
const TICK_MS = 10;
/** Milliseconds without a wait after which a busy thread counts as spinning. */
const SPINNING_MS = 2000;
/** The least share of that time on the processor: other processes may need it too. */
const BUSY_SHARE = 0.2;

export interface NativeThread {
  id: string;
  /** CPU time in user mode, in milliseconds. */
  cpu: number;
  /** The number of times that it yielded the processor to wait, as a worker does after each packet. */
  waits: number;
}

/** The native module's workers in this process; empty if the system does not list them. */
export function readWorkers(tasks = '/proc/self/task'): NativeThread[] {
  const threads: NativeThread[] = [];
  for (const id of list(tasks)) {
    const read = (file: string) => readText(`${tasks}/${id}/${file}`);
    if (read('comm').trim() !== WORKER) continue;
    const stat = read('stat');
    // Fields after the name in parentheses, which may contain blanks; user time is the 12th of them (proc(5)).
    const user = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[11]);
    const waits = Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(read('status'))?.[1]);
    if (Number.isFinite(user) && Number.isFinite(waits)) threads.push({ id, cpu: user * TICK_MS, waits });
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

/** A thread may end between the listing and the reading. */
function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

export class SpinWatch {
  readonly #last = new Map<string, { since: number; cpu: number; waits: number }>();

  /** True if a thread spins. Call it about twice a second, with `now` in milliseconds. */
  look(threads: readonly NativeThread[], now: number): boolean {
    let spinning = false;
    for (const { id, cpu, waits } of threads) {
      const last = this.#last.get(id);
      if (!last || last.waits !== waits) this.#last.set(id, { since: now, cpu, waits });
      else if (now - last.since >= SPINNING_MS && cpu - last.cpu >= BUSY_SHARE * (now - last.since))
        spinning = true;
    }
    return spinning;
  }
}
