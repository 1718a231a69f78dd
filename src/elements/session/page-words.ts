/**
 * What the page tells the agent by itself: texts that it knows from then on, and variables that fill the owner's
 * `{{name}}`. Both hold for the call that goes on and for each later one of this session.
 */
import { MOST_VARIABLES, MOST_VARIABLE_LENGTH, VARIABLE_NAME } from '@palkit/contract/variables';
import type { VisitorMessage } from '@palkit/contract/room-events';
import { fitting, visitorMessage } from './room.ts';

/** A value of null takes the variable back. */
export type GivenVariables = Readonly<Record<string, string | number | boolean | null>>;

/** Characters of all texts together, the newest. */
const MOST_CONTEXT = 20_000;
/** Bytes of a message on the narrowest room. */
const MOST_BYTES = 60_000;

export class PageWords {
  #context = '';
  #variables: Record<string, string> = {};
  /** The variables that the agent has. */
  #known = '{}';

  /** Takes a text; what there is to tell of it, or null where it says nothing. */
  context(text: string): VisitorMessage | null {
    const words = String(text).trim().slice(-MOST_CONTEXT);
    if (!words) return null;
    this.#context = `${this.#context}\n${words}`.trim().slice(-MOST_CONTEXT);
    return visitorMessage('conversation.append_llm_context', { context: fitting(words, MOST_BYTES) });
  }

  /**
   * Takes variables beside those that are there; the console hears of what is none. What there is to tell a call that
   * is there, or null.
   */
  variables(given: GivenVariables, calling: boolean): VisitorMessage | null {
    for (const [name, value] of Object.entries(given)) {
      if (!VARIABLE_NAME.test(name))
        console.error(`palkit: ${JSON.stringify(name)} is no name of a variable.`);
      else if (value === null || value === '') this.#variables = { ...this.#variables, [name]: '' };
      else if (!Object.hasOwn(this.#variables, name) && Object.keys(this.#variables).length >= MOST_VARIABLES)
        console.error(`palkit: there are ${MOST_VARIABLES} variables at most; ${name} is one more.`);
      else this.#variables = { ...this.#variables, [name]: String(value).slice(0, MOST_VARIABLE_LENGTH) };
    }
    return calling ? this.#changed() : null;
  }

  /** The variables that a call begins with. */
  begins(): { variables?: Record<string, string> } {
    this.#known = JSON.stringify(this.#variables);
    return Object.keys(this.#variables).length > 0 ? { variables: this.#variables } : {};
  }

  /** What a call has to be told that was given before it was there. `resumed`: it had its start on an earlier page. */
  joined(resumed: boolean): VisitorMessage[] {
    if (resumed) this.#known = '{}';
    return [
      ...(this.#known === JSON.stringify(this.#variables) ? [] : [this.#changed()]),
      ...(this.#context
        ? [visitorMessage('conversation.append_llm_context', { context: fitting(this.#context, MOST_BYTES) })]
        : []),
    ];
  }

  #changed(): VisitorMessage {
    this.#known = JSON.stringify(this.#variables);
    return visitorMessage('conversation.set_variables', { variables: this.#variables });
  }
}
