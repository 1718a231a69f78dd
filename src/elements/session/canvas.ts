/** Derives the canvas, which shows at most one card, from the room's tool calls. */
import { CANVAS_COMPONENTS, CANVAS_SHOW, nameOf, type Card } from '@palkit/contract/canvas';
import type { AgentEvent } from '@palkit/contract/room-events';
import { ownArguments, ownCard } from './own-cards.ts';
import type { CanvasState } from './phases.ts';

export const EMPTY_CANVAS: CanvasState = { card: null, state: 'open' };

/** A card that could not be drawn, which is reported as an `error` interaction. */
export interface CanvasFault {
  tool_call_id: string;
  /** The component as an interaction names it, such as `canvas.question`. */
  component: string;
  reason: 'unknown_component' | 'invalid_arguments';
}

/** The canvas after an event. `fault` is set if the requested card could not be drawn. */
export interface CanvasUpdate {
  canvas: CanvasState;
  fault?: CanvasFault;
}

/** Arguments of a tool call; null if they are not an object. */
type Arguments = Record<string, unknown> | null;

export function nextCanvas(now: CanvasState, event: AgentEvent): CanvasUpdate {
  if (event.event_type === 'conversation.ended') return { canvas: EMPTY_CANVAS };
  if (event.event_type !== 'conversation.tool_call') return { canvas: now };
  const { name, tool_call_id } = event.properties;
  const input = parse(event.properties.arguments);
  if (name === 'canvas_clear') return clear(now, input);
  if (name === 'update_component') return update(now, input, tool_call_id);
  if (name.startsWith(CANVAS_SHOW)) return show(now, name.slice(CANVAS_SHOW.length), input, tool_call_id);
  return { canvas: now };
}

function clear(now: CanvasState, input: Arguments): CanvasUpdate {
  return { canvas: now.card && refersTo(now.card, input) ? EMPTY_CANVAS : now };
}

function update(now: CanvasState, input: Arguments, tool_call_id: string): CanvasUpdate {
  const { card, state } = now;
  // A submitted answer is final, and an update for another card is outdated.
  const changeable = state === 'open' || state === 'failed';
  if (!card || !changeable || (input && !refersTo(card, input))) return { canvas: now };
  const changedCard =
    input && parseCard(nameOf(card), { ...card.arguments, ...changeOf(input) }, card.tool_call_id);
  if (changedCard) return { canvas: { card: changedCard, state } };
  return {
    canvas: now,
    fault: { tool_call_id, component: `canvas.${nameOf(card)}`, reason: 'invalid_arguments' },
  };
}

/**
 * Returns the changes of a card, which are either in `arguments` or beside the fields that identify the card.
 */
function changeOf(input: Record<string, unknown>): Record<string, unknown> {
  const { tool_call_id: _id, component: _component, arguments: nestedChange, ...flat } = input;
  return isObject(nestedChange) ? nestedChange : flat;
}

function show(now: CanvasState, component: string, input: Arguments, tool_call_id: string): CanvasUpdate {
  // In a replay after a reconnect, the card keeps its current state.
  if (now.card?.tool_call_id === tool_call_id) return { canvas: now };
  const card = parseCard(component, input, tool_call_id);
  if (card) return { canvas: { card, state: 'open' } };
  return {
    canvas: now,
    fault: {
      tool_call_id,
      component: interactionName(component),
      reason: isKnown(component) || ownCard(component) ? 'invalid_arguments' : 'unknown_component',
    },
  };
}

/**
 * True if the arguments refer to a card. Without an id and component they refer to the card that is shown.
 */
function refersTo(card: Card, input: Arguments): boolean {
  const id = input?.['tool_call_id'];
  const component = input?.['component'];
  return (
    (id === undefined || id === card.tool_call_id) && (component === undefined || component === nameOf(card))
  );
}

function isKnown(component: string): component is keyof typeof CANVAS_COMPONENTS {
  return Object.hasOwn(CANVAS_COMPONENTS, component);
}

function parseCard(component: string, input: unknown, tool_call_id: string): Card | null {
  if (tool_call_id.length < 1 || tool_call_id.length > 128) return null;
  // Models write null for omitted fields.
  const statedInput = isObject(input)
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
    : input;
  if (!isKnown(component)) {
    const cardArguments = ownCard(component) ? ownArguments(component, statedInput) : null;
    return cardArguments && { tool_call_id, component: 'own', kind: component, arguments: cardArguments };
  }
  const parseResult = CANVAS_COMPONENTS[component].safeParse(statedInput);
  // The component selected the schema, so both types match.
  return parseResult.success ? ({ tool_call_id, component, arguments: parseResult.data } as Card) : null;
}

/** Converts a name that an agent invented to one that is valid in an interaction. */
function interactionName(component: string): string {
  return `canvas.${
    component
      .toLowerCase()
      .replace(/[^a-z_]/g, '_')
      .slice(0, 60) || 'unknown'
  }`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): Arguments {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
