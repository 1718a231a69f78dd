/** The cards that an agent shows, as its tool calls have them. Plain types, which need no schema library. */

/** Where a card would stand best. */
export interface CardLayout {
  layout?: { preferred_slot?: 'safe-area-right' | 'safe-area-left' };
}

/** Choices: one of them, or several with `multi_select`; `allow_other` adds a line for own words. */
export interface QuestionArguments extends CardLayout {
  question: string;
  /** 2 to 10. */
  options: { id: string; label: string }[];
  multi_select: boolean;
  allow_other: boolean;
}

/** One value to type. */
export interface InputArguments extends CardLayout {
  prompt: string;
  placeholder?: string;
  input_type: 'text' | 'email' | 'number' | 'tel';
  required: boolean;
  allow_skip: boolean;
}

/** A date, a slot, a date with a time, or a range of days. */
export interface CalendarArguments extends CardLayout {
  mode: 'date_picker' | 'slot_picker' | 'date_time' | 'range';
  title?: string;
  multi_select: boolean;
  /** Days as `2026-03-01`. */
  date_range?: { start?: string; end?: string };
  /** ISO 8601; without an offset it is the visitor's own time. */
  slots?: { start: string; end?: string; label?: string }[];
}

/** A booking page, to be shown in a frame. */
export interface SchedulingArguments extends CardLayout {
  scheduling_url: string;
}

export interface TextArguments extends CardLayout {
  body: string;
  title?: string;
  format: 'plain' | 'markdown';
}

export interface ChartArguments extends CardLayout {
  chart_type: 'bar' | 'line' | 'pie';
  /** 1 to 12. */
  data: { label: string; value: number }[];
  title?: string;
  x_label?: string;
  y_label?: string;
}

export interface AlertArguments extends CardLayout {
  body: string;
  title?: string;
  severity: 'info' | 'success' | 'warning' | 'error';
  /** Gone by itself after so long, 1 to 120. */
  auto_dismiss_seconds?: number;
}

export interface ImageArguments extends CardLayout {
  url: string;
  alt: string;
  caption?: string;
}

/** Component → its arguments. */
export interface CardArguments {
  question: QuestionArguments;
  input: InputArguments;
  calendar: CalendarArguments;
  scheduling_embed: SchedulingArguments;
  text: TextArguments;
  chart: ChartArguments;
  alert: AlertArguments;
  image: ImageArguments;
}

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
