/**
 * Messages of the visitor's page to the agent: typed lines, answers to cards and tools, an interruption, and
 * context for the model.
 */
import type { PageSaid } from '@palkit/contract/call-state';
import type { VisitorEvent } from '@palkit/contract/room-events';
import { MOST_VARIABLES, type Variables } from '@palkit/contract/variables';

type Properties<Type extends VisitorEvent['event_type']> = Extract<
  VisitorEvent,
  { event_type: Type }
>['properties'];

export interface PageMessagesParts {
  /** A complete line, and the page's name for it. */
  typed(text: string, name: string | undefined): void;
  echo(properties: Properties<'conversation.echo'>): void;
  interrupt(): void;
  /** Reports which recogniser hears the visitor, and the words of the page's own one. */
  hearing(properties: Properties<'conversation.hearing'>): void;
  takeWords(properties: Properties<'conversation.heard'>): void;
  /** The visitor's action on a card in words; null where it says nothing, or is about no card. */
  card(id: string, output: string, status: string | undefined): string | null;
  /** The page has said something else of itself or its visitor. */
  onPageContext: ((context: PageSaid) => void) | undefined;
  toolResult: ((id: string, output: string, status: string | undefined) => void) | undefined;
}

export type { PageSaid };

/** Whether the page says it of itself or its visitor, to be known from then on. */
export const isPageSaid = ({ event_type }: Pick<VisitorEvent, 'event_type'>): boolean =>
  event_type === 'conversation.append_llm_context' ||
  event_type === 'conversation.overwrite_llm_context' ||
  event_type === 'conversation.set_variables';

/** UTF-16 units of the page's words that are kept, the newest. */
const MOST_CONTEXT = 50_000;
/** Names that are kept, the newest. */
const MOST_NAMES = 50;

export class PageMessages {
  readonly #parts: PageMessagesParts;
  #context: string;
  #variables: Variables;
  #names: readonly string[];

  /** `said`: before the service was started again. */
  constructor(parts: PageMessagesParts, context: PageSaid = { context: '', variables: {} }) {
    this.#parts = parts;
    this.#context = context.context;
    this.#variables = context.variables;
    this.#names = context.names ?? [];
  }

  /** Words added for the model (`append_llm_context`, `overwrite_llm_context`). */
  get context(): string {
    return this.#context;
  }

  /** The variables that the page has set during the call. */
  get variables(): Variables {
    return this.#variables;
  }

  take(event: VisitorEvent): void {
    const { typed, echo, interrupt, hearing, takeWords, card, toolResult } = this.#parts;
    switch (event.event_type) {
      case 'conversation.respond':
        return typed(event.properties.text, event.message_id);
      case 'conversation.echo':
        return echo(event.properties);
      case 'conversation.interrupt':
        return interrupt();
      case 'conversation.hearing':
        return hearing(event.properties);
      case 'conversation.heard':
        return takeWords(event.properties);
      case 'conversation.append_llm_context':
        this.#context = `${this.#context}\n${event.properties.context}`.trim().slice(-MOST_CONTEXT);
        return this.#report(event);
      case 'conversation.overwrite_llm_context':
        this.#context = event.properties.context;
        return this.#report(event);
      case 'conversation.set_variables':
        this.#variables = newest({ ...this.#variables, ...event.properties.variables });
        return this.#report(event);
      case 'conversation.tool_result':
        typed(
          card(event.properties.tool_call_id, event.properties.output, event.properties.status) ?? '',
          event.message_id,
        );
        toolResult?.(event.properties.tool_call_id, event.properties.output, event.properties.status);
        return;
      default:
        return;
    }
  }

  #report({ message_id: name }: VisitorEvent): void {
    if (name !== undefined) this.#names = [...this.#names, name].slice(-MOST_NAMES);
    this.#parts.onPageContext?.({ context: this.#context, variables: this.#variables, names: this.#names });
  }
}

/** As many as may be; a page that keeps setting others forgets the first. */
const newest = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).slice(-MOST_VARIABLES));
