/**
 * `npm start` and `palkit start`: runs the service (`main.ts`) in a separate process and restarts it after a fault or
 * a hang; the service then continues its calls. A first start that fails is reported and not repeated, unless its
 * exit code marks the fault as temporary.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@palkit/runtime/clock';
import { Heartbeat } from '@palkit/runtime/heartbeat';
import { FREED_AT_ONCE } from '@palkit/runtime/memory-allocator';
import { openFilesFault } from '@palkit/runtime/open-files';

/** Milliseconds: a service with at least this uptime is restarted at once, others after growing delays. */
const LIVED = 10_000;
const FIRST_WAIT = 500;
const MAX_WAIT = 30_000;
/**
 * Milliseconds between two pings, and the unanswered pings after which the service counts as hung: long enough for
 * the slowest work of a loaded machine.
 */
const ASK_EVERY = 2000;
const MISSED_ASKS = 8;
/** The exit code of a start with a temporary fault, as in `main.ts`. */
const PASSES = 75;

const source = import.meta.url.endsWith('.ts');
const program = fileURLToPath(new URL(source ? './main.ts' : './main.js', import.meta.url));
let child: ChildProcess | null = null;
let stopping = false;
let wasReady = false;
let wait = 0;

function start(): void {
  const began = performance.now();
  const running = fork(program, process.argv.slice(2), {
    execArgv: source ? ['--import', 'tsx'] : [],
    env: { ...FREED_AT_ONCE, ...process.env },
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
    // A stop that arrives before the service can handle it is also a stop.
    if (stopping && (signal === 'SIGTERM' || signal === 'SIGINT')) process.exit(0);
    if (stopping || code === 0 || (!wasReady && code !== PASSES)) process.exit(code ?? 1);
    wait = performance.now() - began > LIVED ? 0 : Math.min(Math.max(FIRST_WAIT, wait * 2), MAX_WAIT);
    process.stderr.write(`palkit: the service ended (${signal ?? `exit ${code}`}) and is started again\n`);
    setTimeout(() => (stopping ? process.exit(1) : start()), wait);
  });
}

function watch(running: ChildProcess): Heartbeat {
  return new Heartbeat({
    clock: systemClock,
    interval: ASK_EVERY,
    misses: MISSED_ASKS,
    ask: () => running.send('ping', () => {}),
    hung() {
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
