/** A running service for a test: real store, real HTTP application, manual clock, scripted media process. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { createClient, type Client, type RequestOptions } from '../../src/contract/client.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { ErrorCode } from '../../src/contract/errors.ts';
import { ServiceError } from '../../src/contract/service-error.ts';
import { ApiError } from '../../src/contract/api-error.ts';
import type { PalFields } from '../../src/contract/pals.ts';
import { createDeployment, patchDeployment, startDeployment } from '../../src/contract/deployments.ts';
import { createPal } from '../../src/contract/pals.ts';
import { AgentEvent } from '../../src/contract/room-events.ts';
import { readRoom, writeRoom } from '../../src/contract/rooms.ts';
import type { Engines } from '../../src/service/compose/agent-factory.ts';
import { ManualClock } from '../../src/runtime/clock.ts';
import { readConfig } from '../../src/service/config/config.ts';
import type { Load } from '../../src/service/platform/load.ts';
import type { Resolve } from '../../src/outbound/public-connections.ts';
import type { MediaPort } from '../../src/rooms/embedded/embedded-room.ts';
import type { JoinRequest, MediaEvent } from '../../src/rooms/embedded/media-messages.ts';
import type { CallLogPath } from '../../src/rooms/embedded/call-log.ts';
import { SYSTEM_FACE } from '../../src/service/seed/seed.ts';
import { createService, type Parts, type Service } from '../../src/service/compose/service.ts';
import type { RunMediaJob } from '../../src/rooms/media-jobs/media-jobs.ts';
import { createFreshDatabase, createFreshFolder } from './fresh-database.ts';
import { until } from './until.ts';

export const ALICE = 'key-of-alice-0001';
export const BOB = 'key-of-bob-000002';

/** Records the commands to the media process, and emits events in its place. */
export class ScriptedMedia implements MediaPort {
  readonly commands: unknown[][] = [];
  /** True if the media process is available. */
  available = true;
  /** Responses to joins wait for this promise. */
  gate: Promise<void> = Promise.resolve();
  #listeners = new Set<(event: MediaEvent) => void>();

  /** Face files of the joins, in order. */
  readonly faces: string[] = [];
  /** Face ids of the joins, as a face engine receives them. */
  readonly faceIds: (string | null | undefined)[] = [];

  /** `watchedCalls`: calls that joined with `watch`. `callLogs`: folder and name of each recorded call's log. */
  readonly watchedCalls = new Set<string>();
  readonly callLogs = new Map<string, CallLogPath>();

