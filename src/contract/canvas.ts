/**
 * The canvas: the arguments of each card with their limits, and the answers that it accepts. The schemas have no
 * messages, because only models send invalid arguments.
 */
import * as z from 'zod/mini';

const text = (max: number) => z.string().check(z.regex(/\S/), z.maxLength(max));
const flag = z._default(z.boolean(), false);

export const SLOTS = ['safe-area-right', 'safe-area-left'] as const;
const layout = z.optional(z.looseObject({ preferred_slot: z.optional(z.enum(SLOTS)) }));

/** An https address without credentials, at most 2048 characters. */
const secureUrl = z.string().check(z.maxLength(2048), z.regex(/^https:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i));

const Option = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(128)),
  label: z.string().check(z.minLength(1), z.maxLength(200)),
});

/** Radio buttons, or checkboxes with `multi_select`. `allow_other` adds a field for another answer. */
export const QuestionArguments = z.object({
  question: z.string().check(z.minLength(1), z.maxLength(500)),
  options: z.array(Option).check(
    z.minLength(2),
    z.maxLength(10),
    z.refine(
      (options: { id: string }[]) => new Set(options.map((option) => option.id)).size === options.length,
    ),
  ),
  multi_select: flag,
  allow_other: flag,
  layout,
});
export type QuestionArguments = z.output<typeof QuestionArguments>;

export const INPUT_TYPES = ['text', 'email', 'number', 'tel'] as const;
/** A text field for one value. */
export const InputArguments = z.object({
  prompt: text(240),
  placeholder: z.optional(z.string().check(z.maxLength(160))),
  input_type: z._default(z.enum(INPUT_TYPES), 'text'),
  required: flag,
  allow_skip: flag,
  layout,
});

/** A valid date such as `2026-03-01`. */
const Day = z.string().check(z.refine((value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value)));
/** An ISO 8601 date with a time. Without an offset it is in the visitor's time zone. */
const Moment = z
  .string()
  .check(
    z.refine(
      (value: string) =>
        /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/.test(
          value,
        ) && isDay(value.slice(0, 10)),
    ),
  );
function isDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

const slot = z.object({ start: Moment, end: z.optional(Moment), label: z.optional(text(120)) });
/** A time slot: `{start, end, label}`, or only its start. */
const Slot = z.union([
  slot,
  z.pipe(
    Moment,
    z.transform((start: string): z.output<typeof slot> => ({ start })),
  ),
]);

export const CALENDAR_MODES = ['date_picker', 'slot_picker', 'date_time', 'range'] as const;
/** Selects a date, a slot, a date with a time or slot, or a range of days. Dates must be within `date_range`. */
export const CalendarArguments = z
  .object({
    mode: z._default(z.enum(CALENDAR_MODES), 'date_picker'),
    title: z.optional(text(120)),
    multi_select: flag,
    /** First and last day, such as `2026-03-01`. */
    date_range: z.optional(
      z
        .object({ start: z.optional(Day), end: z.optional(Day) })
        .check(
          z.refine(({ start, end }: { start?: string; end?: string }) => !start || !end || start <= end),
        ),
    ),
    /** Times in ISO 8601. Without an offset they are in the visitor's time zone. */
    slots: z.optional(
      z.array(Slot).check(
        z.maxLength(100),
        z.refine(
          (slots: { start: string }[]) => new Set(slots.map(({ start }) => start)).size === slots.length,
        ),
      ),
    ),
    layout,
  })
  .check(
    z.refine(
      ({ mode, slots }: { mode: string; slots?: unknown[] }) =>
        mode !== 'slot_picker' || (slots?.length ?? 0) > 0,
    ),
  );

/** The booking page of the skill. The service inserts `scheduling_url`; the model provides nothing. */
export const SchedulingEmbedArguments = z.object({ scheduling_url: secureUrl, layout });

export const TextArguments = z.object({
  body: text(4000),
  title: z.optional(text(120)),
  format: z._default(z.enum(['plain', 'markdown']), 'plain'),
  layout,
});

export const CHART_TYPES = ['bar', 'line', 'pie'] as const;
const Datum = z.object({ label: text(80), value: z.number() });
/** The values of a pie chart must not be negative, and at least one must be positive. */
export const ChartArguments = z
  .object({
    chart_type: z._default(z.enum(CHART_TYPES), 'bar'),
    data: z.array(Datum).check(z.minLength(1), z.maxLength(12)),
    title: z.optional(text(120)),
    x_label: z.optional(text(80)),
    y_label: z.optional(text(80)),
    layout,
  })
  .check(
    z.refine(
      ({ chart_type, data }: { chart_type: string; data: { value: number }[] }) =>
        chart_type !== 'pie' ||
        (data.every(({ value }) => value >= 0) && data.some(({ value }) => value > 0)),
    ),
  );

