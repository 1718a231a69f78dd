/** The cards that an agent shows, as its tool calls have them. Plain types, which need no schema library. */

import type { CardArguments, CardLayout } from './card-arguments.ts';

export type * from './card-arguments.ts';

/** A card of the page's own (`registerCard`); `kind` is what it is registered as. */
export interface OwnCard {
  component: 'own';
  kind: string;
  tool_call_id: string;
  arguments: Record<string, unknown> & CardLayout;
}

/** A card; `component` tells which arguments it has. */
export type Card =
  | OwnCard
  | {
      [Component in keyof CardArguments]: {
        component: Component;
        /** Which card it is: another one has another id. */
        tool_call_id: string;
        arguments: CardArguments[Component];
      };
    }[keyof CardArguments];

/**
 * What a visitor answers. Question, input and calendar are submitted or skipped, all others are dismissed; what
 * does not fit the card is dropped. A submit's value: question `{selected: ids, other?}`, input `{value}`,
 * calendar `{selected_date | selected_dates | selected_slot | selected_slots | selected_range, time_zone}`.
 */
export type CardAnswer =
  | { type: 'submit'; value: Record<string, unknown> }
  | { type: 'skip' }
  | { type: 'dismiss'; automatic?: true };
