/** Starts a PostgreSQL server for one test run, with the installed programs. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../test/free-port.ts';

/** Folders that contain a folder per version, each with the programs in `bin`. */
const VERSION_FOLDERS = [
  '/usr/lib/postgresql',
  '/opt/homebrew/opt',
  '/usr/local/opt',
  'C:\\Program Files\\PostgreSQL',
];
const PROGRAM_SUFFIX = process.platform === 'win32' ? '.exe' : '';
/** Milliseconds between two attempts to connect, and until the start counts as failed. */
const CONNECT_INTERVAL = 50;
const START_TIMEOUT = 60_000;
/** Maximum number of connections: test files run in parallel, and each of their services has a pool. */
const MAX_CONNECTIONS = 200;

export interface PostgresServer {
  /** The address includes a random password, because other users of the machine can reach the port. */
  url: string;
  /** Stops the server without a checkpoint, as in a crash, and restarts it on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns the folder with `initdb` and `postgres`; null if they are not installed or `TEST_POSTGRES=none` is set. */
export function postgresPrograms(): string | null {
  if (process.env['TEST_POSTGRES'] === 'none') return null;
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const versions = VERSION_FOLDERS.flatMap((folder) =>
    fs.existsSync(folder)
      ? fs
          .readdirSync(folder)
          .filter((name) => /^(postgresql@)?\d+$/.test(name))
          .sort((a, b) => Number(b.split('@').at(-1)) - Number(a.split('@').at(-1)))
          .map((name) => path.join(folder, name, 'bin'))
      : [],
  );
  const isComplete = (folder: string) =>
    ['initdb', 'postgres'].every((program) => fs.existsSync(path.join(folder, program + PROGRAM_SUFFIX)));
  return [...versions, ...onPath].find(isComplete) ?? null;
}

/**
 * Returns an unprivileged account for the server, which refuses to run as root; null if this process does not run
 * as root. Throws if there is no such account.
 */
function unprivilegedAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody'].flatMap((name) => accounts.filter(([each]) => each === name))[0];
  if (!account) throw new Error('PostgreSQL does not run as root, and there is no account "nobody".');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** Starts a server on the loopback address. Its data is in a temporary folder that `stop` removes. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const account = unprivilegedAccount();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-postgres-'));
  const data = path.join(folder, 'data');
  const passwordFile = path.join(folder, 'password');
  const password = randomBytes(16).toString('hex');
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account)
    for (const ownedPath of [folder, passwordFile]) fs.chownSync(ownedPath, account.uid, account.gid);
  const options = { cwd: folder, ...account };
  const port = await freePort();
  const url = `postgres://palkit:${password}@127.0.0.1:${port}/postgres`;
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    // The data is deleted after the run, so nothing is done for a crash of the machine or for large tables.
    'fsync=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    'max_wal_size=4GB',
    'autovacuum=off',
    'jit=off',
    `max_connections=${MAX_CONNECTIONS}`,
  ];
  let server: ChildProcess | null = null;
  const start = async () => {
    const log = fs.openSync(path.join(folder, 'log'), 'a');
    const parameters = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    server = spawn(path.join(programs, 'postgres'), parameters, { ...options, stdio: ['ignore', log, log] });
    fs.closeSync(log);
    await waitUntilReady(url, server, path.join(folder, 'log'));
  };
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGQUIT');
    await exit;
  };
  const stop = async () => {
    await kill();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    await promisify(execFile)(
      path.join(programs, 'initdb'),
      ['-D', data, '-U', 'palkit', '-A', 'password', '--pwfile', passwordFile, '-E', 'UTF8', '--no-sync'],
      options,
    );
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    stop,
    async restart() {
      await kill();
      await start();
    },
  };
}

async function waitUntilReady(url: string, server: ChildProcess, log: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline)
        throw new Error(`PostgreSQL does not start: ${fs.readFileSync(log, 'utf8').slice(-2000)}`, {
          cause: error,
        });
      await new Promise((resolve) => setTimeout(resolve, CONNECT_INTERVAL));
    }
  }
}
