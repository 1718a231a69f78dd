/**
 * The canvas on the agent's side: the cards that the agent may show, a model's request for a card, and the text of
 * a visitor's answer (docs/decisions/0025-interface.md#cards).
 */
import * as z from 'zod';
import {
  CANVAS_ANSWERS,
  CANVAS_COMPONENTS,
  CANVAS_PURPOSES,
  CANVAS_SHOW,
  type CanvasArguments,
  type CanvasComponent,
} from '@palkit/contract/canvas';

export interface Canvas {
  readonly components: ReadonlySet<CanvasComponent>;
  /** The page that `scheduling_embed` shows. It is set by the owner, never by a model. */
  readonly schedulingUrl: string | null;
}

/** A change of the canvas that a responder requests. */
export type CanvasAction =
  /** `offer` marks a card that offers topics; the card closes when the visitor says or types a line. */
  | { do: 'show'; component: CanvasComponent; arguments: object; offer?: true }
  /** A card that the page defines and draws. */
  | { do: 'show-own'; kind: string; arguments: object }
  /** Merges changes into the visible card. */
  | { do: 'update'; change: Record<string, unknown> }
  | { do: 'clear' };

export interface ShownCard {
  id: string;
  /** The kind of a card that the page defines, or the name of a built-in card. */
  component: string;
  arguments: object;
}

/** Maximum number of characters of the JSON arguments of a card that the page defines. */
export const MAX_OWN_ARGUMENTS = 20_000;

const isBuiltIn = (component: string): component is CanvasComponent =>
  Object.hasOwn(CANVAS_COMPONENTS, component);

const UPDATE_TOOL = 'update_component';
const CLEAR_TOOL = 'canvas_clear';

const tool = (name: string, description: string, parameters: object) => ({
  type: 'function' as const,
  function: { name, description, parameters },
});

/** Returns the canvas as tools for a language model. */
export function canvasTools(canvas: Canvas | null): ReturnType<typeof tool>[] {
  if (!canvas || canvas.components.size === 0) return [];
  const showTools = [...canvas.components].map((component) => {
    const schema = shortSchema(
      z.toJSONSchema(CANVAS_COMPONENTS[component], { io: 'input', unrepresentable: 'any' }),
    ) as object;
    return tool(
      CANVAS_SHOW + component,
      `Shows a card with ${CANVAS_PURPOSES[component]}. A new card replaces the one before.`,
      component === 'scheduling_embed' ? { type: 'object', properties: {} } : schema,
    );
  });
  return [
    ...showTools,
    tool(UPDATE_TOOL, 'Changes the card that is shown: the arguments given here replace its own.', {
      type: 'object',
      properties: { arguments: { type: 'object' } },
      required: ['arguments'],
    }),
    tool(CLEAR_TOOL, 'Takes the card away.', { type: 'object', properties: {} }),
  ];
}

/** Arguments that the page sets, never a model. */
const APPEARANCE_ARGUMENTS = new Set([
  'layout',
  'theme',
  'position',
  'size',
  'animation',
  'dismissible',
  'width',
  'height',
]);
/** Schema keywords that a model does not need; invalid arguments are refused with an explanation. */
const OMITTED_KEYWORDS = new Set([
  '$schema',
  'additionalProperties',
  'pattern',
  'default',
  'maxLength',
  'format',
  'title',
]);

/** Shortens a schema, because it is sent with every question. */
function shortSchema(schema: unknown, isPropertyMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => shortSchema(one));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => (isPropertyMap ? !APPEARANCE_ARGUMENTS.has(name) : !OMITTED_KEYWORDS.has(name)))
      .map(([name, value]) => [name, shortSchema(value, !isPropertyMap && name === 'properties')]),
  );
}

/** Converts a model's call to an action; null if the call is invalid, not allowed, or too large. */
export function readAction(name: string, json: string, canvas: Canvas | null): CanvasAction | null {
  if (!canvas) return null;
  const parameters = parseRecord(json || '{}');
  if (!parameters) return null;
  if (name === CLEAR_TOOL) return { do: 'clear' };
  if (name === UPDATE_TOOL) {
    const { arguments: inner, ...flat } = parameters;
    return { do: 'update', change: isRecord(inner) ? inner : flat };
  }
  const component = name.startsWith(CANVAS_SHOW) ? (name.slice(CANVAS_SHOW.length) as CanvasComponent) : null;
  if (!component || !canvas.components.has(component)) return null;
  const card = validArguments(
    component,
    component === 'scheduling_embed' ? { ...parameters, scheduling_url: canvas.schedulingUrl } : parameters,
  );
  return card && { do: 'show', component, arguments: card };
}

