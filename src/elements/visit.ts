/** The chunk that a first intent loads: the session, and the panel that draws it. */
import type { Channel } from './channel.ts';
import { PalFeedbackEvent } from './feedback-event.ts';
import type { PalWidget } from './pal-widget.ts';
import { defineParts } from './parts/pal-panel.ts';
import { Session, type SessionOptions } from './session/session.ts';
import type { Request } from './parts/request.ts';
import type { Visit } from './session/phases.ts';

export { furnish } from './furnish.ts';
export { speak } from './text/languages.ts';

export type VisitOptions = Pick<SessionOptions, 'baseUrl' | 'deploymentId' | 'conversationalContext' | 'customGreeting' | 'memoryStores' | 'callTool' | 'place'>;

export function createVisit(options: VisitOptions): Visit {
  return new Session(options);
}

/** What a part asked for. */
export function carryOut(visit: Visit, request: Request, channel: Channel): void {
  switch (request.do) {
    case 'begin': return visit.begin();
    case 'resume': return visit.resume();
    case 'anew':
      visit.again();
      return visit.begin();
    case 'consent': return visit.consent();
    case 'password': return visit.password(request.value);
    case 'retry-captcha': return visit.retryCaptcha();
    case 'ask-devices': return visit.askDevices(request);
    case 'choose-device': return visit.chooseDevice(request.kind, request.id);
    case 'confirm-devices': return visit.confirmDevices();
    case 'say': return visit.say(request.text);
    case 'microphone': return visit.setMicrophone(request.on);
    case 'camera': return visit.setCamera(request.on);
    case 'answer-card': return visit.answerCard(request.answer);
    case 'end': return visit.end();
    case 'again': return visit.again();
    case 'feedback': {
      const { phase } = visit.view;
      if (phase.is === 'ended' && channel.dispatchEvent(new PalFeedbackEvent(phase.conversationId, request.rating, request.comment))) visit.rate(request.rating, request.comment);
      return;
    }
    case 'expand':
      (channel as PalWidget).expanded = request.on;
      return;
    // The channel's own.
    case 'close':
  }
}

defineParts();
