/**
 * `npm start` and `palkit start`: runs the service (`main.ts`) in a child process and restarts it after a crash or
 * a hang; the restarted service continues its calls. A failure of the first start is reported. It is retried only
 * if the exit code marks it as temporary.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@palkit/runtime/clock';
import { Heartbeat } from '@palkit/runtime/heartbeat';
import { ALLOCATOR_SETTINGS } from '@palkit/runtime/memory-allocator';
import { openFilesFault } from '@palkit/runtime/open-files';

/** Minimum uptime in milliseconds after which a restart is immediate. Otherwise the delay grows from `FIRST_WAIT`. */
const MIN_UPTIME_MS = 10_000;
const FIRST_WAIT = 500;
const MAX_WAIT = 30_000;
/**
 * Milliseconds between two pings, and the number of unanswered pings after which the service counts as hung. Even the
 * slowest task on a loaded machine is shorter.
 */
const PING_INTERVAL_MS = 2000;
const MAX_MISSED_PINGS = 8;
/** The exit code after a temporary failure of the start, as in `main.ts`. */
const EXIT_TEMPORARY_FAILURE = 75;

const source = import.meta.url.endsWith('.ts');
const program = fileURLToPath(new URL(source ? './main.ts' : './main.js', import.meta.url));
let child: ChildProcess | null = null;
let stopping = false;
let wasReady = false;
let delay = 0;

function start(): void {
  const startedAt = performance.now();
  const running = fork(program, process.argv.slice(2), {
    execArgv: source ? ['--import', 'tsx'] : [],
    env: { ...ALLOCATOR_SETTINGS, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child = running;
  let heartbeat: Heartbeat | null = null;
  running.on('message', (message) => {
    heartbeat?.beat();
    if (message !== 'ready') return;
    wasReady = true;
    heartbeat = watch(running);
  });
  running.once('exit', (code, signal) => {
    child = null;
    heartbeat?.stop();
    // If the signal ended the process before the service could handle it, this is a regular stop.
    if (stopping && (signal === 'SIGTERM' || signal === 'SIGINT')) process.exit(0);
    if (stopping || code === 0 || (!wasReady && code !== EXIT_TEMPORARY_FAILURE)) process.exit(code ?? 1);
    delay =
      performance.now() - startedAt > MIN_UPTIME_MS ? 0 : Math.min(Math.max(FIRST_WAIT, delay * 2), MAX_WAIT);
    process.stderr.write(`palkit: the service ended (${signal ?? `exit ${code}`}) and is started again\n`);
    setTimeout(() => (stopping ? process.exit(1) : start()), delay);
  });
}

function watch(running: ChildProcess): Heartbeat {
  return new Heartbeat({
    clock: systemClock,
    interval: PING_INTERVAL_MS,
    misses: MAX_MISSED_PINGS,
    ask: () => running.send('ping', () => {}),
    onHang() {
      process.stderr.write('palkit: the service hangs and is ended\n');
      running.kill('SIGKILL');
    },
  });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopping = true;
    if (child) child.kill(signal);
    else process.exit(0);
  });
const fault = openFilesFault();
if (fault !== null) {
  process.stderr.write(`palkit: ${fault}\n`);
  process.exit(1);
}
start();
