/** Carries out requests of the parts that concern a running call, in a channel or on a page with separate parts. */
import type { Request } from './parts/base/request.ts';
import type { CallSession } from './session/phases.ts';

type Call = Pick<CallSession, 'say' | 'setMicrophone' | 'setCamera' | 'setScreen' | 'answerCard' | 'end'>;

/** Carries out a request on the call; ignores requests that do not concern a call. */
export function carryOutCallRequest(call: Call, request: Request): void {
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
