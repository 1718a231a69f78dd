/**
 * Context and variables that the page passes to the agent: facts for the rest of the session, and values for the
 * owner's `{{name}}`. Both apply to the running call and to later calls of the session.
 */
import { MAX_VARIABLES, MAX_VARIABLE_LENGTH, VARIABLE_NAME } from '@palkit/contract/variables';
import type { VisitorMessage } from '@palkit/contract/room-events';
import { cutToFit, visitorMessage } from './room.ts';

/** A null value removes the variable. */
export type PageVariables = Readonly<Record<string, string | number | boolean | null>>;

/** Maximum number of characters of the context in total; older text is dropped. */
const MAX_CONTEXT = 20_000;
/** Maximum bytes of a message in the most restricted room. */
const MAX_BYTES = 60_000;

export class PageUpdates {
  #context = '';
  #variables: Record<string, string> = {};
  /** The variables that the agent has, as JSON. */
  #sentVariables = '{}';

  /** Adds a text; returns the message for a running call, or null for an empty text. */
  context(text: string): VisitorMessage | null {
    const addedText = String(text).trim().slice(-MAX_CONTEXT);
    if (!addedText) return null;
    this.#context = `${this.#context}\n${addedText}`.trim().slice(-MAX_CONTEXT);
    return visitorMessage('conversation.append_llm_context', { context: cutToFit(addedText, MAX_BYTES) });
  }

  /** Adds variables and logs invalid ones. Returns the message for a running call; null if no call is running. */
  variables(changes: PageVariables, calling: boolean): VisitorMessage | null {
    for (const [name, value] of Object.entries(changes)) {
      if (!VARIABLE_NAME.test(name))
        console.error(`palkit: ${JSON.stringify(name)} is not a valid variable name.`);
      else if (value === null || value === '') this.#variables = { ...this.#variables, [name]: '' };
      else if (!Object.hasOwn(this.#variables, name) && Object.keys(this.#variables).length >= MAX_VARIABLES)
        console.error(`palkit: a page may set ${MAX_VARIABLES} variables; ${name} is ignored.`);
      else this.#variables = { ...this.#variables, [name]: String(value).slice(0, MAX_VARIABLE_LENGTH) };
    }
    return calling ? this.#variablesMessage() : null;
  }

  /** Returns the variables to send with the start of a call. */
  startVariables(): { variables?: Record<string, string> } {
    this.#sentVariables = JSON.stringify(this.#variables);
    return Object.keys(this.#variables).length > 0 ? { variables: this.#variables } : {};
  }

  /**
   * Returns the messages to send when a call is joined. A `resumed` call was started on an earlier page, so it gets
   * all variables again.
   */
  joinMessages(resumed: boolean): VisitorMessage[] {
    if (resumed) this.#sentVariables = '{}';
    return [
      ...(this.#sentVariables === JSON.stringify(this.#variables) ? [] : [this.#variablesMessage()]),
      ...(this.#context
        ? [visitorMessage('conversation.append_llm_context', { context: cutToFit(this.#context, MAX_BYTES) })]
        : []),
    ];
  }

  #variablesMessage(): VisitorMessage {
    this.#sentVariables = JSON.stringify(this.#variables);
    return visitorMessage('conversation.set_variables', { variables: this.#variables });
  }
}
