/**
 * The chunk that loads on the visitor's first intent: the session, the panel that draws it, and the rest of a
 * channel's code.
 */
import type { Customization } from '@palkit/contract/customization';
import { carryOutCallRequest } from './call-request.ts';
import { storageOf } from './channel-storage.ts';
import type { EarlyAnswer } from './early-answer.ts';
import { PalFeedbackEvent } from './events.ts';
import { SESSIONS } from './locale-controller.ts';
import { defineParts } from './parts/pal-panel.ts';
import { containTyping } from './parts/base/typing.ts';
import { touchVideo } from './parts/touched-video.ts';
import type { ChannelRequest, Request, RequestEvent } from './parts/base/request.ts';
import type { CallSession } from './session/phases.ts';
import { ServiceSession, type SessionOptions } from './session/session.ts';

export { eventDispatcher } from './event-dispatcher.ts';
export { widgetDialog } from './widget-dialog.ts';
export { LocaleController } from './locale-controller.ts';

export type ChannelOptions = Pick<
  SessionOptions,
  | 'baseUrl'
  | 'deploymentId'
  | 'conversationalContext'
  | 'customGreeting'
  | 'memoryStores'
  | 'visitorToken'
  | 'screenSharing'
  | 'prepareFace'
  | 'hearing'
  | 'callTool'
  | 'place'
>;

/** The members of a channel that its session uses. */
export interface SessionChannel extends HTMLElement {
  readonly deploymentId: string;
  readonly conversationalContext: string;
  readonly customGreeting: string;
  readonly memoryStores: string;
  readonly visitorToken: string;
  readonly screenSharing: 'auto' | 'off';
  readonly hearing: '' | 'browser' | 'service';
  readonly theme: 'auto' | 'light' | 'dark';
  readonly override: Customization | null;
  readonly tools: Record<
    string,
    (input: Record<string, unknown>, options: { signal: AbortSignal }) => unknown
  >;
  /** True if a widget's panel is enlarged. */
  expanded?: boolean;
  readonly opened: boolean;
  readonly createSession?: (options: ChannelOptions) => CallSession;
  open(): void;
  close(): void;
}

/**
 * Creates a session from the channel's attributes, and carries out the requests of the channel's parts until the
 * signal aborts.
 */
export function openSession(
  channel: SessionChannel,
  { baseUrl, early }: { baseUrl: string; early: EarlyAnswer | null },
  language: () => string,
  signal: AbortSignal,
): CallSession {
  const options: ChannelOptions = {
    baseUrl,
    deploymentId: channel.deploymentId,
    conversationalContext: channel.conversationalContext || undefined,
    customGreeting: channel.customGreeting || undefined,
    screenSharing: channel.screenSharing !== 'off',
    prepareFace: async (...face) => (await import('./drawn-face/drawn-face.ts')).prepareFace(...face),
    hearing: channel.hearing === 'browser' || channel.hearing === 'service' ? channel.hearing : undefined,
    memoryStores: channel.memoryStores
      .split(',')
      .map((store) => store.trim())
      .filter(Boolean),
    visitorToken: () => channel.visitorToken,
    place: () => ({ host: channel, language: language(), theme: channel.theme }),
    callTool: async (...call) => (await import('./call-on-device.ts')).callTool(channel, ...call),
  };
  const session =
    channel.createSession?.(options) ??
    new ServiceSession({ ...options, fetch: fetchWithEarly(early), storage: storageOf(channel) });
  SESSIONS.set(channel, session);
  session.customize(channel.override);
  if (channel.hasAttribute('camera-on-start'))
    console.warn('palkit: camera-on-start has no effect: visitors turn on their cameras.');
  channel.addEventListener(
    'pal-request',
    (event) => carryOut(session, (event as RequestEvent).request, channel),
    { signal },
  );
  const stop = session.subscribe(({ phase }) => {
    if (phase.is !== 'live') return;
    stop();
    void import('./call-on-device.ts')
      .then((chunk) => chunk.adaptDevice(session, channel, signal))
      .catch(() => {});
  });
  containTyping(channel, signal);
  return session;
}

