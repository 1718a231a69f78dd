/** A process of the service as in production: supervised, on a shared database. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';

export interface ServiceProcess {
  url: string;
  /** Process ids of the service and of its media process. */
  pid(): number | null;
  media(): number | null;
  /** Returns the number of restarts, each with a new process id. */
  deaths(): number;
  close(): Promise<void>;
}

const childrenOf = (pid: number): number[] => {
  try {
    const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return children.trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
};
const commandOf = (pid: number): string => {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

/** Starts a service. `log` is the file for all its output; with null only errors are printed on the terminal. */
export async function openService(
  port: number,
  environment: Readonly<Record<string, string>>,
  log: string | null,
): Promise<ServiceProcess> {
  const url = `http://127.0.0.1:${port}`;
  const output = log === null ? null : fs.openSync(log, 'a');
  const supervisor: ChildProcess = spawn(process.execPath, ['src/service/dist/supervise.js'], {
    stdio: ['ignore', output ?? 'ignore', output ?? 'inherit'],
    env: {
      ...process.env,
      ...environment,
      PORT: String(port),
      HOST: '127.0.0.1',
      ROOM_URL: url,
      ROOM_UDP_PORT: String(port + 10_000),
    },
  });
  if (output !== null) fs.closeSync(output);
  const pid = () => childrenOf(supervisor.pid!).find((child) => commandOf(child).includes('main.js')) ?? null;
  const pids = new Set<number>();
  const watchTimer = setInterval(() => {
    const now = pid();
    if (now !== null) pids.add(now);
  }, 200);
  for (let attempts = 0; ; attempts++) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) break;
    if (supervisor.exitCode !== null || attempts > 600) throw new Error('The service does not start.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    url,
    pid,
    media() {
      const ownPid = pid();
      if (ownPid === null) return null;
      return childrenOf(ownPid).find((child) => commandOf(child).includes('media-process')) ?? null;
    },
    deaths: () => Math.max(0, pids.size - 1),
    async close() {
      clearInterval(watchTimer);
      supervisor.kill('SIGTERM');
      if (supervisor.exitCode === null) await once(supervisor, 'exit');
    },
  };
}
