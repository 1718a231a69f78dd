/**
 * Tools for the call itself, which an owner enables for a PAL: `end_call` ends it after the goodbye was played, and
 * `request_human` tells the owner that the visitor wants a person. A PAL's tool with the same name takes precedence.
 */
import type { Clock } from '@palkit/runtime/clock';
import type { CanvasAction } from './canvas.ts';
import type { Tool } from './tool.ts';

export const END_CALL = 'end_call';
export const REQUEST_HUMAN = 'request_human';

/** Milliseconds for which the visitor's browser still plays sound after the last word was sent. */
export const HANG_UP_MS = 1000;
/** Maximum number of characters of the reason why a visitor wants a person. */
const MAX_REASON = 500;
/** Maximum number of requests for a person in one call. */
const MAX_REQUESTS = 5;

/** The agent's request to end the call: after its words were played, as soon as the visitor is silent. */
export class HangUp {
  readonly #clock: Clock;
  readonly #isQuiet: () => boolean;
  readonly #end: () => void;
  #isRequested = false;
  #waitAbort = new AbortController();

  /** `isQuiet` returns true while the visitor is silent. */
  constructor({ clock, isQuiet, end }: { clock: Clock; isQuiet(): boolean; end(): void }) {
    this.#clock = clock;
    this.#isQuiet = isQuiet;
    this.#end = end;
  }

  requestEnd(): void {
    this.#isRequested = true;
  }

  /** Called when the visitor continues, which cancels the request. */
  cancelEnd(): void {
    this.#isRequested = false;
    this.#waitAbort.abort();
  }

  /** Called when an answer was completely played. */
  answerPlayed(): void {
    if (!this.#isRequested) return;
    this.#waitAbort.abort();
    const stop = (this.#waitAbort = new AbortController());
    const endWhenQuiet = () =>
      this.#isQuiet() ? this.#end() : this.#clock.after(HANG_UP_MS, endWhenQuiet, stop.signal);
    this.#clock.after(HANG_UP_MS, endWhenQuiet, stop.signal);
  }
}

export interface HumanRequestParts {
  /** Informs the owner; rejects if the request could not be stored. */
  requestPerson(request: { reason: string; contact: string | null }): Promise<void>;
  /** The owner's contact for visitors who want a person. */
  contact: string | null;
  /** Finds the contact in the documents; null if they have none. */
  findContact(signal: AbortSignal): Promise<string | null>;
  /** Shows the contact on a card; null if there is no such card. */
  show: ((action: CanvasAction) => void) | null;
}

/** Handles visitors' requests for a person. */
export class HumanRequests {
  readonly #parts: HumanRequestParts;
  #requestCount = 0;

  constructor(parts: HumanRequestParts) {
    this.#parts = parts;
  }

  /** Returns the way to reach a person, or null if none is known. Rejects if the owner could not be informed. */
  async ask(reason: string, signal: AbortSignal): Promise<string | null> {
    const contact = this.#parts.contact?.trim() || (await this.#parts.findContact(signal));
    if (this.#requestCount < MAX_REQUESTS) {
      this.#requestCount++;
      await this.#parts.requestPerson({ reason: reason.trim().slice(0, MAX_REASON), contact });
    }
    if (contact)
      this.#parts.show?.({
        do: 'show',
        component: 'text',
        arguments: { body: contact, format: 'plain' },
      });
    return contact;
  }
}

export const endCallTool = (hangUp: HangUp, words: () => string): Tool => ({
  name: END_CALL,
  description:
    'Ends the call, after what you say with it was heard. Use it only where the visitor says goodbye ' +
    'or asks to hang up, and say goodbye in one sentence.',
  parameters: { type: 'object', properties: {} },
  alwaysRuns: true,
  endsAnswer: true,
  words,
  async run() {
    hangUp.requestEnd();
    return 'The call ends after your answer. Say goodbye in one sentence, unless you have.';
  },
});

export const requestHumanTool = (requests: HumanRequests, words: () => string): Tool => ({
  name: REQUEST_HUMAN,
  description:
    'Tells the people behind this page that the visitor wants to talk to a person. Use it where the ' +
    'visitor asks for one, or where only a person can help.',
  parameters: {
    type: 'object',
    properties: { reason: { type: 'string', description: 'What the visitor wants, in a sentence.' } },
    required: ['reason'],
  },
  words,
  async run({ reason }, signal) {
    const contact = await requests.ask(typeof reason === 'string' ? reason : '', signal);
    return [
      'Done: they were told. Somebody may come and write here; if nobody does within 20 seconds, the visitor is ' +
        'asked for a message. Until then this call goes on with you.',
      contact
        ? `A person is reached like this: ${contact} Say that.`
        : 'How a person is reached is not known: say that they were told, and promise no time.',
    ].join(' ');
  },
});
