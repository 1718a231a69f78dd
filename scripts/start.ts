/**
 * `npm start` builds what is missing and runs the supervised service. It stops the service on a signal and when npm's
 * shell has exited: npm signals only that shell, which does not forward the signal.
 */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

/** Milliseconds between two checks of the parent process. */
const PARENT_CHECK = 250;

const parent = process.ppid;
const build = spawnSync(
  process.execPath,
  ['--import', 'tsx', path.join('scripts', 'build.ts'), '--if-needed'],
  { stdio: 'inherit' },
);
if (build.status !== 0) process.exit(build.status ?? 1);
if (isAbandoned()) process.exit(0);

const service = spawn(
  process.execPath,
  [path.join('src', 'service', 'dist', 'supervise.js'), '--gates', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => service.kill(signal));
service.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
const parentCheck = setInterval(() => {
  if (!isAbandoned()) return;
  clearInterval(parentCheck);
  service.kill('SIGTERM');
}, PARENT_CHECK);

/** True if npm started this process and its shell has exited. */
function isAbandoned(): boolean {
  return process.env['npm_lifecycle_event'] === 'start' && process.ppid !== parent;
}
