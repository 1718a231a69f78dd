/**
 * Assembles the service: store, engines, rooms, conversations, HTTP. Tests hand in their own clock, media and
 * engines.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createAgentFactory, type Engines } from './agent-factory.ts';
import { createEmbeddings } from '../language/embeddings.ts';
import { Background } from '../platform/background.ts';
import { Callbacks } from '../callbacks/callbacks.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../http/context.ts';
import type { Log } from '../platform/log.ts';
import { Extraction } from '../extraction/extraction.ts';
import { createHandlers } from './handlers.ts';
import { createApp } from '../http/app.ts';
import { Circuits } from '../outbound/circuits.ts';
import { Jobs } from '../jobs/jobs.ts';
import { createOutbound, type Resolve } from '../outbound/outbound.ts';
import { registerConnectorJobs } from '../connectors/linking.ts';
import { palTools } from '../connectors/pal-tools.ts';
import { createCaptcha } from '../gates/captcha.ts';
import { createCaptchaService } from '../gates/captcha-service.ts';
import { createPasswords } from '../gates/passwords.ts';
import { createVisitors } from '../gates/visitors.ts';
import { Conversations } from '../conversations/lifecycle.ts';
import { registerPostCallActions, startActions } from '../conversations/post-call-actions.ts';
import { Documents } from '../documents/process.ts';
import { SentenceVectors } from '../documents/sentence-vectors.ts';
import { createDailyApi } from '../rooms/daily/daily-api.ts';
import { DailyRooms } from '../rooms/daily/daily-rooms.ts';
import { endLeftBehind } from '../rooms/daily/left-behind.ts';
import { createRunner } from '../rooms/daily/runner.ts';
import { EmbeddedRooms, type MediaPort } from '../rooms/embedded/rooms.ts';
import { eventLoopLag, Load } from '../platform/load.ts';
import { MediaFiles } from '../media/media-files.ts';
import { isWatched, registerPerception, Sights, startAnalysis } from '../perception/perception.ts';
import { registerRecordings, queueRecording, callLogPath } from '../recordings/recordings.ts';
import { facePath, registerFaceTraining } from '../resources/face-training.ts';
import { enqueueLearning, registerLearning } from '../resources/memory-learning.ts';
import { registerVideoMaking } from '../resources/video-making.ts';
import { runMediaJob, type RunMediaJob } from '../media-jobs/media-jobs.ts';
import { createSeal } from '../platform/sealing.ts';
import { seed } from '../seed/seed.ts';
import { addSite } from './site.ts';
import { openStore, type Store } from '../store/store.ts';
import { describe } from '../platform/describe.ts';

/** Milliseconds for the vectors of a batch of sentences. */
const EMBEDDING_TIME = 60_000;
/** Milliseconds that an answer waits for its question's vector. */
const QUESTION_TIME = 800;

export interface Parts {
  clock?: Clock;
  log?: Log;
  store?: Store;
  media: MediaPort & { close?(): Promise<void> };
  engines: Engines & { close?(): Promise<void> };
  /** From 0 to 1, for the jitter of retries. */
  random?: () => number;
  /** Whether newcomers are taken; measured on this process, its database and its media unless told. */
  load?: Pick<Load, 'refusal'>;
  /** Makes media files; worker threads unless told. */
  runMediaJob?: RunMediaJob;
  /** DNS for outbound requests; the system's unless told. */
  resolve?: Resolve;
  /** Seeds a demo deployment for each gate too. */
  gates?: boolean;
}

