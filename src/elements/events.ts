/** The events a channel fires, all bubbling and composed, so that a page hears them anywhere above. */
import { PalEvent, type PalCloseEvent, type PalOpenEvent } from './panel-events.ts';
import type { FailureCode, EndReason, Phase } from './session/phases.ts';

/** The deployment is known and a session can begin. */
export class PalReadyEvent extends PalEvent {
  constructor() {
    super('pal-ready');
  }
}
/** A call is connected. */
export class PalStartedEvent extends PalEvent {
  readonly conversationId: string;
  constructor(conversationId: string) {
    super('pal-started');
    this.conversationId = conversationId;
  }
}
/** A call is over: exactly once for each call. */
export class PalEndedEvent extends PalEvent {
  readonly conversationId: string;
  readonly reason: EndReason;
  constructor(conversationId: string, reason: EndReason) {
    super('pal-ended');
    this.conversationId = conversationId;
    this.reason = reason;
  }
}
/** Something failed; `message` is fit for a person. */
export class PalErrorEvent extends PalEvent {
  readonly code: FailureCode;
  readonly message: string;
  constructor(code: FailureCode, message: string) {
    super('pal-error');
    this.code = code;
    this.message = message;
  }
}
/** The session is in another phase. */
export class PalStateChangeEvent extends PalEvent {
  readonly phase: Phase;
  constructor(phase: Phase) {
    super('pal-state-change');
    this.phase = phase;
  }
}
/** A complete line of the transcript. */
export class PalMessageEvent extends PalEvent {
  readonly role: 'user' | 'pal';
  readonly text: string;
  constructor(role: 'user' | 'pal', text: string) {
    super('pal-message');
    this.role = role;
    this.text = text;
  }
}
/** The agent calls a tool of the page. `respondWith` answers it, instead of the element's own `tools`. */
export class PalToolCallEvent extends PalEvent {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
  /** Aborts when the call is over. */
  readonly signal: AbortSignal;
  /** What `respondWith` was given. */
  answer: [result: unknown] | null = null;
  constructor(name: string, given: Record<string, unknown>, signal: AbortSignal) {
    super('pal-tool-call');
    this.name = name;
    this.arguments = given;
    this.signal = signal;
  }
  /**
   * The result, or a promise of it: a text, or what JSON can hold. What it rejects with is told as an error.
   */
  respondWith(result: unknown): void {
    this.answer = [result];
  }
}

/**
 * The agent takes the visitor to another page of this site; unless it is prevented (`preventDefault`), that
 * page is loaded, and an element there offers to resume the call.
 */
export class PalNavigateEvent extends PalEvent {
  /** Absolute, of this page's own origin. */
  readonly url: string;
  constructor(url: string) {
    super('pal-navigate', true);
    this.url = url;
  }
}

/**
 * What a visitor thinks of a call, told where the owner asks for it by `customization.after_call.feedback`.
 * The service keeps it with the conversation, unless the page prevents that (`preventDefault`).
 */
export class PalFeedbackEvent extends PalEvent {
  readonly conversationId: string;
  /** 1 to 5. */
  readonly rating: number;
  /** The visitor's own words, at most 1000 characters; empty for none. */
  readonly comment: string;
  constructor(conversationId: string, rating: number, comment: string) {
    super('pal-feedback', true);
    this.conversationId = conversationId;
    this.rating = rating;
    this.comment = comment;
  }
}

export interface PalEvents {
  'pal-ready': PalReadyEvent;
  'pal-open': PalOpenEvent;
  'pal-close': PalCloseEvent;
  'pal-started': PalStartedEvent;
  'pal-ended': PalEndedEvent;
  'pal-error': PalErrorEvent;
  'pal-state-change': PalStateChangeEvent;
  'pal-message': PalMessageEvent;
  'pal-tool-call': PalToolCallEvent;
  'pal-navigate': PalNavigateEvent;
  'pal-feedback': PalFeedbackEvent;
}

declare global {
  interface GlobalEventHandlersEventMap extends PalEvents {}
}
