/** Text and variables for the model that a visitor's page sends during a call. This module does no I/O. */
import type { PageState } from '@palkit/contract/call-state';
import type { VisitorEvent } from '@palkit/contract/room-events';
import { MAX_VARIABLES } from '@palkit/contract/variables';

export type { PageState };

/** A message of the page about itself or its visitor. */
export type PageMessage = Extract<
  VisitorEvent,
  {
    event_type:
      | 'conversation.append_llm_context'
      | 'conversation.overwrite_llm_context'
      | 'conversation.set_variables';
  }
>;

/**
 * True if the message describes the page or its visitor. Such a message stays in effect until the call ends.
 */
export const isPageMessage = <Event extends Pick<VisitorEvent, 'event_type'>>(
  event: Event,
): event is Event & PageMessage =>
  event.event_type === 'conversation.append_llm_context' ||
  event.event_type === 'conversation.overwrite_llm_context' ||
  event.event_type === 'conversation.set_variables';

/** Maximum length of the page's text in UTF-16 units; the oldest text is dropped. */
const MAX_CONTEXT = 50_000;
/** Maximum number of remembered message names; the oldest are dropped. */
const MAX_NAMES = 50;

/** Returns the page's text and variables after this message. */
export function withPageMessage(previous: PageState, event: PageMessage): PageState {
  const { message_id: name } = event;
  const names =
    name === undefined ? (previous.names ?? []) : [...(previous.names ?? []), name].slice(-MAX_NAMES);
  switch (event.event_type) {
    case 'conversation.append_llm_context': {
      const context = `${previous.context}\n${event.properties.context}`.trim().slice(-MAX_CONTEXT);
      return { ...previous, context, names };
    }
    case 'conversation.overwrite_llm_context':
      return { ...previous, context: event.properties.context, names };
    case 'conversation.set_variables': {
      const variables = { ...previous.variables, ...event.properties.variables };
      // If a page sets ever more variables, the oldest are dropped.
      return {
        ...previous,
        variables: Object.fromEntries(Object.entries(variables).slice(-MAX_VARIABLES)),
        names,
      };
    }
  }
}
