/**
 * The chunk that a first intent loads: the session, the panel that draws it, and all of a channel that nobody
 * needs before.
 */
import type { Customization } from '@palkit/contract/customization';
import { askCall } from './call-request.ts';
import type { EarlyAnswer } from './early-answer.ts';
import { PalFeedbackEvent, PalToolCallEvent } from './events.ts';
import { isNavigation, navigate } from './navigate.ts';
import { defineParts } from './parts/pal-panel.ts';
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
  | 'hearing'
  | 'callTool'
  | 'place'
>;

/** A channel as far as its session needs it: what its attributes say, and what opens and closes it. */
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
    (given: Record<string, unknown>, options: { signal: AbortSignal }) => unknown
  >;
  /** Of a widget: its panel is large. */
  expanded?: boolean;
  readonly createSession?: (options: ChannelOptions) => CallSession;
  open(): void;
  close(): void;
}

/**
 * The session as the channel's attributes want it, which does what the parts below the channel ask for until
 * the signal aborts.
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
    hearing: channel.hearing === 'browser' || channel.hearing === 'service' ? channel.hearing : undefined,
    memoryStores: channel.memoryStores
      .split(',')
      .map((store) => store.trim())
      .filter(Boolean),
    visitorToken: () => channel.visitorToken,
    place: () => ({ host: channel, language: language(), theme: channel.theme }),
    callTool: (name, given, signal, id) => {
      const event = new PalToolCallEvent(name, given, signal);
      channel.dispatchEvent(event);
      if (event.answer) return event.answer[0];
      if (Object.hasOwn(channel.tools, name)) return channel.tools[name]!(given, { signal });
      if (isNavigation(id)) return navigate(channel, given['path']);
      throw new Error(`this page has no ${name}`);
    },
  };
  const session =
    channel.createSession?.(options) ?? new ServiceSession({ ...options, fetch: takingEarly(early) });
  session.customize(channel.override);
  channel.addEventListener(
    'pal-request',
    (event) => carryOut(session, (event as RequestEvent).request, channel),
    { signal },
  );
  minimising(session, channel, signal);
  return session;
}

/** So old an early answer may be; in milliseconds. A pointer may be near for long before it clicks. */
const FRESH = 10_000;

/**
 * `fetch`, whose first request of that address has the answer that was asked for early. The face is painted before
 * it is read, for reading and drawing it take longer than a frame.
 */
function takingEarly(early: EarlyAnswer | null): typeof fetch {
  return async (address, init) => {
    const taken = early?.address === address ? early : null;
    if (!taken) return fetch(address, init);
    early = null;
    if (Date.now() - taken.asked >= FRESH) return fetch(address, init);
    await painted();
    return taken.answer;
  };
}

/** The next frame is on the screen; a page that nobody sees has none. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, document.hidden ? 0 : 250);
  });
}

/**
 * A panel that closes mutes the microphone of its call, unless the owner wants it to go on hearing; one that
 * opens again gives back what that took.
 */
function minimising(session: CallSession, channel: SessionChannel, signal: AbortSignal): void {
  let muted = false;
  const closed = () => {
    const { phase, devices, deployment } = session.view;
    const keeps = deployment?.customization.widget?.minimised_microphone === 'on';
    muted = phase.is === 'live' && devices.microphone.state === 'on' && !keeps;
    if (muted) session.setMicrophone(false);
  };
  const opened = () => {
    if (muted && session.view.devices.microphone.state === 'muted') session.setMicrophone(true);
    muted = false;
  };
  channel.addEventListener('pal-close', closed, { signal });
  channel.addEventListener('pal-open', opened, { signal });
}

/** Asks a question once the call that begins now runs; where none comes of it, not at all. */
function asking(session: CallSession, question: string): void {
  let begun = false;
  const stop = session.subscribe(({ phase }) => {
    begun ||= phase.is !== 'ready';
    const live = phase.is === 'live';
    // What is said changes the view, so this one is done first.
    if (live || (begun && !WAY.includes(phase.is))) stop();
    if (live) session.say(question);
  });
}
/** The phases on the way into a call. */
const WAY: readonly string[] = ['gate', 'starting', 'joining'];

/** What a visitor taps on the way into a call. */
const LEADS_TO_A_CALL: readonly string[] = ['begin', 'resume', 'anew', 'consent', 'confirm-devices'];

/** Does one kind of request. */
type Handler<Asked extends Request> = (session: CallSession, request: Asked, channel: SessionChannel) => void;

/** What comes of a request; those of a running call are not the channel's own. */
const HANDLERS: {
  readonly [Do in ChannelRequest['do']]: Handler<Extract<ChannelRequest, { do: Do }>>;
} = {
  begin: (session, { question }) => {
    if (question) asking(session, question);
    session.begin();
  },
  resume: (session) => session.resume(),
  anew: (session) => {
    session.again();
    session.begin();
  },
  consent: (session) => session.consent(),
  'agree-hearing': (session, { yes }) => session.agreeHearing(yes),
  'install-hearing': (session) => session.installHearing(),
  password: (session, { value }) => session.password(value),
  'retry-captcha': (session) => session.retryCaptcha(),
  'ask-devices': (session, wanted) => session.askDevices(wanted),
  'choose-device': (session, { kind, id }) => session.chooseDevice(kind, id),
  'confirm-devices': (session) => session.confirmDevices(),
  again: (session) => session.again(),
  feedback: (session, { rating, comment }, channel) => {
    const { phase } = session.view;
    if (phase.is !== 'ended') return;
    // A page that prevents it keeps the rating for itself.
    if (channel.dispatchEvent(new PalFeedbackEvent(phase.conversationId, rating, comment)))
      session.rate(rating, comment);
  },
  expand: (_session, { on }, channel) => {
    channel.expanded = on;
  },
  open: (_session, _request, channel) => channel.open(),
  close: (_session, _request, channel) => channel.close(),
};

/** Does what a part asked for. */
function carryOut(session: CallSession, request: Request, channel: SessionChannel): void {
  // Within the tap that asks; what comes of it comes later.
  if (LEADS_TO_A_CALL.includes(request.do)) touchVideo();
  // A handler stands under the very word that its request has.
  const handle = HANDLERS[request.do as ChannelRequest['do']] as Handler<Request> | undefined;
  if (handle) handle(session, request, channel);
  else askCall(session, request);
}

defineParts();
