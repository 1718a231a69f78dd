/** What a visitor thinks of a call. Palkit's own: the specification has no such thing. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** A rating may be given, or changed, until so long after the call's end, in milliseconds. */
export const FEEDBACK_WITHIN_MS = 3600_000;

/** One to five stars, and the visitor's own words where there are any. */
export const Feedback = z.object({
  rating: z
    .int('must be a whole number from 1 to 5')
    .check(
      z.minimum(1, 'must be a whole number from 1 to 5'),
      z.maximum(5, 'must be a whole number from 1 to 5'),
    ),
  comment: z._default(
    z.string('must be a string').check(z.maxLength(1000, 'must be at most 1000 characters')),
    '',
  ),
});
export type Feedback = z.output<typeof Feedback>;

export const giveFeedback = endpoint({
  name: 'giveFeedback',
  method: 'POST',
  path: '/v2/deployments/{deployment_id}/conversations/{conversation_id}/feedback',
  auth: 'public',
  tag: 'visits',
  cors: 'deployment',
  summary: 'Rate a conversation that this deployment started; a later rating replaces the earlier one',
  body: Feedback,
  status: 204,
  errors: [
    'deployment_not_found',
    'conversation_not_found',
    'origin_not_allowed',
    'conversation_ended',
    'too_many_requests',
  ],
});
