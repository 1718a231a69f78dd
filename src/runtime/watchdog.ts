/**
 * A thread that ends its process if the parent process is gone or if the process uses too much memory. It also
 * works while the main thread is blocked. The `disconnect` event alone would not end a hung process, which
 * would then keep its port and memory.
 */
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { systemClock, type Clock } from './clock.ts';
import { Heartbeat } from './heartbeat.ts';

/** Milliseconds between two checks; memory can grow by a gigabyte in a second. */
const MEMORY_CHECK_MS = 100;
const PARENT_CHECK_MS = 1000;
/** Milliseconds between two heartbeats. */
export const BEAT_MS = 1000;
/** Number of consecutive missed heartbeats after which a process counts as stopped. */
const MISSED_BEATS = 5;
/** File descriptor for heartbeats. */
const BEAT_FILE = 4;
/** The `stdio` option of a child process that sends messages and heartbeats. */
export const MESSAGES_AND_BEATS: ('ignore' | 'ipc' | 'pipe')[] = [
  'ignore',
  'ignore',
  'ignore',
  'ipc',
  'pipe',
];

/** If the pipe is full, the parent does not read it at the moment, so this heartbeat may be dropped. */
const BEAT_SCRIPT = `const { write } = require('node:fs');
    const beat = () => write(${BEAT_FILE}, '.', () => {});
    beat();
    setInterval(beat, ${BEAT_MS});`;

/**
 * Starts the thread. `maxMemory` is the maximum resident memory in bytes; the default is no limit. If
 * `hasHeartbeat` is true, a byte per second is written to `BEAT_FILE`, a pipe to the parent. The parent can then
 * distinguish a stopped process from a busy one.
 */
export function startWatchdog(maxMemory = Infinity, hasHeartbeat = false): void {
  const interval = maxMemory === Infinity ? PARENT_CHECK_MS : MEMORY_CHECK_MS;
  const watchdog = new Worker(
    `const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent || process.memoryUsage.rss() > ${maxMemory}) process.kill(process.pid, 'SIGKILL');
    }, ${interval});
    ${hasHeartbeat ? BEAT_SCRIPT : ''}`,
    { eval: true, env: {}, execArgv: [] },
  );
  watchdog.unref();
}

/** Kills a child process that was started with `MESSAGES_AND_BEATS` when its heartbeats stop. */
export function killOnMissedHeartbeats(child: ChildProcess, clock: Clock = systemClock): void {
  const beats = child.stdio[BEAT_FILE] as Socket | undefined;
  beats?.unref();
  beats?.once('data', () => {
    const heartbeat = new Heartbeat({
      clock,
      interval: BEAT_MS,
      misses: MISSED_BEATS,
      ask: () => {},
      onHang: () => child.kill('SIGKILL'),
    });
    beats.on('data', () => heartbeat.beat());
    child.once('exit', () => heartbeat.stop());
  });
  beats?.on('error', () => {});
}