  async join(call: JoinRequest): Promise<{ answer: string }> {
    this.faces.push(call.face);
    this.faceIds.push(call.faceId);
    if (call.watch) this.watchedCalls.add(call.callId);
    if (call.callLog) this.callLogs.set(call.callId, call.callLog);
    this.commands.push(['join', call.callId]);
    await this.gate;
    if (!call.offer.startsWith('v=0')) throw new ServiceError('invalid_offer');
    return { answer: 'v=0\r\nanswer' };
  }
  leave(callId: string): void {
    this.commands.push(['leave', callId]);
  }
  say(callId: string, utteranceId: string): void {
    this.commands.push(['say', callId, utteranceId]);
  }
  hush(callId: string): void {
    this.commands.push(['hush', callId]);
  }
  send(callId: string, message: string): void {
    this.commands.push(['send', callId, JSON.parse(message)]);
  }
  changeFace(callId: string, face: string): void {
    this.commands.push(['face', callId, face]);
  }
  listen(): void {}
  subscribe(listener: (event: MediaEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  emit(event: MediaEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
  /** Returns the messages sent over the data channel, in order. */
  sentEvents(callId: string): { event_type: string; properties: Record<string, unknown>; seq: number }[] {
    return this.commands
      .filter(([verb, id]) => verb === 'send' && id === callId)
      .map(
        ([, , message]) =>
          message as { event_type: string; properties: Record<string, unknown>; seq: number },
      );
  }
}

export interface World {
  service: Service;
  /** The address of the PostgreSQL database; null with the embedded database. */
  databaseUrl: string | null;
  clock: ManualClock;
  media: ScriptedMedia;
  /** The typed client, which calls the application without a network. */
  call: Client<AbortSignal>;
  /** Returns the error of a call; throws if the call succeeds. */
  refusal<Row extends Endpoint>(
    row: Row,
    options?: RequestOptions<Row, AbortSignal>,
  ): Promise<{ code: ErrorCode; text: string; retryAfter: number | undefined }>;
  /** Creates a PAL of Alice and returns its id. */
  pal(fields?: Partial<PalFields>): Promise<string>;
  /** Creates an active deployment of Alice and returns its id. */
  deployment(fields?: Record<string, unknown>): Promise<string>;
  start(
    deploymentId: string,
    body?: Record<string, unknown>,
  ): Promise<{ conversation_id: string; meeting_token: string }>;
  close(): Promise<void>;
}

export interface WorldOptions {
  environment?: Record<string, string>;
  engines?: Engines;
  /** An existing data folder; a new one by default. */
  dataDir?: string;
  /** A world whose database this one shares, as a second process of the service. */
  beside?: World;
  clock?: ManualClock;
  resolve?: Resolve;
  runMediaJob?: RunMediaJob;
  models?: Parts['models'];
  random?: () => number;
  /** True if the world also has the demo's deployments, for the demo's page of gates. */
  gates?: boolean;
  /** By default, every call is admitted, even if the machine is busy. */
  load?: Pick<Load, 'refusal'>;
}

const loadOf = ({ load = { refusal: () => null } }: WorldOptions) => load;

/** Resolves when the agent is in the conversation's room and the visitor's media are connected. */
export async function waitUntilConnected({ service, media }: World, callId: string): Promise<void> {
  const row = await service.context.store.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', callId)
    .executeTakeFirstOrThrow();
  await service.context.conversations.room(row);
  media.emit({ is: 'connected', callId });
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const server = process.env['TEST_DATABASE_URL'];
  const database = options.beside
    ? { url: options.beside.databaseUrl!, drop: async () => {} }
    : server && !options.dataDir
      ? await createFreshDatabase(server)
      : null;
  const dataDir =
    options.dataDir ??
    options.beside?.service.context.config.dataDir ??
    (database ? fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-test-')) : await createFreshFolder());
  const clock = options.clock ?? new ManualClock();
  const media = new ScriptedMedia();
  const config = readConfig({
    API_KEYS: `1:${ALICE},2:${BOB}`,
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://palkit.example',
    TRUST_PROXY: '1',
    // Raise the limits, because all visitors of a test have one address.
    VISITOR_STARTS_PER_MINUTE: '100000',
    VISITOR_OPEN_CALLS: '100000',
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...options.environment,
  });
  const service = await createService(config, {
    clock,
    media,
    engines: options.engines ?? { voice: null, ears: null },
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    resolve: options.resolve,
    runMediaJob: options.runMediaJob,
    models: options.models,
    random: options.random,
    gates: options.gates,
    load: loadOf(options),
  });
  const call = createClient<AbortSignal>('', async (url, init) => {
    const answer = await service.app.inject({
      url,
      method: init.method as 'GET',
      headers: init.headers,
      ...(init.body === undefined ? {} : { payload: init.body }),
    });
    return {
      ok: answer.statusCode < 400,
      status: answer.statusCode,
      headers: {
        get: (name) =>
          answer.headers[name.toLowerCase()] === undefined
            ? null
            : String(answer.headers[name.toLowerCase()]),
      },
      text: async () => answer.body,
    };
  });
  const world: World = {
    service,
    clock,
    media,
    call,
    databaseUrl: database?.url ?? null,
    async refusal(row, options) {
      try {
        await call(row, options);
      } catch (error) {
        if (error instanceof ApiError)
          return { code: error.code, text: error.message, retryAfter: error.retryAfter };
        throw error;
      }
      throw new Error(`${row.name} was not refused`);
    },
    async pal(fields = {}) {
      const { result } = await call(createPal, {
        credential: ALICE,
        body: { system_prompt: 'Be kind.', default_face_id: SYSTEM_FACE.id, ...fields } as never,
      });
      return result.pal_id;
    },
    async deployment(fields = {}) {
      const { result } = await call(createDeployment, {
        credential: ALICE,
        body: { pal_id: await world.pal(), channel: 'widget', ...fields } as never,
      });
      await call(patchDeployment, {
        credential: ALICE,
        params: { deployment_id: result.deployment_id },
        body: [{ op: 'replace', path: '/status', value: 'active' }],
      });
      return result.deployment_id;
    },
    async start(deploymentId, body = {}) {
      return (await call(startDeployment, { params: { deployment_id: deploymentId }, body })).result;
    },
    async close() {
      await service.close();
      await database?.drop();
      if (!options.dataDir && !options.beside) fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return world;
}

/** Returns the events of the agent's room so far, read like a text call. */
export async function visitorEvents(
  world: World,
  call: { conversation_id: string; meeting_token: string },
): Promise<AgentEvent[]> {
  const { result } = await world.call(readRoom, {
    params: { conversation_id: call.conversation_id },
    credential: call.meeting_token,
  });
  return result.data.map((message) => AgentEvent.parse(message));
}

/**
 * Types a question after the greeting. Resolves when the service has acknowledged the question; from then on the
 * test may move the clock. The returned function waits for the agent's first complete line after the question.
 */
export async function ask(
  world: World,
  call: { conversation_id: string; meeting_token: string },
  text: string,
): Promise<() => Promise<string>> {
  const lines = async () =>
    (await visitorEvents(world, call)).flatMap((event) =>
      event.event_type === 'conversation.utterance' ? [event.properties] : [],
    );
  const linesWhen = (description: string, isEnough: (all: { role: string; speech: string }[]) => boolean) =>
    until(`${description}, asked ${JSON.stringify(text)}`, async () => {
      const allLines = await lines();
      return isEnough(allLines) && allLines;
    });
  const previousCount = (await linesWhen('the line before', (all) => all.at(-1)?.role === 'pal')).length;
  await world.call(writeRoom, {
    params: { conversation_id: call.conversation_id },
    credential: call.meeting_token,
    body: { message_type: 'conversation', event_type: 'conversation.respond', properties: { text } },
  });
  const linesAfter = (all: { role: string; speech: string }[]) =>
    all.slice(previousCount).find(({ role }) => role === 'pal')?.speech;
  return async () => linesAfter(await linesWhen('an answer', (all) => linesAfter(all) !== undefined))!;
}

/** Types a question after the greeting; returns the agent's first complete line after it. */
export const talk = async (...question: Parameters<typeof ask>): Promise<string> =>
  (await ask(...question))();
