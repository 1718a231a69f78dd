/** The canvas as a fold of the room's tool calls: one card at a time. Pure. Decisions §7. */
import { CANVAS_COMPONENTS, CANVAS_SHOW, type Card } from '../../contract/canvas.ts';
import type { AgentEvent } from '../../contract/room-events.ts';
import type { CanvasState } from './phases.ts';

export const EMPTY_CANVAS: CanvasState = { card: null, state: 'open' };

/** A card that could not be drawn, to be reported as an `error` interaction. */
export interface CanvasFault {
  tool_call_id: string;
  component: string;
}

export function canvas(now: CanvasState, event: AgentEvent): { canvas: CanvasState; fault?: CanvasFault } {
  if (event.event_type !== 'conversation.tool_call') return { canvas: now };
  const { name, tool_call_id } = event.properties;
  const given = parse(event.properties.arguments);
  if (name === 'canvas_clear') return { canvas: EMPTY_CANVAS };
  if (name === 'update_component') {
    if (!now.card || now.state !== 'open') return { canvas: now };
    const changed = read(now.card.component, { ...now.card.arguments, ...(given ?? {}) }, now.card.tool_call_id);
    return changed ? { canvas: { card: changed, state: 'open' } } : { canvas: now, fault: { tool_call_id, component: now.card.component } };
  }
  if (!name.startsWith(CANVAS_SHOW)) return { canvas: now };
  const component = name.slice(CANVAS_SHOW.length);
  const card = read(component, given, tool_call_id);
  return card ? { canvas: { card, state: 'open' } } : { canvas: now, fault: { tool_call_id, component } };
}

function read(component: string, given: unknown, tool_call_id: string): Card | null {
  if (!Object.hasOwn(CANVAS_COMPONENTS, component)) return null;
  const parsed = CANVAS_COMPONENTS[component as keyof typeof CANVAS_COMPONENTS].safeParse(given);
  return parsed.success ? { tool_call_id, component: 'question', arguments: parsed.data } : null;
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
