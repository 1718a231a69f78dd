/** A message that a visitor leaves outside opening hours. An extension of Palkit. */
import * as z from 'zod/mini';
import { gateFields } from './deployments.ts';
import { endpoint } from './endpoint.ts';

/** Maximum number of UTF-16 units of a message. */
export const MAX_MESSAGE = 4000;
/** Maximum number of messages per network and hour. */
export const MESSAGES_PER_HOUR = 10;
/** Maximum number of messages per deployment and day. */
export const MESSAGES_PER_DAY = 500;

const line = /* @__NO_SIDE_EFFECTS__ */ () =>
  z.optional(
    z.nullable(z.string('must be a string').check(z.maxLength(200, 'must be at most 200 characters'))),
  );

export const leaveMessage = endpoint({
  name: 'leaveMessage',
  method: 'POST',
  path: '/v2/deployments/{deployment_id}/messages',
  auth: 'public',
  tag: 'visits',
  cors: 'deployment',
  body: z.object({
    message: z
      .string('must be a string')
      .check(
        z.regex(/\S/, 'must not be empty'),
        z.maxLength(MAX_MESSAGE, `must be at most ${MAX_MESSAGE} characters`),
      ),
    name: line(),
    /** The visitor's email address or telephone number. */
    contact: line(),
    /** The page's id for the message, so that a repeated message is stored once. */
    message_id: z.optional(
      z
        .string('must be a string')
        .check(z.regex(/^[\w.:-]{1,64}$/, 'must be 1 to 64 letters, digits, _ . : or -')),
    ),
    ...gateFields,
  }),
  status: 204,
  errors: [
    'deployment_not_found',
    'origin_not_allowed',
    'deployment_inactive',
    'conflict',
    'consent_required',
    'too_many_requests',
    'too_many_attempts',
    'wrong_password',
    'captcha_failed',
    'captcha_unavailable',
  ],
});
