/**
 * The chunk that a first intent loads: the session, the panel that draws it, and all of a channel that nobody
 * needs before.
 */
import { askCall } from './call-request.ts';
import type { Channel } from './channel.ts';
import { PalFeedbackEvent, PalToolCallEvent } from './events.ts';
import { isNavigation, navigate } from './navigate.ts';
import type { PalWidget } from './pal-widget.ts';
import { defineParts } from './parts/pal-panel.ts';
import { touchVideo } from './parts/touched-video.ts';
import type { Request, RequestEvent } from './parts/base/request.ts';
import type { CallSession } from './session/phases.ts';
import { ServiceSession, type SessionOptions } from './session/session.ts';

export { announce } from './announce.ts';
export { widgetDialog } from './widget-dialog.ts';
export { Interpreter } from './interpreter.ts';

export type ChannelOptions = Pick<
  SessionOptions,
  | 'baseUrl'
  | 'deploymentId'
  | 'conversationalContext'
  | 'customGreeting'
  | 'memoryStores'
  | 'screenSharing'
  | 'hearing'
  | 'callTool'
  | 'place'
>;

/**
 * The session as the channel's attributes want it, which does what the parts below the channel ask for until
 * the signal aborts.
 */
export function openSession(
  channel: Channel,
  baseUrl: string,
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
  const session = channel.createSession?.(options) ?? new ServiceSession(options);
  session.customize(channel.override);
  channel.addEventListener(
    'pal-request',
    (event) => carryOut(session, (event as RequestEvent).request, channel),
    { signal },
  );
  minimising(session, channel, signal);
  return session;
}

/**
 * A panel that closes mutes the microphone of its call, unless the owner wants it to go on hearing; one that
 * opens again gives back what that took.
 */
function minimising(session: CallSession, channel: Channel, signal: AbortSignal): void {
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

/** What a part asked for. */
function carryOut(session: CallSession, request: Request, channel: Channel): void {
  // Within the tap that asks; what comes of it comes later.
  if (LEADS_TO_A_CALL.includes(request.do)) touchVideo();
  switch (request.do) {
    case 'begin':
      if (request.question) asking(session, request.question);
      return session.begin();
    case 'resume':
      return session.resume();
    case 'anew':
      session.again();
      return session.begin();
    case 'consent':
      return session.consent();
    case 'agree-hearing':
      return session.agreeHearing(request.yes);
    case 'install-hearing':
      return session.installHearing();
    case 'password':
      return session.password(request.value);
    case 'retry-captcha':
      return session.retryCaptcha();
    case 'ask-devices':
      return session.askDevices(request);
    case 'choose-device':
      return session.chooseDevice(request.kind, request.id);
    case 'confirm-devices':
      return session.confirmDevices();
    case 'again':
      return session.again();
    case 'feedback': {
      const { phase } = session.view;
      if (
        phase.is === 'ended' &&
        channel.dispatchEvent(new PalFeedbackEvent(phase.conversationId, request.rating, request.comment))
      )
        session.rate(request.rating, request.comment);
      return;
    }
    case 'expand':
      (channel as PalWidget).expanded = request.on;
      return;
    case 'open':
      return channel.open();
    case 'close':
      return channel.close();
    default:
      return askCall(session, request);
  }
}

defineParts();
