/** The requests of the parts. They bubble up to the channel, which is the only one to access the session. */
import { NativeEvent } from './native-event.ts';
import type { CardAnswer, StartMode, VisitorMessage } from '../../session/phases.ts';

/** Requests to a running call. */
export type CallRequest =
  | { do: 'say'; text: string }
  | { do: 'microphone'; on: boolean }
  | { do: 'camera'; on: boolean }
  | { do: 'screen'; on: boolean }
  | { do: 'answer-card'; answer: CardAnswer }
  | { do: 'end' };

/** Requests to the session before and after a call, and to the channel. */
export type ChannelRequest =
  /** `question` is asked as soon as the call is live. */
  | { do: 'begin'; mode: StartMode; question?: string }
  | { do: 'resume' }
  | { do: 'anew' }
  | { do: 'consent' }
  | { do: 'agree-hearing'; yes: boolean }
  | { do: 'install-hearing' }
  | { do: 'password'; value: string }
  | { do: 'retry-captcha' }
  | { do: 'ask-devices'; microphone: boolean; camera: boolean }
  | { do: 'choose-device'; kind: 'microphone' | 'camera'; id: string }
  | { do: 'confirm-devices' }
  | { do: 'leave-message'; message: VisitorMessage }
  | { do: 'feedback'; rating: number; comment: string }
  | { do: 'again' }
  | { do: 'expand'; on: boolean }
  | { do: 'open' }
  | { do: 'close' };

export type Request = CallRequest | ChannelRequest;

export class RequestEvent extends NativeEvent {
  static readonly type = 'pal-request';
  readonly request: Request;
  constructor(request: Request) {
    super(RequestEvent.type, { bubbles: true, composed: true });
    this.request = request;
  }
}

export function ask(from: EventTarget, request: Request): void {
  from.dispatchEvent(new RequestEvent(request));
}
