/** A PostgreSQL server for the benchmark, which can be killed and restarted. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const SERVERS = '/usr/lib/postgresql';
const run = promisify(execFile);

export interface Cluster {
  url: string;
  /** Kills the server as a power failure would, and restarts it after `away` milliseconds. */
  restart(downtime: number): Promise<void>;
  close(): Promise<void>;
}

/** Needs PostgreSQL's programs under `/usr/lib/postgresql`. As root it runs them as the user `postgres`. */
export async function openCluster(port: number): Promise<Cluster> {
  const version = fs.readdirSync(SERVERS).sort((a, b) => Number(b) - Number(a))[0]!;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-game-day-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await run('chown', ['postgres', folder]);
  const tool = (name: string, ...args: string[]) => {
    const program = path.join(SERVERS, version, 'bin', name);
    const [command, prefix] = isRoot ? ['runuser', ['-u', 'postgres', '--', program]] : [program, []];
    return run(command, [...prefix, ...args], { cwd: '/', timeout: 120_000 });
  };
  const data = path.join(folder, 'data');
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`;
  const control = (verb: string) =>
    tool('pg_ctl', '-D', data, '-l', path.join(folder, 'log'), '-w', '-m', 'immediate', '-o', options, verb);
  await tool('initdb', '-D', data, '-A', 'trust', '-U', 'palkit');
  await control('start');
  return {
    url: `postgres://palkit@127.0.0.1:${port}/postgres`,
    async restart(downtime) {
      await control('stop');
      await new Promise((resolve) => setTimeout(resolve, downtime));
      await control('start');
    },
    async close() {
      await control('stop').catch(() => undefined);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
