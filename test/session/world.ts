/**
 * A visitor's environment without a browser: a manual clock, a service that responds from a table, and simulated
 * devices and rooms.
 */
import type { DeploymentInit } from '../../src/contract/deployments.ts';
import { ERRORS, type ErrorCode } from '../../src/contract/errors.ts';
import {
  AgentEvent,
  type AgentEventProperties,
  type AgentEventType,
  type VisitorMessage,
} from '../../src/contract/room-events.ts';
import type { RoomFactory } from '../../src/elements/session/call.ts';
import type { MediaPort } from '../../src/elements/session/devices.ts';
import type { StartMode, View } from '../../src/elements/session/phases.ts';
import type { LeaveOptions, Room, RoomListener, RoomOptions } from '../../src/elements/session/room.ts';
import { ServiceSession, type SessionOptions } from '../../src/elements/session/session.ts';
import { MovedClock, settle } from './moved-clock.ts';

export { MovedClock, settle };

export interface ServiceRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
  keepalive: boolean;
}
type Reply = Response | Promise<Response>;

/** Responds from a table by "METHOD /path", in which `{}` is any segment; other requests are errors of the test. */
export class FakeService {
  readonly requests: ServiceRequest[] = [];
  #routes: {
    method: string;
    pattern: RegExp;
    reply: (request: ServiceRequest, signal: AbortSignal | undefined) => Reply;
  }[] = [];

  on(route: string, reply: (request: ServiceRequest, signal: AbortSignal | undefined) => Reply): this {
    const [method, path] = route.split(' ') as [string, string];
    this.#routes.unshift({ method, pattern: new RegExp(`^${path.replaceAll('{}', '[^/]+')}$`), reply });
    return this;
  }

  of(route: string): ServiceRequest[] {
    const [method, path] = route.split(' ') as [string, string];
    const pattern = new RegExp(`^${path.replaceAll('{}', '[^/]+')}$`);
    return this.requests.filter((request) => request.method === method && pattern.test(request.path));
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init.headers);
    const text = typeof init.body === 'string' ? init.body : undefined;
    const request: ServiceRequest = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers,
      keepalive: init.keepalive === true,
      body:
        text !== undefined && headers.get('content-type') === 'application/json' ? JSON.parse(text) : text,
    };
    init.signal?.throwIfAborted();
    this.requests.push(request);
    const route = this.#routes.find(
      ({ method, pattern }) => method === request.method && pattern.test(request.path),
    );
    if (!route) throw new Error(`No answer for ${request.method} ${request.path}.`);
    const cleanup = new AbortController();
    const abortion = new Promise<never>((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error), {
        once: true,
        signal: cleanup.signal,
      }),
    );
    return Promise.race([abortion, Promise.resolve(route.reply(request, init.signal ?? undefined))]).finally(
      () => cleanup.abort(),
    );
  };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

export function refusal(code: ErrorCode, retryAfter?: number): Response {
  const { status, field, text } = ERRORS[code];
  return json({ [field]: text }, status, {
    'x-error-code': code,
    ...(retryAfter ? { 'retry-after': String(retryAfter) } : {}),
  });
}

export const waitForever = (): Promise<Response> => new Promise(() => {});
export const offline = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

export class FakeTrack extends EventTarget {
  readonly kind: 'audio' | 'video';
  readonly deviceId: string;
  readyState: 'live' | 'ended' = 'live';
  stops = 0;

  constructor(kind: 'audio' | 'video', deviceId: string) {
    super();
    this.kind = kind;
    this.deviceId = deviceId;
  }

  stop(): void {
    this.stops++;
    this.readyState = 'ended';
  }

  getSettings() {
    return { deviceId: this.deviceId };
  }
}