/** Milliseconds after which an early response is stale; a pointer may hover for a long time before the click. */
const MAX_AGE = 10_000;

/**
 * Returns a `fetch` that answers the first request for the address of `early` with the early response. It first
 * lets the browser paint the face, because processing the response takes longer than a frame.
 */
function fetchWithEarly(early: EarlyAnswer | null): typeof fetch {
  return async (address, init) => {
    const match = early?.address === address ? early : null;
    if (!match) return fetch(address, init);
    early = null;
    if (Date.now() - match.requestedAt >= MAX_AGE) return fetch(address, init);
    await nextPaint();
    return match.answer;
  };
}

/** Resolves when the next frame has been painted. A hidden page paints none, so a timer resolves it there. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, document.hidden ? 0 : 250);
  });
}

/** Asks a question as soon as the call that is starting is live; discards it if the call does not start. */
function askOnceLive(session: CallSession, question: string): void {
  let hasBegun = false;
  const stop = session.subscribe(({ phase }) => {
    hasBegun ||= !BEFORE_THE_FIRST_SCREEN.test(phase.is);
    const live = phase.is === 'live';
    // `say` changes the view, so remove the listener first.
    if (live || (hasBegun && !BEFORE_A_CALL.test(phase.is))) stop();
    if (live) session.say(question);
  });
}
const BEFORE_THE_FIRST_SCREEN = /idle|loading|ready/;
/** Phases between the first screen and a call. */
const BEFORE_A_CALL = /gate|starting|joining/;

/** Requests that a tap sends to start or resume a call. */
const LEADS_TO_A_CALL = /^(begin|resume|anew|consent|confirm-devices)$/;

type Handler<Kind extends Request> = (session: CallSession, request: Kind, channel: SessionChannel) => void;

/** Handlers of the channel's requests; `carryOutCallRequest` handles those of a running call. */
const HANDLERS: {
  readonly [Do in ChannelRequest['do']]: Handler<Extract<ChannelRequest, { do: Do }>>;
} = {
  begin: (session, { mode, question }) => {
    if (question) askOnceLive(session, question);
    session.begin(mode);
  },
  resume: (session) => session.resume(),
  anew: (session) => session.again(),
  consent: (session) => session.consent(),
  'agree-hearing': (session, { yes }) => session.agreeHearing(yes),
  'install-hearing': (session) => session.installHearing(),
  password: (session, { value }) => session.password(value),
  'retry-captcha': (session) => session.retryCaptcha(),
  'ask-devices': (session, devices) => session.askDevices(devices),
  'choose-device': (session, { kind, id }) => session.chooseDevice(kind, id),
  'confirm-devices': (session) => session.confirmDevices(),
  again: (session) => session.again(),
  'leave-message': (session, { message }) => session.leaveMessage(message),
  feedback: (session, { rating, comment }, channel) => {
    const { phase } = session.view;
    if (phase.is !== 'ended') return;
    // A page that prevents the event stores the rating itself.
    if (channel.dispatchEvent(new PalFeedbackEvent(phase.conversationId, rating, comment)))
      session.rate(rating, comment);
  },
  expand: (_session, { on }, channel) => {
    channel.expanded = on;
  },
  open: (_session, _request, channel) => channel.open(),
  close: (_session, _request, channel) => channel.close(),
};

function carryOut(session: CallSession, request: Request, channel: SessionChannel): void {
  // Safari plays sound only in a video element that was used within the tap.
  if (LEADS_TO_A_CALL.test(request.do)) touchVideo();
  // The request's `do` is the key of its handler.
  const handle = HANDLERS[request.do as ChannelRequest['do']] as Handler<Request> | undefined;
  if (handle) handle(session, request, channel);
  else carryOutCallRequest(session, request);
}

defineParts();
