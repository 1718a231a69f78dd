/** Derives the disclosure banner, which is shown between its begin and end events. */
import type { AgentEvent } from '@palkit/contract/room-events';

export function nextDisclosure(now: string | null, event: AgentEvent): string | null {
  if (event.event_type === 'conversation.ended') return null;
  if (event.event_type !== 'conversation.disclosure') return now;
  return event.properties.phase === 'begin' ? event.properties.visual_disclosure || null : null;
}
