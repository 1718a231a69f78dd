/** The cards that an agent shows, in the form of its tool calls. Plain types without a schema library. */

import type { CardArguments, CardLayout } from './card-arguments.ts';

export type * from './card-arguments.ts';

/** A card that the page defines (`registerCard`); `kind` is its registered name. */
export interface OwnCard {
  component: 'own';
  kind: string;
  tool_call_id: string;
  arguments: Record<string, unknown> & CardLayout;
}

/** A card; `component` determines its arguments. */
export type Card =
  | OwnCard
  | {
      [Component in keyof CardArguments]: {
        component: Component;
        /** Id of the card. */
        tool_call_id: string;
        arguments: CardArguments[Component];
      };
    }[keyof CardArguments];

/**
 * A visitor's answer to a card. A question, an input or a calendar is submitted or skipped; all other cards are
 * dismissed. An answer that does not fit the card is ignored. Values of a submit:
 * - question: `{selected: ids, other?}`
 * - input: `{value}`
 * - calendar: `{selected_date | selected_dates | selected_slot | selected_slots | selected_range, time_zone}`
 */
export type CardAnswer =
  | { type: 'submit'; value: Record<string, unknown> }
  | { type: 'skip' }
  | { type: 'dismiss'; automatic?: true };
