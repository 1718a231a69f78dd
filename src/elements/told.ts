/** What a page told an element by itself, in its order: a session that is made later is told the same. */
import type { CallSession } from './session/phases.ts';
import type { GivenVariables } from './session/page-words.ts';

type Told = ['sendContext', string] | ['setVariables', GivenVariables];

/** Of the many that a page may tell, the newest. */
const MOST = 100;

export class PageTold {
  readonly #all: Told[] = [];

  /** Keeps it, and tells the session that is there. */
  add(session: CallSession | null, ...told: Told): void {
    this.#all.push(told);
    this.#all.splice(0, this.#all.length - MOST);
    if (session) tell(session, told);
  }

  again(session: CallSession): void {
    for (const told of this.#all) tell(session, told);
  }
}

const tell = (session: CallSession, [verb, given]: Told): void => session[verb](given as never);
