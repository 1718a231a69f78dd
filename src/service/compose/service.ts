/**
 * Assembles the service from store, engines, rooms, conversations and HTTP. Tests pass their own clock, media and
 * engines.
 */
import type { FastifyInstance } from 'fastify';
import { BlockReader, createEmbeddings, type Embeddings } from '@palkit/agent';
import { MODELS } from '@palkit/models/catalogue';
import { ModelInstaller } from '@palkit/models/installer';
import type { Clock } from '@palkit/runtime/clock';
import type { Log } from '@palkit/runtime/log';
import type { Engines } from './agent-factory.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../http/context.ts';
import { Extraction } from '@palkit/extraction/extraction';
import { createHandlers } from './handlers.ts';
import { createApp } from '../http/app.ts';
import type { Resolve } from '@palkit/outbound/public-connections';
import { registerConnectorJobs } from '../connectors/linking.ts';
import { createCaptcha, type Captcha } from '../gates/captcha.ts';
import { firstLink } from '../console/links.ts';
import { ensureLocalKey } from '../console/local-key.ts';
import { createCaptchaService } from '../gates/captcha-service.ts';
import { createPasswords } from '../gates/passwords.ts';
import { registerPostCallActions } from '../conversations/post-call-actions.ts';
import { KnownDocuments } from '../documents/known-documents.ts';
import { startScheduledCrawls } from '../documents/scheduled-crawls.ts';
import { Documents } from '../documents/process.ts';
import { SentenceVectors } from '../documents/sentence-vectors.ts';
import { VectorMaker } from '../documents/vector-maker.ts';
import { registerIndexing, resumeIndexing } from '../conversations/conversation-index.ts';
import { endDailyConversations } from '../conversations/daily/end-daily-conversations.ts';
import type { MediaPort } from '@palkit/rooms/embedded/embedded-room';
import type { Load } from '../platform/load.ts';
import { registerPerception } from '../perception/perception.ts';
import { registerRecordings } from '../recordings/recordings.ts';
import { registerUploads } from '../uploads/uploads.ts';
import { registerFaceTraining } from '../resources/face-training.ts';
import { registerLearning } from '../resources/memory-learning.ts';
import { registerRetention, startRetention } from '../resources/conversation-removal.ts';
import { registerVideoMaking } from '../resources/video-making.ts';
import { runMediaJob, type RunMediaJob } from '@palkit/rooms/media-jobs/media-jobs';
import { Metrics } from '../http/call-metrics.ts';
import { queueJobs } from '@palkit/rooms/media-jobs/turns';
import { createCalls } from './calls.ts';
import { createFoundations, type Foundations } from './foundations.ts';
import { addSite } from './site.ts';
import { KeyUses } from '../store/key-uses.ts';
import type { Store } from '../store/store.ts';

/** Timeout in milliseconds for the vectors of a batch of sentences. */
const EMBEDDING_TIMEOUT_MS = 60_000;
/** Milliseconds that an answer waits for the vector of its question. */
const QUESTION_TIMEOUT_MS = 800;

export interface Parts {
  clock?: Clock;
  log?: Log;
  store?: Store;
  media: MediaPort & { close?(): Promise<void> };
  engines: Engines & { close?(): Promise<void> };
  /** Returns a random number from 0 to 1, for the jitter of retries. */
  random?: () => number;
  /** Decides whether new visitors are admitted. The default measures the process, its database and its media. */
  load?: Pick<Load, 'refusal'>;
  /** Creates media files; the default uses worker threads. */
  runMediaJob?: RunMediaJob;
  /** Models that the owner may install; the default is the list of `palkit models`. */
  models?: ModelInstaller;
  /** DNS for outbound requests; the default is the system's resolver. */
  resolve?: Resolve;
  /** True to also create a demo deployment for each gate. */
  gates?: boolean;
  /** Called once if the start has to wait for the database, with the reason. */
  databaseAway?(error: unknown): void;
  /** Called when the database is reachable and has its tables. */
  databaseReached?(): void;
}

