/**
 * The chunk that a first intent loads: the session, the panel that draws it, and all of a channel that nobody
 * needs before.
 */
import type { Channel } from './channel.ts';
import { PalFeedbackEvent, PalToolCallEvent } from './events.ts';
import type { PalWidget } from './pal-widget.ts';
import { defineParts } from './parts/pal-panel.ts';
import type { Request, RequestEvent } from './parts/base/request.ts';
import type { Visit } from './session/phases.ts';
import { Session, type SessionOptions } from './session/session.ts';

export { announce } from './announce.ts';
export { furnish } from './furnish.ts';
export { Interpreter } from './interpreter.ts';

export type VisitOptions = Pick<
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
 * The visit as the channel's attributes want it, which does what the parts below the channel ask for until
 * the signal aborts.
 */
export function openVisit(
  channel: Channel,
  baseUrl: string,
  language: () => string,
  signal: AbortSignal,
): Visit {
  const options: VisitOptions = {
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
    callTool: (name, given, signal) => {
      const event = new PalToolCallEvent(name, given, signal);
      channel.dispatchEvent(event);
      if (event.answer) return event.answer[0];
      if (Object.hasOwn(channel.tools, name)) return channel.tools[name]!(given, { signal });
      throw `this page has no ${name}`;
    },
  };
  const visit = channel.createVisit?.(options) ?? new Session(options);
  visit.customize(channel.override);
  channel.addEventListener(
    'pal-request',
    (event) => carryOut(visit, (event as RequestEvent).request, channel),
    { signal },
  );
  minimising(visit, channel, signal);
  return visit;
}

/**
 * A panel that closes mutes the microphone of its call, unless the owner wants it to go on hearing; one that
 * opens again gives back what that took.
 */
function minimising(visit: Visit, channel: Channel, signal: AbortSignal): void {
  let muted = false;
  const closed = () => {
    const { phase, devices, deployment } = visit.view;
    const keeps = deployment?.customization.widget?.minimised_microphone === 'on';
    muted = phase.is === 'live' && devices.microphone.state === 'on' && !keeps;
    if (muted) visit.setMicrophone(false);
  };
  const opened = () => {
    if (muted && visit.view.devices.microphone.state === 'muted') visit.setMicrophone(true);
    muted = false;
  };
  channel.addEventListener('pal-close', closed, { signal });
  channel.addEventListener('pal-open', opened, { signal });
}

/** Asks a question once the call that begins now runs; where none comes of it, not at all. */
function asking(visit: Visit, question: string): void {
  let begun = false;
  const stop = visit.subscribe(({ phase }) => {
    begun ||= phase.is !== 'ready';
    const live = phase.is === 'live';
    // What is said changes the view, so this one is done first.
    if (live || (begun && !WAY.includes(phase.is))) stop();
    if (live) visit.say(question);
  });
}
/** The phases on the way into a call. */
const WAY: readonly string[] = ['gate', 'starting', 'joining'];

/** What a part asked for. */
function carryOut(visit: Visit, request: Request, channel: Channel): void {
  switch (request.do) {
    case 'begin':
      if (request.question) asking(visit, request.question);
      return visit.begin();
    case 'resume':
      return visit.resume();
    case 'anew':
      visit.again();
      return visit.begin();
    case 'consent':
      return visit.consent();
    case 'agree-hearing':
      return visit.agreeHearing(request.yes);
    case 'install-hearing':
      return visit.installHearing();
    case 'password':
      return visit.password(request.value);
    case 'retry-captcha':
      return visit.retryCaptcha();
    case 'ask-devices':
      return visit.askDevices(request);
    case 'choose-device':
      return visit.chooseDevice(request.kind, request.id);
    case 'confirm-devices':
      return visit.confirmDevices();
    case 'say':
      return visit.say(request.text);
    case 'microphone':
      return visit.setMicrophone(request.on);
    case 'camera':
      return visit.setCamera(request.on);
    case 'screen':
      return visit.setScreen(request.on);
    case 'answer-card':
      return visit.answerCard(request.answer);
    case 'end':
      return visit.end();
    case 'again':
      return visit.again();
    case 'feedback': {
      const { phase } = visit.view;
      if (
        phase.is === 'ended' &&
        channel.dispatchEvent(new PalFeedbackEvent(phase.conversationId, request.rating, request.comment))
      )
        visit.rate(request.rating, request.comment);
      return;
    }
    case 'expand':
      (channel as PalWidget).expanded = request.on;
      return;
    case 'open':
      return channel.open();
    case 'close':
      return channel.close();
  }
}

defineParts();
