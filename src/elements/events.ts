/** The events of a channel. All bubble and are composed, so that a page can listen on any ancestor. */
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
/** A call is over; fired exactly once for each call. */
export class PalEndedEvent extends PalEvent {
  readonly conversationId: string;
  readonly reason: EndReason;
  constructor(conversationId: string, reason: EndReason) {
    super('pal-ended');
    this.conversationId = conversationId;
    this.reason = reason;
  }
}
/** Something failed; `message` can be shown to a visitor. */
export class PalErrorEvent extends PalEvent {
  readonly code: FailureCode;
  readonly message: string;
  constructor(code: FailureCode, message: string) {
    super('pal-error');
    this.code = code;
    this.message = message;
  }
}
/** The session entered another phase. */
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
/** The agent calls a tool of the page. `respondWith` answers it in place of the element's own `tools`. */
export class PalToolCallEvent extends PalEvent {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
  /** Aborts when the call ends. */
  readonly signal: AbortSignal;
  /** The argument of `respondWith`; null until it is called. */
  answer: [result: unknown] | null = null;
  constructor(name: string, input: Record<string, unknown>, signal: AbortSignal) {
    super('pal-tool-call');
    this.name = name;
    this.arguments = input;
    this.signal = signal;
  }
  /**
   * Answers with a result or a promise of one: a text or a JSON value. A rejection is reported to the agent as an
   * error.
   */
  respondWith(result: unknown): void {
    this.answer = [result];
  }
}

/**
 * The agent leads the visitor to another page of this site. Unless the event is prevented (`preventDefault`), that
 * page is loaded, and an element there offers to resume the call.
 */
export class PalNavigateEvent extends PalEvent {
  /** Absolute address of the page, with the origin of this page. */
  readonly url: string;
  constructor(url: string) {
    super('pal-navigate', true);
    this.url = url;
  }
}

/**
 * A visitor's rating of a call, if the owner requests it with `customization.after_call.feedback`. The service stores
 * it with the conversation unless the page prevents that (`preventDefault`).
 */
export class PalFeedbackEvent extends PalEvent {
  readonly conversationId: string;
  /** Number of stars, 1 to 5. */
  readonly rating: number;
  /** The visitor's comment with at most 1000 characters; empty if there is none. */
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
