/** The canvas: a card's arguments, and what a visitor can do with it (decisions §7). */
import * as z from 'zod/mini';

const layout = z.optional(z.looseObject({ preferred_slot: z.optional(z.enum(['safe-area-right', 'safe-area-left'])) }));

const Option = z.object({ id: z.string().check(z.minLength(1), z.maxLength(128)), label: z.string().check(z.minLength(1), z.maxLength(200)) });

export const QuestionArguments = z.object({
  question: z.string().check(z.minLength(1), z.maxLength(500)),
  options: z.array(Option).check(
    z.minLength(2),
    z.maxLength(10),
    z.refine((options: { id: string }[]) => new Set(options.map((option) => option.id)).size === options.length, 'ids must be unique'),
  ),
  multi_select: z._default(z.boolean(), false),
  allow_other: z._default(z.boolean(), false),
  layout,
});
export type QuestionArguments = z.output<typeof QuestionArguments>;

/** Component → its arguments' schema. A component that is not here is not drawn and reported as an `error` interaction. */
export const CANVAS_COMPONENTS = { question: QuestionArguments } as const;
export type CanvasComponent = keyof typeof CANVAS_COMPONENTS;

/** The tool call that shows a card is named with this before the component. */
export const CANVAS_SHOW = 'canvas_show_';

/** The card on the canvas. */
export type Card = { tool_call_id: string; component: 'question'; arguments: QuestionArguments };

export const INTERACTION_TYPES = ['submit', 'skip', 'dismiss', 'clear', 'error', 'heartbeat'] as const;

const reference = (what: string) => z.string(`${what} must be a string`).check(z.minLength(1, 'must be 1 to 128 characters'), z.maxLength(128, 'must be 1 to 128 characters'));

export const CanvasInteraction = z.object({
  interaction_id: reference('interaction_id'),
  tool_call_id: reference('tool_call_id'),
  component: z.string('must be a string').check(z.regex(/^canvas\.[a-z_]{1,60}$/, 'must be canvas. and a component, such as canvas.question')),
  component_version: z.literal('v1', 'must be v1'),
  type: z.enum(INTERACTION_TYPES, `must be ${INTERACTION_TYPES.join(', ')}`),
  value: z.optional(z.unknown()),
  metadata: z.optional(z.looseObject({}, 'must be an object')),
});
export type CanvasInteraction = z.output<typeof CanvasInteraction>;

export const StoredCanvasInteraction = z.object({ ...CanvasInteraction.shape, created_at: z.string() });
