/** A database for a single test, copied from a template with all migrations. */
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ManualClock } from '../../src/runtime/clock.ts';
import { openStore } from '../../src/service/store/store.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Returns a hash of the migrations; other migrations need another template. */
function stateOfMigrations(): string {
  const folder = path.join(root, 'src', 'service', 'store', 'migrations');
  const hash = createHash('sha256');
  for (const file of fs.readdirSync(folder).sort()) hash.update(fs.readFileSync(path.join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}

async function migrate(location: { dataDir: string; databaseUrl: string | null }): Promise<void> {
  const store = await openStore({ ...location, clock: new ManualClock() });
  await store.close();
}

/** Creates a data folder for one test, with the embedded database in it. */
export async function createFreshFolder(): Promise<string> {
  const template = path.join(root, '.cache', `database-template-${stateOfMigrations()}`);
  if (!fs.existsSync(template)) {
    fs.mkdirSync(path.dirname(template), { recursive: true });
    // If several test files start at the same time, each makes a template, and the first template is used.
    const ownFolder = fs.mkdtempSync(`${template}-`);
    await migrate({ dataDir: ownFolder, databaseUrl: null });
    try {
      fs.renameSync(path.join(ownFolder, 'database'), template);
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
    fs.rmSync(ownFolder, { recursive: true, force: true });
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-test-'));
  fs.cpSync(template, path.join(folder, 'database'), { recursive: true });
  return folder;
}

/** Calls `run` with a new connection to the server at `url`, and closes the connection afterwards. */
async function administer<Result>(url: string, run: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

const inDatabase = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

/** Returns the name of the template on that server, which is created if it is missing. */
async function createServersTemplate(server: string): Promise<string> {
  const name = `palkit_template_${stateOfMigrations()}`;
  const newName = `${name}_making`;
  await administer(server, async (client) => {
    const exists = async () =>
      (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1;
    if (await exists()) return;
    // If several test files start at the same time, only one makes the template. The lock ends with the connection.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    if (await exists()) return;
    await client.query(`drop database if exists ${newName} with (force)`);
    await client.query(`create database ${newName}`);
    await migrate({ dataDir: os.tmpdir(), databaseUrl: inDatabase(server, newName) });
    await client.query(`alter database ${newName} rename to ${name}`);
  });
  return name;
}

interface ServersDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a PostgreSQL database for one test on the server at this address. */
export const createFreshDatabase = async (server: string): Promise<ServersDatabase> =>
  makeDatabase(server, `template ${await createServersTemplate(server)}`);

/** Creates a database without tables. */
export const emptyDatabase = (server: string): Promise<ServersDatabase> => makeDatabase(server, '');

async function makeDatabase(server: string, options: string): Promise<ServersDatabase> {
  const name = `palkit_test_${randomBytes(6).toString('hex')}`;
  await administer(server, (client) => client.query(`create database ${name} ${options}`));
  return {
    url: inDatabase(server, name),
    drop: () =>
      administer(server, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  };
}