export interface Service {
  readonly app: FastifyInstance;
  readonly context: Context;
  /** The API key of the first account, if this start created it. */
  readonly newKey: string | null;
  /** A one-time link to the console; null if the console is off or a person can already sign in. */
  readonly consoleLink: string | null;
  /** Accepts no more calls; settles when the running calls have ended. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds that requests have to finish when the service closes. */
const CLOSE_GRACE = 5000;

export async function createService(config: Config, parts: Parts): Promise<Service> {
  const metrics = new Metrics();
  const foundations = await createFoundations(config, {
    ...parts,
    engineFault: (engine, fault) => metrics.countEngineFault(engine, fault),
  });
  const { store, jobs, callbacks, background, outbound, newKey } = foundations;
  registerConnectorJobs(foundations);
  registerPostCallActions(foundations);
  const reading = documentsOf(foundations, parts.engines);
  const { telemetry, ...calls } = await createCalls(foundations, parts, reading, metrics);
  const { conversations } = calls;
  const context: Context = {
    ...foundations,
    ...calls,
    metrics,
    documents: reading.documents,
    extraction: reading.extraction,
    embeddings: reading.questions,
    warmSentenceModel: () => parts.engines.sentences?.warm(),
    runMediaJob: queueJobs(parts.runMediaJob ?? runMediaJob),
    voice: parts.engines.voice,
    ears: parts.engines.embedded?.ears() ?? null,
    passwords: await createPasswords(store),
    captcha: captchaOf(foundations),
    keyUses: new KeyUses(foundations),
  };
  await resumeConversations(context);
  const recordings = registerJobs(context, parts.resolve);
  const stopping = new AbortController();
  await callbacks.start();
  await resumeIndexing(context);
  await startRetention(context);
  await startScheduledCrawls(context);
  const { vectors } = reading;
  if (vectors) await store.db.transaction().execute((trx) => vectors.enqueue(trx));
  await jobs.start(stopping.signal);
  const app = await createApp(
    context,
    await createHandlers(store, parts.models ?? new ModelInstaller(MODELS)),
  );
  await addSite(app, context);
  const consoleLink = await prepareConsole(context);
  return {
    app,
    context,
    newKey,
    consoleLink,
    drain: () => conversations.drain(),
    async close() {
      // Close idle keep-alive connections repeatedly; otherwise they would delay the close by seconds.
      const idleTimer = setInterval(() => app.server.closeIdleConnections(), 50);
      // Close all connections after the grace period; otherwise one whose request never completes would delay
      // the close by a minute.
      const graceTimer = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE);
      await conversations.close();
      await background.close();
      await app.close();
      clearInterval(idleTimer);
      clearTimeout(graceTimer);
      stopping.abort();
      reading.extraction.close();
      await reading.blocks.close();
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

/** Creates the key for the command line, and the first link to the console. */
async function prepareConsole({ config, store, clock, log }: Context): Promise<string | null> {
  if (!config.console) return null;
  if ((await ensureLocalKey(config.dataDir)) === null)
    log.warn('`palkit console` cannot create links, because its key could not be written to DATA_DIR');
  return (await firstLink(store.db, clock, config.publicUrl))?.url ?? null;
}

interface Reading {
  documents: Documents;
  extraction: Extraction;
  blocks: BlockReader;
  knownDocuments: KnownDocuments;
  /** Computes vectors for ready documents that lack them; null if there is no model. */
  vectors: SentenceVectors | null;
  /** Computes the vector of a question. If null, questions are searched by their words only. */
  questions: Embeddings | null;
}

/**
 * Chooses how documents are read and searched: with an embeddings endpoint, with the model on this machine, or by
 * words only.
 */
function documentsOf(foundations: Foundations, engines: Engines): Reading {
  const { config, clock, log } = foundations;
  const blocks = new BlockReader(clock, (error) =>
    log.error({ cause: error }, 'a part of a document could not be loaded for a call'),
  );
  const { read } = blocks;
  const extraction = new Extraction(clock);
  const endpoint = config.embeddings && createEmbeddings(config.embeddings, EMBEDDING_TIMEOUT_MS);
  const embeddings = endpoint ?? engines.sentences?.embeddings({ of: 'documents' }) ?? null;
  const vectorMaker = embeddings && new VectorMaker({ clock, log, read, embeddings, local: !endpoint });
  const vectors = vectorMaker && new SentenceVectors({ ...foundations, maker: vectorMaker });
  const documents = new Documents({ ...foundations, extraction, vectors: vectorMaker });
  const questions = config.embeddings
    ? createEmbeddings(config.embeddings, QUESTION_TIMEOUT_MS)
    : (engines.sentences?.embeddings() ?? null);
  const knownDocuments = new KnownDocuments({ ...foundations, read, model: questions?.model ?? null });
  return { documents, extraction, blocks, knownDocuments, vectors, questions };
}

function captchaOf({ config, secret, clock, log, outbound }: Foundations): Captcha {
  return config.captcha.provider === 'altcha'
    ? createCaptcha(secret, clock, config.publicUrl)
    : createCaptchaService(config.captcha, { clock, log, outbound });
}

/** Continues the conversations of the previous process after a restart. */
async function resumeConversations({ daily, conversations, store, log }: Context): Promise<void> {
  daily?.registerJobs(conversations);
  await conversations.resume();
  if (!daily) await endDailyConversations({ store, conversations, log });
}

/** Registers all durable jobs before the first one starts. */
function registerJobs(context: Context, resolve: Resolve | undefined): { close(): void } {
  context.media.register(context.jobs);
  registerFaceTraining(context);
  registerUploads(context);
  registerLearning(context);
  registerVideoMaking(context);
  registerPerception(context);
  registerIndexing(context);
  registerRetention(context);
  return registerRecordings(context, resolve);
}
