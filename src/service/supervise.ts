/**
 * `npm start` and `palkit start`: runs the service (`main.ts`) as a process of its own and starts it again
 * when a fault ended it; calls that went on are taken up. It knows nothing of the service but that it says
 * when it is ready. A start that fails the first time is told and not tried again, unless it says that what
 * ended it passes.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openFilesFault } from './config/open-files.ts';
import { FREED_AT_ONCE } from './platform/memory-allocator.ts';

/** Milliseconds: a service that lived for so long is started again at once, others ever later. */
const LIVED = 10_000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
/** The exit of a start whose fault passes, as `main.ts` has it. */
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
  running.on('message', (message) => {
    if (message === 'ready') wasReady = true;
  });
  running.once('exit', (code, signal) => {
    child = null;
    // A stop that came before the service could hear it is a stop all the same.
    if (stopping && (signal === 'SIGTERM' || signal === 'SIGINT')) process.exit(0);
    if (stopping || code === 0 || (!wasReady && code !== PASSES)) process.exit(code ?? 1);
    wait = performance.now() - began > LIVED ? 0 : Math.min(Math.max(FIRST_WAIT, wait * 2), LONGEST_WAIT);
    process.stderr.write(`palkit: the service ended (${signal ?? `exit ${code}`}) and is started again\n`);
    setTimeout(() => (stopping ? process.exit(1) : start()), wait);
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
