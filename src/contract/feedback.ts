/** A visitor's rating of a call. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Milliseconds after the end of a call in which a rating may be given or changed. */
export const FEEDBACK_WITHIN_MS = 3600_000;

/** A rating of one to five stars, with an optional comment. */
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
