/**
 * Stores context and variables that a page has set on an element, in order, so that a session that is created later
 * gets them too.
 */
import type { CallSession } from './session/phases.ts';
import type { PageVariables } from './session/page-updates.ts';

type Update = ['sendContext', string] | ['setVariables', PageVariables];

/** Maximum number of stored updates; older ones are dropped. */
const MAX_UPDATES = 100;

export class PageContext {
  readonly #updates: Update[] = [];

  /** Stores an update, and passes it to the session if there is one. */
  add(session: CallSession | null, ...update: Update): void {
    this.#updates.push(update);
    this.#updates.splice(0, this.#updates.length - MAX_UPDATES);
    if (session) pass(session, update);
  }

  replay(session: CallSession): void {
    for (const update of this.#updates) pass(session, update);
  }
}

const pass = (session: CallSession, [verb, value]: Update): void => session[verb](value as never);
