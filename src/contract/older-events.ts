/**
 * Legacy names of room events, for clients that do not support the new ones. In Daily rooms the agent sends an event
 * under both names.
 */

export interface OlderEvent {
  event_type: string;
  /** Applies only to events with this `role`, or with this value of `interrupted`. */
  role?: 'user' | 'pal';
  interrupted?: true;
  older: string;
}

export const OLDER_EVENTS: readonly OlderEvent[] = [
  {
    event_type: 'conversation.started_speaking',
    role: 'pal',
    older: 'conversation.replica.started_speaking',
  },
  {
    event_type: 'conversation.stopped_speaking',
    role: 'pal',
    older: 'conversation.replica.stopped_speaking',
  },
  {
    event_type: 'conversation.stopped_speaking',
    role: 'pal',
    interrupted: true,
    older: 'conversation.replica_interrupted',
  },
  { event_type: 'conversation.started_speaking', role: 'user', older: 'conversation.user.started_speaking' },
  { event_type: 'conversation.stopped_speaking', role: 'user', older: 'conversation.user.stopped_speaking' },
];
