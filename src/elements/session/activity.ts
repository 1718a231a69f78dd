/**
 * Folds the room's events into the agent's activity: listening while the visitor speaks, thinking until it
 * answers, speaking. Pure.
 */
import type { AgentEvent } from '@palkit/contract/room-events';
import type { Activity } from './phases.ts';

export function activity(now: Activity, event: AgentEvent): Activity {
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
      // The agent goes on after a back-channel such as "mhm" from the visitor.
      return now === 'thinking' && event.properties.role === 'pal' ? 'speaking' : now;
    case 'conversation.ended':
      return 'idle';
    default:
      return now;
  }
}
