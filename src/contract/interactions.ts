/** Events that the account's server sends into a running conversation, as the visitor's page does. */
import * as z from 'zod/mini';
import { endpoint, whereUsed } from './endpoint.ts';
import { OwnerEvent } from './room-events.ts';

/** Maximum number of interactions per conversation and minute. */
export const INTERACTIONS_PER_MINUTE = 120;

const Interaction = whereUsed(() =>
  OwnerEvent.check(({ value, issues }) => {
    if (!value.conversation_id)
      issues.push({ code: 'custom', message: 'is required', path: ['conversation_id'], input: value });
  }),
);

export const createInteraction = endpoint({
  name: 'createInteraction',
  method: 'POST',
  path: '/v2/interactions',
  auth: 'key',
  tag: 'conversations',
  body: Interaction,
  result: z.object({ success: z.literal(true) }),
  status: 200,
  errors: [
    'conversation_not_found',
    'forbidden',
    'conflict',
    'conversation_ended',
    'room_unavailable',
    'too_many_requests',
  ],
});