export class FakeStream {
  readonly #tracks: FakeTrack[];
  constructor(tracks: FakeTrack[] = []) {
    this.#tracks = [...tracks];
  }
  getTracks(): FakeTrack[] {
    return [...this.#tracks];
  }
  addTrack(track: FakeTrack): void {
    this.#tracks.push(track);
  }
}
// The only browser object that the devices use directly.
Object.assign(globalThis, { MediaStream: FakeStream });

export class FakeMedia {
  readonly tracks: FakeTrack[] = [];
  readonly requests: MediaStreamConstraints[] = [];
  readonly listeners: { type: string; signal?: AbortSignal }[] = [];
  /** Replaces `getUserMedia` if it is set. */
  instead: ((constraints: MediaStreamConstraints) => Promise<FakeStream>) | null = null;

  open(constraints: MediaStreamConstraints): FakeStream {
    const kind = constraints.audio ? 'audio' : 'video';
    const deviceId = (constraints[kind] as { deviceId?: { exact: string } }).deviceId?.exact;
    const track = new FakeTrack(kind, deviceId ?? `${kind}-1`);
    this.tracks.push(track);
    return new FakeStream([track]);
  }

  /** The browser's screen picker: returns a screen track by default; null if there is no picker, as on a phone. */
  picker: (() => Promise<FakeStream>) | null = () => {
    const track = new FakeTrack('video', 'screen-1');
    this.tracks.push(track);
    return Promise.resolve(new FakeStream([track]));
  };

  get live(): FakeTrack[] {
    return this.tracks.filter((track) => track.readyState === 'live');
  }

  get port(): MediaPort {
    return {
      getUserMedia: (constraints: MediaStreamConstraints) => {
        this.requests.push(constraints);
        return this.instead ? this.instead(constraints) : Promise.resolve(this.open(constraints));
      },
      ...(this.picker ? { getDisplayMedia: () => this.picker!() } : {}),
      enumerateDevices: () =>
        Promise.resolve([
          { kind: 'audioinput', deviceId: 'audio-1', label: 'Desk' },
          { kind: 'audioinput', deviceId: 'audio-2', label: 'Head' },
          { kind: 'videoinput', deviceId: 'video-1', label: 'Front' },
        ]),
      addEventListener: (type: string, _: unknown, options?: { signal?: AbortSignal }) =>
        this.listeners.push({ type, signal: options?.signal }),
    } as unknown as MediaPort;
  }
}

/** A room that the test controls. */
export class FakeRoom implements Room {
  maxBytes = 65_536;
  readonly kind: 'media' | 'text';
  readonly options: RoomOptions;
  readonly listener: RoomListener;
  readonly sentMessages: VisitorMessage[] = [];
  readonly microphones: (MediaStreamTrack | null)[] = [];
  readonly cameras: (MediaStreamTrack | null)[] = [];
  readonly leaveOptions: LeaveOptions[] = [];
  readonly connect: () => void;
  readonly refuse: (error: Error) => void;
  #joining: Promise<void>;

  constructor(kind: 'media' | 'text', options: RoomOptions, listener: RoomListener) {
    this.kind = kind;
    this.options = options;
    this.listener = listener;
    let connect!: () => void;
    let refuse!: (error: Error) => void;
    this.#joining = new Promise<void>((resolve, reject) => {
      connect = resolve;
      refuse = reject;
    });
    this.#joining.catch(() => {});
    this.connect = connect;
    this.refuse = refuse;
  }

  join(): Promise<void> {
    return this.#joining;
  }
  send(message: VisitorMessage): void {
    this.sentMessages.push(message);
  }
  setMicrophone(track: MediaStreamTrack | null): void {
    this.microphones.push(track);
  }
  setCamera(track: MediaStreamTrack | null): void {
    this.cameras.push(track);
  }
  readonly screens: (MediaStreamTrack | null)[] = [];
  setScreen(track: MediaStreamTrack | null): void {
    this.screens.push(track);
  }
  leave(options: LeaveOptions = {}): void {
    this.leaveOptions.push(options);
  }

  tell<Type extends AgentEventType>(
    type: Type,
    properties: AgentEventProperties<Type>,
    extraFields: Record<string, unknown> = {},
  ): void {
    this.listener.message(agentEvent(type, properties, extraFields));
  }
}