export interface Service {
  readonly app: FastifyInstance;
  readonly context: Context;
  /** The key of the first account, when this start made it. */
  readonly newKey: string | null;
  /** Takes no more calls; settles when those that go on are over. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export async function createService(config: Config, parts: Parts): Promise<Service> {
  const clock = parts.clock ?? systemClock;
  const log = parts.log ?? pino({ level: config.logLevel, redact: ['*.key', '*.token', '*.password'] });
  const store =
    parts.store ??
    (await openStore({
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      clock,
      onError: (error) => log.error({ ...describe(error) }, 'the database complains'),
    }));
  const { key } = await seed(store, config, clock, { gates: parts.gates ?? false });
  const outbound = createOutbound({
    clock,
    allowedHosts: config.outboundAllowedHosts,
    resolve: parts.resolve,
  });
  const jobs = new Jobs({ store, clock, log, random: parts.random });
  const secret = await installationSecret(store);
  const seal = createSeal(secret);
  const callbacks = new Callbacks({ store, clock, log, jobs, outbound, seal, random: parts.random });
  const connectors = { store, clock, log, config, outbound, jobs, seal };
  registerConnectorJobs(connectors);
  registerPostCallActions({ store, clock, log, jobs, callbacks, outbound, seal });
  const media = new MediaFiles(config.dataDir);
  await media.tidy(store.db, store.embedded);
  const extraction = new Extraction(clock);
  const endpoint = config.embeddings && createEmbeddings(config.embeddings, EMBEDDING_TIME);
  const later = endpoint ?? parts.engines.sentences?.embeddings({ patient: true }) ?? null;
  const vectors = later && new SentenceVectors({ store, jobs, log, embeddings: later });
  const documents = new Documents({
    store,
    clock,
    jobs,
    callbacks,
    outbound,
    extraction,
    media,
    embeddings: endpoint,
    vectors: endpoint ? null : vectors,
  });
  const questions = config.embeddings
    ? createEmbeddings(config.embeddings, QUESTION_TIME)
    : (parts.engines.sentences?.embeddings() ?? null);
  const circuits = new Circuits(clock);
  const background = new Background(log);
  const rooms = new EmbeddedRooms(parts.media, clock);
  const daily =
    config.daily &&
    new DailyRooms({
      store,
      clock,
      log,
      jobs,
      api: createDailyApi(config.daily),
      runner: createRunner(config.daily.runner),
      seal,
      config,
      secret,
    });
  const load =
    parts.load ?? (config.overloadRefusals ? measuredLoad(store, parts.media) : { refusal: () => null });
  const visitors = await createVisitors(store, clock, config.visitors);
  const agents = createAgentFactory({
    store,
    clock,
    log,
    config,
    callbacks,
    background,
    outbound,
    seal,
    embeddings: questions,
    engines: parts.engines,
    circuits,
    facePath: (face) => facePath(media, face),
    tools: (account, layer) => palTools(connectors, account, layer),
  });
  // Its packages are loaded only where spans go somewhere.
  const telemetry =
    config.telemetry && (await import('../conversations/telemetry.ts')).createTelemetry(config.telemetry);
  const conversations = new Conversations({
    telemetry,
    store,
    clock,
    log,
    config,
    rooms,
    daily,
    callbacks,
    keeping: async (row) => ({
      callLog: await callLogPath({ store, media }, row.id),
      sights: (await isWatched({ store, config }, row)) ? new Sights({ store, clock, log }, row.id) : null,
    }),
    load,
    ended: (id) => visitors.ended(id),
    async afterwards(trx, row) {
      await startActions(trx, { jobs }, row);
      await queueRecording(trx, { jobs, clock }, row);
      await startAnalysis(trx, { jobs }, row);
      await enqueueLearning(trx, { jobs, config }, row);
    },
    agents,
  });
  const context: Context = {
    config,
    store,
    clock,
    log,
    outbound,
    circuits,
    jobs,
    callbacks,
    background,
    seal,
    documents,
    media,
    runMediaJob: parts.runMediaJob ?? runMediaJob,
    voice: parts.engines.voice,
    conversations,
    agents,
    daily,
    load,
    visitors,
    passwords: await createPasswords(store),
    captcha:
      config.captcha.provider === 'altcha'
        ? createCaptcha(secret, clock, config.publicUrl)
        : createCaptchaService(config.captcha, { clock, log, outbound }),
  };
  daily?.serve(conversations);
  await conversations.resume();
  if (!daily) await endLeftBehind({ store, conversations, log });
  media.register(jobs);
  registerFaceTraining(context);
  registerLearning(context);
  registerVideoMaking(context);
  registerPerception(context);
  const recordings = registerRecordings(context, parts.resolve);
  const stopping = new AbortController();
  await callbacks.start();
  if (vectors) await store.db.transaction().execute((trx) => vectors.enqueue(trx));
  await jobs.start(stopping.signal);
  const app = await createApp(context, await createHandlers(store));
  await addSite(app, context);
  return {
    app,
    context,
    newKey: key,
    drain: () => conversations.drain(),
    async close() {
      // Idle keep-alive connections would hold the close for seconds.
      const idle = setInterval(() => app.server.closeIdleConnections(), 50);
      await conversations.close();
      await background.close();
      await app.close();
      clearInterval(idle);
      stopping.abort();
      extraction.close();
      await jobs.idle();
      await parts.media.close?.();
      await parts.engines.close?.();
      await telemetry?.close();
      await outbound.close();
      recordings.close();
      await store.close();
    },
  };
}

/** Made once for each installation; signs what is handed out and comes back. */
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

function measuredLoad(store: Store, media: MediaPort): Load {
  const now = () => performance.now();
  return new Load({
    now,
    lag: eventLoopLag(now),
    database: () => store.pressure.measure,
    skipped: () => media.skipped ?? 0,
  });
}
