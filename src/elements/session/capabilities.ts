/**
 * Derives from the room's events which capabilities the service has in this call, whether it is recorded, and
 * whether captions are shown.
 */
import type { AgentEvent } from '@palkit/contract/room-events';
import type { View } from './phases.ts';

type Fields = Pick<View, 'capabilities' | 'recording' | 'captions'>;

/** Returns the fields that the event changes. */
export function changedCapabilities(now: Fields, event: AgentEvent): Partial<Fields> {
  if (event.event_type === 'conversation.ready')
    return {
      capabilities: event.properties.capabilities,
      recording: event.properties.recording === true,
      captions: event.properties.captions,
    };
  if (event.event_type === 'conversation.hearing' && now.capabilities)
    return { capabilities: { ...now.capabilities, hearing: event.properties.hearing } };
  return {};
}
