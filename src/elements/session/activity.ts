/**
 * What the agent is doing, as a fold: it listens while the visitor speaks, thinks until it answers, speaks.
 * Pure.
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
      // It goes on after a "mhm" of the visitor's.
      return now === 'thinking' && event.properties.role === 'pal' ? 'speaking' : now;
    case 'conversation.ended':
      return 'idle';
    default:
      return now;
  }
}
