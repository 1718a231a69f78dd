/**
 * Requests of the parts that act on a running call, in a channel and on a page that lays out the parts
 * itself.
 */
import type { Request } from './parts/base/request.ts';
import type { CallSession } from './session/phases.ts';

type Call = Pick<CallSession, 'say' | 'setMicrophone' | 'setCamera' | 'setScreen' | 'answerCard' | 'end'>;

/** Carries out a request on the call, and ignores requests that are not about a call. */
export function askCall(call: Call, request: Request): void {
  switch (request.do) {
    case 'say':
      return call.say(request.text);
    case 'microphone':
      return call.setMicrophone(request.on);
    case 'camera':
      return call.setCamera(request.on);
    case 'screen':
      return call.setScreen(request.on);
    case 'answer-card':
      return call.answerCard(request.answer);
    case 'end':
      return call.end();
  }
}