/**
 * Returns the arguments with their defaults; null if they are invalid, or too large for a card that the page
 * defines. For a built-in card a null value counts as missing.
 */
export function validArguments(component: string, value: Record<string, unknown>): object | null {
  if (!isBuiltIn(component)) return JSON.stringify(value).length <= MAX_OWN_ARGUMENTS ? value : null;
  const parseResult = CANVAS_COMPONENTS[component].safeParse(
    Object.fromEntries(Object.entries(value).filter(([, value]) => value !== null)),
  );
  return parseResult.success ? parseResult.data : null;
}

/** True if the name is that of a canvas tool. */
export const isCanvasTool = (name: string): boolean =>
  name === UPDATE_TOOL || name === CLEAR_TOOL || name.startsWith(CANVAS_SHOW);

/** Returns the reason why a call is not an action, in a limited length, so that the model can retry. */
export function refusalReason(name: string, json: string, canvas: Canvas | null): string {
  const component = name.slice(CANVAS_SHOW.length) as CanvasComponent;
  if (!canvas || (name.startsWith(CANVAS_SHOW) && !canvas.components.has(component)))
    return 'Error: there is no such card here. Say it in words.';
  const parameters = parseRecord(json || '{}');
  if (!parameters) return 'Error: the arguments are no JSON object.';
  const parseResult = CANVAS_COMPONENTS[component]?.safeParse(parameters);
  const issues = (parseResult?.error?.issues ?? [])
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`.slice(0, 200));
  return `Error: the card was not shown. ${issues.join('; ') || 'The arguments do not fit.'}`;
}

/** Returns a spoken text for a card that the responder showed without text, because a visitor may not see it. */
export function spokenForm(action: CanvasAction): string {
  if (action.do !== 'show') return '';
  const value = action.arguments as Record<string, unknown>;
  const words = [
    value['question'],
    value['prompt'],
    value['title'],
    value['alt'],
    action.component === 'alert' ? value['body'] : undefined,
  ].find((text) => typeof text === 'string' && text.trim());
  return typeof words === 'string' ? words : 'Please have a look.';
}

type Result = Record<string, unknown>;

/** Texts for a card's result; the result of any other card is described by its `value`. */
const RESULT_TEXTS: Partial<Record<CanvasComponent, (result: Result, card: ShownCard) => string>> = {
  question: (result, card) => {
    const labels = labelsOf(card);
    const selectedOptions = stringsOf(result['selected'] ?? result['option_ids'])
      .map((id) => labels.get(id))
      .filter((label) => label !== undefined);
    const otherText = typeof result['other'] === 'string' ? result['other'].trim().slice(0, 500) : '';
    return [...selectedOptions, ...(otherText ? [otherText] : [])].join(', ');
  },
  calendar: (result) => {
    const range = result['selected_range'];
    if (isRecord(range)) return stringsOf([range['start'], range['end']]).join(' to ');
    const { selected_date, selected_dates, selected_slot, selected_slots } = result;
    return stringsOf(selected_date ?? selected_dates ?? selected_slot ?? selected_slots).join(', ');
  },
};

/**
 * Converts a card's result to a line of the visitor; empty if the card was skipped or dismissed, or if the result
 * is not understood.
 */
export function visitorWords(card: ShownCard, output: string): string {
  const { component } = card;
  const result = parseRecord(output);
  if (!isBuiltIn(component)) return result ? pageCardWords(result) : '';
  if (!result) return labelsOf(card).get(output) ?? '';
  if (!CANVAS_ANSWERS[component].includes('submit')) return '';
  return RESULT_TEXTS[component]?.(result, card) ?? valueOf(result);
}

/** Returns a question's options by id; empty for other cards. */
const labelsOf = (card: ShownCard): ReadonlyMap<string, string> =>
  card.component === 'question'
    ? new Map((card.arguments as CanvasArguments<'question'>).options.map(({ id, label }) => [id, label]))
    : new Map();

const valueOf = ({ value }: Result): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 2000) : '';

/**
 * Returns the answer to a card that the page defines: its `text`, otherwise the complete result as JSON; empty if
 * the card was skipped or dismissed.
 */
function pageCardWords({ text, ...value }: Record<string, unknown>): string {
  if (typeof text === 'string') return text.trim().slice(0, 2000);
  if (value['skipped'] === true || value['dismissed'] === true) return '';
  return JSON.stringify(value).slice(0, 2000);
}

const stringsOf = (value: unknown) =>
  [value ?? []].flat().filter((text): text is string => typeof text === 'string' && text.length <= 200);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseRecord(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