export function agentEvent<Type extends AgentEventType>(
  type: Type,
  properties: AgentEventProperties<Type>,
  extraFields: Record<string, unknown> = {},
): AgentEvent {
  return AgentEvent.parse({
    message_type: 'conversation',
    event_type: type,
    conversation_id: 'conversation-1',
    properties,
    ...extraFields,
  });
}

export const DEPLOYMENT: DeploymentInit = {
  deployment_id: 'deployment-1',
  channel: 'widget',
  customization: {},
  has_password: false,
  thumbnail_video_url: '',
  thumbnail_image_url: '',
  pal_display_name: 'Mira',
  languages: ['en'],
  limits: { max_call_duration: 3600 },
  captcha: null,
  is_available: true,
  unavailable_reason: null,
};
export const CAPTCHA: DeploymentInit['captcha'] = { provider: 'altcha', site_key: null, challenge_url: null };

export const INIT = 'GET /v2/deployments/deployment-1/init';
export const START = 'POST /v2/deployments/deployment-1/start';
export const END = 'POST /v2/deployments/deployment-1/conversations/{}/end';
export const FEEDBACK = 'POST /v2/deployments/deployment-1/conversations/{}/feedback';
export const INTERACT = 'POST /v2/conversations/{}/canvas/interactions';

export interface World {
  session: ServiceSession;
  /** The deployment, as the service sends it. */
  init: DeploymentInit;
  service: FakeService;
  clock: MovedClock;
  media: FakeMedia;
  rooms: FakeRoom[];
  factory: RoomFactory;
  page: EventTarget;
  views: View[];
  /** Returns the names of all phases in order, without repetitions. */
  phases(): string[];
  /** Goes from the first screen through an open deployment into a live call. */
  live(mode?: StartMode): Promise<FakeRoom>;
}

export function startedResponse(id = 'conversation-1'): Response {
  return json({
    conversation_id: id,
    conversation_name: 'Call',
    conversation_url: `https://pal.test/rooms/${id}`,
    status: 'active',
    callback_url: '',
    created_at: '2026-01-05T09:00:00.000000Z',
    meeting_token: 'token-1',
  });
}

/** Creates a world with one deployment. */
export function world(
  deployment: Partial<DeploymentInit> = {},
  options: Partial<SessionOptions> = {},
): World {
  const clock = new MovedClock();
  const media = new FakeMedia();
  const page = new EventTarget();
  const rooms: FakeRoom[] = [];
  const factory: RoomFactory = (kind, roomOptions, listener) => {
    const room = new FakeRoom(kind, roomOptions, listener);
    rooms.push(room);
    return room;
  };
  const init = {
    ...DEPLOYMENT,
    ...deployment,
    customization: { ...deployment.customization },
  };
  const service = new FakeService()
    .on(INIT, () => json(init))
    .on(START, () => startedResponse())
    .on(END, () => json({ conversation_id: 'conversation-1', status: 'ended' }))
    .on(INTERACT, () => json({ success: true }));
  const session = new ServiceSession({
    baseUrl: 'https://pal.test',
    deploymentId: 'deployment-1',
    fetch: service.fetch,
    clock,
    media: media.port,
    rooms: factory,
    page,
    ...options,
  });
  const views: View[] = [];
  session.subscribe((view) => views.push(view));
  return {
    session,
    init,
    service,
    clock,
    media,
    rooms,
    factory,
    page,
    views,
    phases() {
      const names = views.map(({ phase }) => (phase.is === 'gate' ? phase.by : phase.is));
      return names.filter((name, index) => name !== names[index - 1]);
    },
    async live(mode?: StartMode) {
      session.begin(mode);
      await settle();
      if (session.view.phase.is === 'gate') session.confirmDevices();
      await settle();
      const room = rooms.at(-1)!;
      room.connect();
      await settle();
      return room;
    },
  };
}
