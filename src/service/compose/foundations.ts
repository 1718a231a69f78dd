/** The parts that all others depend on: clock, log, database, outbound requests, jobs and secrets. */
import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { Background } from '@palkit/runtime/background';
import { systemClock, type Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import { Callbacks } from '../callbacks/callbacks.ts';
import type { Config } from '../config/config.ts';
import { Jobs } from '../jobs/jobs.ts';
import { MediaFiles } from '../media/media-files.ts';
import { Circuits } from '@palkit/outbound/circuits';
import { createOutbound, type Outbound } from '@palkit/outbound/outbound';
import type { Resolve } from '@palkit/outbound/public-connections';
import { countEngineFaults } from '../platform/engine-fault-log.ts';
import { createSeal, type Seal } from '../platform/sealing.ts';
import { seed } from '../seed/seed.ts';
import { openStore, type Store } from '../store/store.ts';

export interface Foundations {
  config: Config;
  clock: Clock;
  log: Log;
  store: Store;
  outbound: Outbound;
  circuits: Circuits;
  jobs: Jobs;
  /** The installation's secret, which signs values that clients send back. */
  secret: string;
  seal: Seal;
  callbacks: Callbacks;
  media: MediaFiles;
  background: Background;
  /** The API key of the first account, if this start created it. */
  newKey: string | null;
}

export async function createFoundations(
  config: Config,
  parts: {
    clock?: Clock;
    log?: Log;
    /** Called for each fault of an engine with the name of the engine and the kind of fault. */
    engineFault(engine: string, fault: string): void;
    store?: Store;
    random?: () => number;
    resolve?: Resolve;
    gates?: boolean;
    databaseAway?(error: unknown): void;
    databaseReached?(): void;
  },
): Promise<Foundations> {
  const { clock = systemClock, random } = parts;
  const baseLog = parts.log ?? pino({ level: config.logLevel, redact: ['*.key', '*.token', '*.password'] });
  const log = countEngineFaults(baseLog, parts.engineFault);
  const store =
    parts.store ??
    (await openStore({
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      clock,
      patience: {
        seconds: config.databaseWaitSeconds,
        begins: (error) => parts.databaseAway?.(error),
      },
      onError: (error) => log.error({ ...describe(error) }, 'the database complains'),
    }));
  parts.databaseReached?.();
  const { key } = await seed(store, config, clock, { gates: parts.gates ?? false });
  const outbound = createOutbound({
    clock,
    allowedHosts: config.outboundAllowedHosts,
    resolve: parts.resolve,
  });
  const jobs = new Jobs({ store, clock, log, random });
  const secret = await installationSecret(store);
  const seal = createSeal(secret);
  const media = new MediaFiles(config.dataDir);
  await media.tidy(store.db, store.embedded);
  return {
    config,
    clock,
    log,
    store,
    outbound,
    circuits: new Circuits(clock),
    jobs,
    secret,
    seal,
    callbacks: new Callbacks({ store, clock, log, jobs, outbound, seal, random }),
    media,
    background: new Background(log),
    newKey: key,
  };
}

/** Returns the secret, which is created once for each installation. */
async function installationSecret(store: Store): Promise<string> {
  await store.db
    .insertInto('settings')
    .values({ name: 'secret', value: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (
    await store.db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'secret')
      .executeTakeFirstOrThrow()
  ).value;
}
