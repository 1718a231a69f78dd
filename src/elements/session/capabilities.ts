/** What the service can do in this call, as a fold; with it, whether the call is recorded. Pure. */
import type { AgentEvent } from '@palkit/contract/room-events';
import type { View } from './phases.ts';

type Known = Pick<View, 'capabilities' | 'recording'>;

/** What of it an event changes. */
export function capabilities(now: Known, event: AgentEvent): Partial<Known> {
  if (event.event_type === 'conversation.ready')
    return {
      capabilities: event.properties.capabilities,
      recording: event.properties.recording === true,
    };
  if (event.event_type === 'conversation.hearing' && now.capabilities)
    return { capabilities: { ...now.capabilities, hearing: event.properties.hearing } };
  return {};
}
