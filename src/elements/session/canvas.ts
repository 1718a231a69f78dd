/** The canvas as a fold of the room's tool calls: one card at a time. Pure. Decisions §7. */
import { CANVAS_COMPONENTS, CANVAS_SHOW, nameOf, type Card } from '@palkit/contract/canvas';
import type { AgentEvent } from '@palkit/contract/room-events';
import { ownArguments, ownCard } from './own-cards.ts';
import type { CanvasState } from './phases.ts';

export const EMPTY_CANVAS: CanvasState = { card: null, state: 'open' };

/** A card that could not be drawn, to be reported as an `error` interaction. */
export interface CanvasFault {
  tool_call_id: string;
  /** As an interaction names it, for example `canvas.question`. */
  component: string;
  reason: 'unknown_component' | 'invalid_arguments';
}

/** The canvas after an event; `fault` where the card that it asked for could not be drawn. */
export interface Drawn {
  canvas: CanvasState;
  fault?: CanvasFault;
}

/** A tool call's arguments; null where they are no object. */
type Given = Record<string, unknown> | null;

/** The canvas after an event of the room. */
export function canvas(now: CanvasState, event: AgentEvent): Drawn {
  if (event.event_type === 'conversation.ended') return { canvas: EMPTY_CANVAS };
  if (event.event_type !== 'conversation.tool_call') return { canvas: now };
  const { name, tool_call_id } = event.properties;
  const given = parse(event.properties.arguments);
  if (name === 'canvas_clear') return cleared(now, given);
  if (name === 'update_component') return updated(now, given, tool_call_id);
  if (name.startsWith(CANVAS_SHOW)) return shown(now, name.slice(CANVAS_SHOW.length), given, tool_call_id);
  return { canvas: now };
}

function cleared(now: CanvasState, given: Given): Drawn {
  return { canvas: now.card && isAbout(now.card, given) ? EMPTY_CANVAS : now };
}

function updated(now: CanvasState, given: Given, tool_call_id: string): Drawn {
  const { card, state } = now;
  // What was sent stands; a change that comes too late, or for a card that is gone, changes nothing.
  const changeable = state === 'open' || state === 'failed';
  if (!card || !changeable || (given && !isAbout(card, given))) return { canvas: now };
  const changed = given && read(nameOf(card), { ...card.arguments, ...changeOf(given) }, card.tool_call_id);
  if (changed) return { canvas: { card: changed, state } };
  return {
    canvas: now,
    fault: { tool_call_id, component: `canvas.${nameOf(card)}`, reason: 'invalid_arguments' },
  };
}

/** The arguments to change stand by themselves or beside what names the card. */
function changeOf(given: Record<string, unknown>): Record<string, unknown> {
  const { tool_call_id: _, component: __, arguments: inner, ...flat } = given;
  return isObject(inner) ? inner : flat;
}

function shown(now: CanvasState, component: string, given: Given, tool_call_id: string): Drawn {
  // Told again after a reconnect it is the card that stands, answered or not.
  if (now.card?.tool_call_id === tool_call_id) return { canvas: now };
  const card = read(component, given, tool_call_id);
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

/** Arguments that name no card mean the one that is shown. */
function isAbout(card: Card, given: Given): boolean {
  const id = given?.['tool_call_id'];
  const component = given?.['component'];
  return (
    (id === undefined || id === card.tool_call_id) && (component === undefined || component === nameOf(card))
  );
}

function isKnown(component: string): component is keyof typeof CANVAS_COMPONENTS {
  return Object.hasOwn(CANVAS_COMPONENTS, component);
}

function read(component: string, given: unknown, tool_call_id: string): Card | null {
  if (tool_call_id.length < 1 || tool_call_id.length > 128) return null;
  // A model writes null for what it leaves out.
  const stated = isObject(given)
    ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
    : given;
  if (!isKnown(component)) {
    const own = ownCard(component) ? ownArguments(component, stated) : null;
    return own && { tool_call_id, component: 'own', kind: component, arguments: own };
  }
  const parsed = CANVAS_COMPONENTS[component].safeParse(stated);
  // The schema was looked up by the component, so the two belong together.
  return parsed.success ? ({ tool_call_id, component, arguments: parsed.data } as Card) : null;
}

/** Whatever an agent made up, as a name that an interaction may carry. */
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

function parse(text: string): Given {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
