/**
 * Derives the agent's activity from the room's events: listening while the visitor speaks, then thinking until the
 * answer starts, then speaking.
 */
import type { AgentEvent } from '@palkit/contract/room-events';
import type { Activity } from './phases.ts';

export function nextActivity(now: Activity, event: AgentEvent): Activity {
  switch (event.event_type) {
    case 'conversation.started_speaking':
      return event.properties.role === 'user' ? 'listening' : 'speaking';
    case 'conversation.stopped_speaking':
      if (event.properties.role === 'user') return 'thinking';
      return now === 'speaking' ? 'idle' : now;
    case 'conversation.utterance':
      if (event.properties.role === 'user') return now === 'speaking' ? now : 'thinking';
      return now === 'thinking' ? 'idle' : now;
    case 'conversation.utterance.streaming':
      // The agent continues after a back-channel of the visitor, such as "mhm".
      return now === 'thinking' && event.properties.role === 'pal' ? 'speaking' : now;
    case 'conversation.ended':
      return 'idle';
    default:
      return now;
  }
}
