/** The database: PGlite in the data folder, or a PostgreSQL server. */
import {
  Kysely,
  Migrator,
  PostgresDialect,
  PostgresDriver,
  sql,
  type DatabaseConnection,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Clock } from '@palkit/runtime/clock';
import { openEmbedded } from './embedded.ts';
import { migrations } from './migrations.ts';
import { Pressure } from './pressure.ts';
import type { Tables } from './schema.ts';
import { whenReachable, type StartWait } from './unreachable.ts';

/** A connection or a transaction. Code within a transaction must use this and never the store. */
export type Database = Kysely<Tables> | Transaction<Tables>;

export interface Store {
  readonly db: Kysely<Tables>;
  readonly pool: pg.Pool;
  readonly embedded: boolean;
  /** Copies the database files to a folder while statements wait; null for a PostgreSQL server. */
  readonly copyFiles: ((folder: string) => Promise<void>) | null;
  /** Measures how slow the database is. */
  readonly pressure: Pick<Pressure, 'measure'>;
  /** Adds a listener that is called after each commit in this process. */
  onCommit(listener: () => void): void;
  close(): Promise<void>;
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Milliseconds from the end of one vacuum to the start of the next. */
const VACUUM_EVERY_MS = 10 * 60_000;

export async function openStore(options: {
  dataDir: string;
  databaseUrl: string | null;
  clock: Clock;
  /** How long to wait for an unreachable server; without it the start does not wait. */
  patience?: StartWait;
  onError?: (error: Error) => void;
}): Promise<Store> {
  const embedded = options.databaseUrl === null ? await openEmbedded(options.dataDir) : null;
  const connections = embedded ?? openServer(options.databaseUrl!);
  const onError = options.onError ?? (() => {});
  connections.pool.on('error', onError);
  // The pool reports only errors of idle connections; an error of a connection in use would end the process.
  connections.pool.on('connect', (client) => client.on('error', onError));
  const listeners: (() => void)[] = [];
  const pressure = new Pressure(() => performance.now());
  const db = new Kysely<Tables>({
    dialect: new ObservedDialect(connections.pool, {
      pressure,
      onCommitted: () => listeners.forEach((listener) => listener()),
      turn: options.databaseUrl === null ? pauseForEvents() : async () => {},
    }),
    log: ({ queryDurationMillis }) => pressure.recordQuery(queryDurationMillis),
  });
  try {
    // An interrupted migration leaves no traces; the next attempt repeats it.
    if (options.databaseUrl === null || !options.patience) await migrate(db);
    else await whenReachable(() => migrate(db), options.patience);
  } catch (error) {
    await connections.close();
    throw error;
  }
  const closing = new AbortController();
  if (options.databaseUrl === null) {
    // PGlite has no autovacuum, so tables would grow without limit. The timer is restarted after each run, so that a
    // jump of the clock causes a single run.
    const vacuumLater = () => options.clock.after(VACUUM_EVERY_MS, vacuum, closing.signal);
    const vacuum = () =>
      void sql`vacuum`
        .execute(db)
        .catch((error: Error) => options.onError?.(error))
        .finally(vacuumLater);
    vacuumLater();
  }
  return {
    db,
    pool: connections.pool,
    embedded: options.databaseUrl === null,
    copyFiles: embedded?.copyFiles ?? null,
    pressure,
    onCommit: (listener) => void listeners.push(listener),
    async close() {
      closing.abort();
      await connections.close();
    },
  };
}

async function migrate(db: Kysely<Tables>): Promise<void> {
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest();
  if (error) throw isNewer(error) ? new VersionError() : (error as Error);
}

/** Thrown if a later version of Palkit has migrated the database. */
export class VersionError extends Error {
  constructor() {
    super('The database is of a newer version of Palkit. Start that version, or restore an older backup.');
  }
}

const isNewer = (error: unknown) =>
  /^corrupted migrations: previously executed migration .* is missing/.test(String((error as Error).message));

/** Maximum milliseconds to wait for a connection. After that the request fails, so that the queue does not grow. */
const MAX_WAIT = 15_000;

/**
 * Maximum age of a connection in seconds. After a failover an old connection may lead to a server that accepts no
 * writes.
 */
const CONNECTION_SECONDS = 120;

function openServer(connectionString: string): { pool: pg.Pool; close(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: MAX_WAIT,
    maxLifetimeSeconds: CONNECTION_SECONDS,
  });
  return { pool, close: () => pool.end() };
}

/** Milliseconds for which the embedded database may run queries without a pause. */
const MAX_RUN_MS = 10;

/**
 * Returns a function that lets other events run. The embedded database answers a query, and all queries that
 * follow, within one turn of the event loop. Without pauses, one caller with many queries or a hundred callers
 * would block all other work.
 */
function pauseForEvents(): () => Promise<void> {
  /** Time of the first query in the current turn of the event loop; null before it. */
  let start: number | null = null;
  return async () => {
    if (start === null) {
      start = performance.now();
      setImmediate(() => (start = null));
    } else if (performance.now() - start >= MAX_RUN_MS) await new Promise((resolve) => setImmediate(resolve));
  };
}

interface DatabaseObservers {
  pressure: Pressure;
  onCommitted(): void;
  /** Lets other events run if a pause is due. */
  turn(): Promise<void>;
}

/** Reports commits and waits for a connection, and lets other events run between queries. */
class ObservedDialect extends PostgresDialect {
  readonly #pool: pg.Pool;
  readonly #observers: DatabaseObservers;

  constructor(pool: pg.Pool, observers: DatabaseObservers) {
    super({ pool });
    this.#pool = pool;
    this.#observers = observers;
  }

  override createDriver(): PostgresDriver {
    const { onCommitted, pressure, turn } = this.#observers;
    return new (class extends PostgresDriver {
      override async acquireConnection(): Promise<DatabaseConnection> {
        const served = pressure.countWait();
        const connection = await super.acquireConnection().finally(served);
        await turn();
        return connection;
      }

      override async commitTransaction(connection: DatabaseConnection): Promise<void> {
        await super.commitTransaction(connection);
        onCommitted();
      }
    })({ pool: this.#pool });
  }
}
