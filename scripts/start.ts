/**
 * `npm start`: builds what is not built and runs the supervised service. It is one process, so that the signal which
 * stops npm reaches the service.
 */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

const build = spawnSync(
  process.execPath,
  ['--import', 'tsx', path.join('scripts', 'build.ts'), '--if-needed'],
  { stdio: 'inherit' },
);
if (build.status !== 0) process.exit(build.status ?? 1);

const service = spawn(
  process.execPath,
  [path.join('src', 'service', 'dist', 'supervise.js'), '--gates', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => service.kill(signal));
service.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