export const SEVERITIES = ['info', 'success', 'warning', 'error'] as const;
export const AlertArguments = z.object({
  body: text(1200),
  title: z.optional(text(120)),
  severity: z._default(z.enum(SEVERITIES), 'info'),
  /** Seconds until the card closes automatically, unless it has the pointer or the focus. */
  auto_dismiss_seconds: z.optional(z.number().check(z.minimum(1), z.maximum(120))),
  layout,
});

/** Any https address, or a picture of a local service without TLS. */
const pictureUrl = z
  .string()
  .check(
    z.maxLength(2048),
    z.regex(
      /^(https:\/\/[^\s/?#@\\]+([/?#]\S*)?|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/media\/slides\/\w+\.webp)$/i,
    ),
  );

export const ImageArguments = z.object({
  url: pictureUrl,
  alt: text(500),
  caption: z.optional(text(500)),
  layout,
});

export const VideoArguments = z.object({
  url: secureUrl,
  alt: text(500),
  caption: z.optional(text(500)),
  layout,
});

/**
 * The schema of arguments for each component. A component that is neither in this table nor defined by the page is
 * not drawn and is reported as an `error` interaction.
 */
export const CANVAS_COMPONENTS = {
  question: QuestionArguments,
  input: InputArguments,
  calendar: CalendarArguments,
  scheduling_embed: SchedulingEmbedArguments,
  text: TextArguments,
  chart: ChartArguments,
  alert: AlertArguments,
  image: ImageArguments,
  video: VideoArguments,
} as const;
export type CanvasComponent = keyof typeof CANVAS_COMPONENTS;
export type CanvasArguments<Component extends CanvasComponent> = z.output<
  (typeof CANVAS_COMPONENTS)[Component]
>;

/** The accepted answers of each component. */
export const CANVAS_ANSWERS: Record<CanvasComponent, readonly ('submit' | 'skip' | 'dismiss')[]> = {
  question: ['submit', 'skip'],
  input: ['submit', 'skip'],
  calendar: ['submit', 'skip'],
  scheduling_embed: ['dismiss'],
  text: ['dismiss'],
  chart: ['dismiss'],
  alert: ['dismiss'],
  image: ['dismiss'],
  video: ['dismiss'],
};

/** The purpose of each component for a model; it completes "Shows a card with …". */
export const CANVAS_PURPOSES: Record<CanvasComponent, string> = {
  question: 'a question with options, when tapping is easier than speaking',
  input: 'one text field for details that are easier to type than to say, such as a name or an address',
  calendar: 'days or times to choose from',
  scheduling_embed: 'an embedded booking page for appointments',
  text: 'a text to read, such as steps, an address or a summary',
  chart: 'numbers as a chart',
  alert: 'a short notice that must not be missed',
  image: 'a picture at an https address',
  video: 'a video file at an https address; the visitor starts it',
};

/** Prefix of the tools that show a card; the component's name follows. */
export const CANVAS_SHOW = 'canvas_show_';
/** Status of a tool result that confirms a shown card; `error` reports a failure. */
export const SHOWN_STATUS = 'shown';

/** A card on the canvas. */
export interface CardOf<Component extends CanvasComponent> {
  tool_call_id: string;
  component: Component;
  arguments: CanvasArguments<Component>;
}
/** A card that the page defines; `kind` is its registered name. */
export interface OwnCard {
  tool_call_id: string;
  component: 'own';
  kind: string;
  arguments: Record<string, unknown> & { layout?: z.output<typeof layout> };
}
export type Card = { [Component in CanvasComponent]: CardOf<Component> }[CanvasComponent] | OwnCard;

/** Returns the card's name in tool calls and interactions. */
export const nameOf = (card: Card): string => (card.component === 'own' ? card.kind : card.component);

export const INTERACTION_TYPES = ['submit', 'skip', 'dismiss', 'clear', 'error', 'heartbeat'] as const;

const reference = (what: string) =>
  z
    .string(`${what} must be a string`)
    .check(z.minLength(1, 'must be 1 to 128 characters'), z.maxLength(128, 'must be 1 to 128 characters'));

const interaction = {
  interaction_id: reference('interaction_id'),
  tool_call_id: reference('tool_call_id'),
  component: z
    .string('must be a string')
    .check(z.regex(/^canvas\.[a-z_]{1,60}$/, 'must be canvas. and a component, such as canvas.question')),
  component_version: z.literal('v1', 'must be v1'),
  type: z.enum(INTERACTION_TYPES, `must be ${INTERACTION_TYPES.join(', ')}`),
  value: z.optional(z.unknown()),
  metadata: z.optional(z.looseObject({}, 'must be an object')),
};
export const CanvasInteraction = z.object(interaction);
export type CanvasInteraction = z.output<typeof CanvasInteraction>;

export const StoredCanvasInteraction = z.object({ ...interaction, created_at: z.string() });
