/** The parts of calls: rooms, agents, records, and the work after a call. */
import type { Embeddings } from '@palkit/agent';
import { palTools } from '../connectors/pal-tools.ts';
import { assetPath } from '@palkit/runtime/asset-data';
import type { CallMeasures } from '../conversations/call-measures.ts';
import type { AgentFactory } from '../conversations/call-parts.ts';
import { enqueueIndexing } from '../conversations/conversation-index.ts';
import { Conversations } from '../conversations/lifecycle.ts';
import { startActions } from '../conversations/post-call-actions.ts';
import { createVisitors, type Visitors } from '../gates/visitors.ts';
import type { KnownDocuments } from '../documents/known-documents.ts';
import { eventLoopLag, Load } from '../platform/load.ts';
import { isWatched, FrameSampler, startAnalysis } from '../perception/perception.ts';
import { RunnerPictures } from '../perception/runner-eyes.ts';
import { callLogPath, queueRecording } from '../recordings/recordings.ts';
import { facePath } from '../resources/face-training.ts';
import { enqueueLearning } from '../resources/memory-learning.ts';
import { withPackages, type OptionalPackages } from '@palkit/runtime/optional-package';
import { SYSTEM_FACE } from '../seed/system-faces.ts';
import { createDailyApi } from '@palkit/rooms/daily/daily-api';
import { DailyRooms } from '../conversations/daily/daily-rooms.ts';
import { createRunner } from '@palkit/rooms/daily/runner';
import type { MediaPort } from '@palkit/rooms/embedded/embedded-room';
import { NO_LOAD } from '@palkit/rooms/embedded/media-load';
import { EmbeddedRooms } from '@palkit/rooms/embedded/rooms';
import type { Store } from '../store/store.ts';
import { createAgentFactory, type Engines } from './agent-factory.ts';
import type { Foundations } from './foundations.ts';

/** Loaded only if an OpenTelemetry collector is configured. */
const TELEMETRY_PACKAGES: OptionalPackages = {
  purpose: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  packages: [
    '@opentelemetry/api',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace-base',
  ],
};
type Telemetry = ReturnType<typeof import('../conversations/telemetry.ts').createTelemetry>;

export interface Calls {
  agents: AgentFactory;
  conversations: Conversations;
  visitors: Visitors;
  /** Null if the service has its own rooms. */
  daily: DailyRooms | null;
  load: Pick<Load, 'refusal'>;
  telemetry: Telemetry | null;
}

export async function createCalls(
  foundations: Foundations,
  parts: { media: MediaPort; engines: Engines; load?: Pick<Load, 'refusal'> },
  { questions, knownDocuments }: { questions: Embeddings | null; knownDocuments: KnownDocuments },
  measures: CallMeasures,
): Promise<Calls> {
  const { config, store, clock, log, jobs, callbacks, media } = foundations;
  const rooms = new EmbeddedRooms(parts.media, clock);
  const daily = createDailyRooms(foundations);
  const load =
    parts.load ?? (config.overloadRefusals ? createLoad(store, parts.media) : { refusal: () => null });
  const visitors = await createVisitors(store, clock, config.visitors);
  const agents = createAgentFactory({
    ...foundations,
    embeddings: questions,
    knownDocuments,
    engines: parts.engines,
    facePath: (face) => facePath(media, face),
    tools: (account, layer) => palTools(foundations, account, layer),
  });
  const telemetry =
    config.telemetry &&
    (await withPackages(TELEMETRY_PACKAGES, () => import('../conversations/telemetry.ts'))).createTelemetry(
      config.telemetry,
    );
  const conversations = new Conversations({
    telemetry,
    measures,
    store,
    clock,
    log,
    config,
    rooms,
    daily,
    callbacks,
    capture: async (row) => ({
      callLog: await callLogPath({ store, media }, row.id),
      frames: (await isWatched({ store, config }, row))
        ? new FrameSampler({ store, clock, log }, row.id)
        : null,
    }),
    load,
    standardFace: assetPath(`faces/${SYSTEM_FACE.asset}.face`),
    onEnded: (id) => visitors.releaseCall(id),
    async enqueueFollowUps(trx, row) {
      await startActions(trx, { jobs }, row);
      await queueRecording(trx, { jobs, clock }, row);
      await startAnalysis(trx, { jobs }, row);
      await enqueueLearning(trx, { jobs, config }, row);
      await enqueueIndexing(trx, { jobs }, row);
    },
    agents,
  });
  return { agents, conversations, visitors, daily, load, telemetry };
}

function createDailyRooms(foundations: Foundations): DailyRooms | null {
  const { daily } = foundations.config;
  if (!daily) return null;
  const api = createDailyApi(daily);
  const pictures = new RunnerPictures({ ...foundations, api });
  return new DailyRooms({ ...foundations, api, runner: createRunner(daily.runner), pictures });
}

function createLoad(store: Store, media: MediaPort): Load {
  const now = () => performance.now();
  return new Load({
    now,
    lag: eventLoopLag(now),
    database: () => store.pressure.measure,
    media: () => media.load ?? NO_LOAD,
  });
}
