/** Signalling of the embedded room: WebRTC negotiation over HTTP, and the same conversation as text over HTTPS. */
import * as z from 'zod/mini';
import { endpoint, whereUsed } from './endpoint.ts';

const token = ['invalid_token', 'expired_token', 'conversation_not_found', 'conversation_ended'] as const;

/**
 * Exchanges an offer for an answer. A second join with the same token replaces the first connection, and the call
 * continues.
 */
export const joinRoom = endpoint({
  name: 'joinRoom',
  method: 'POST',
  path: '/rooms/{conversation_id}/session',
  auth: 'token',
  tag: 'rooms',
  cors: 'any',
  body: z.string().check(z.minLength(1)),
  media: 'application/sdp',
  result: z.string(),
  status: 201,
  errors: [...token, 'invalid_offer', 'room_unavailable', 'too_many_requests'],
});
export const leaveRoom = endpoint({
  name: 'leaveRoom',
  method: 'DELETE',
  path: '/rooms/{conversation_id}/session/{session_id}',
  auth: 'token',
  tag: 'rooms',
  cors: 'any',
  status: 204,
  errors: ['invalid_token', 'expired_token', 'conversation_not_found', 'session_not_found'],
});
/**
 * STUN and TURN servers for `RTCPeerConnection`, from the owner's configuration. `face` is the drawing that the
 * page may render. A page that renders it offers to receive no video; otherwise the service sends a video.
 */
export const roomServers = endpoint({
  name: 'roomServers',
  method: 'GET',
  path: '/rooms/{conversation_id}/servers',
  auth: 'token',
  tag: 'rooms',
  cors: 'any',
  status: 200,
  errors: [...token, 'too_many_requests'],
  result: z.object({
    ice_servers: z.array(
      z.object({
        urls: z.array(z.string()),
        username: z.optional(z.string()),
        credential: z.optional(z.string()),
      }),
    ),
    face: z.optional(z.nullable(z.string())),
  }),
});
/**
 * For networks in which media cannot connect: the agent's messages after `after`. If there are none, the request
 * waits for up to `wait` seconds.
 */
export const readRoom = endpoint({
  name: 'readRoom',
  method: 'GET',
  path: '/rooms/{conversation_id}/messages',
  auth: 'token',
  tag: 'rooms',
  cors: 'any',
  query: z.object({
    after: z._default(
      z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')), z.transform(Number)),
      0,
    ),
    wait: z._default(
      z.pipe(
        z.string().check(z.regex(/^([0-9]|1[0-9]|2[0-5])$/, 'must be from 0 to 25')),
        z.transform(Number),
      ),
      0,
    ),
  }),
  result: z.object({ data: z.array(z.looseObject({})), ended: z.boolean() }),
  status: 200,
  errors: [
    'invalid_token',
    'expired_token',
    'conversation_not_found',
    'conversation_ended',
    'room_unavailable',
    'too_many_requests',
  ],
});
export const writeRoom = endpoint({
  name: 'writeRoom',
  method: 'POST',
  path: '/rooms/{conversation_id}/messages',
  auth: 'token',
  tag: 'rooms',
  cors: 'any',
  body: z.looseObject({ event_type: z.string('must be a string') }),
  status: 204,
  errors: [...token, 'room_unavailable', 'too_many_requests'],
});

/** A line in a Daily room, reported by an agent runner. */
export const ReportedLine = z.object(
  {
    /** The runner's id for the line, so that a repeated report is stored once. */
    line_id: z
      .string('must be a string')
      .check(z.regex(/^[\w.:-]{1,128}$/, 'must be 1 to 128 letters, digits and . _ : -')),
    role: z.enum(['user', 'assistant'], 'must be user or assistant'),
    content: z
      .string('must be a string')
      .check(z.regex(/\S/, 'must not be empty'), z.maxLength(20_000, 'must be at most 20000 characters')),
    /** Start of the turn in Unix seconds. */
    timestamp: z
      .number('must be a number')
      .check(z.minimum(0, 'must be from 0'), z.maximum(1e11, 'must be Unix seconds')),
    duration: z._default(
      z
        .number('must be a number')
        .check(z.minimum(0, 'must be from 0'), z.maximum(86_400, 'must be at most 86400')),
      0,
    ),
    inference_id: z.optional(
      z.string('must be a string').check(z.maxLength(128, 'must be at most 128 characters')),
    ),
  },
  'must be an object',
);
export type ReportedLine = z.output<typeof ReportedLine>;

export const reportRoom = endpoint({
  name: 'reportRoom',
  method: 'POST',
  path: '/rooms/{conversation_id}/report',
  auth: 'token',
  tag: 'daily',
  body: ReportedLine,
  status: 204,
  errors: ['invalid_token', 'conversation_not_found', 'conversation_ended'],
});
/** Maximum number of characters of a runner's picture in base64, which fits into a body of 64 KiB. */
const MAX_PICTURE = 60_000;
/** Matches `RIFF`, the length in four bytes, and `WEBP`. */
const WEBP_IN_BASE64 = /^UklGR[A-Za-z0-9+/]{6}XRUJQ[A-Za-z0-9+/]+={0,2}$/;
/** A runner's picture of the visitor's camera. */
export const ReportedPicture = whereUsed(() =>
  z.object(
    {
      webp: z
        .string('must be a string')
        .check(
          z.maxLength(MAX_PICTURE, `must be at most ${MAX_PICTURE} characters`),
          z.regex(WEBP_IN_BASE64, 'must be a WebP picture in base64'),
        ),
    },
    'must be an object',
  ),
);

export const reportPicture = endpoint({
  name: 'reportPicture',
  method: 'POST',
  path: '/rooms/{conversation_id}/picture',
  auth: 'token',
  tag: 'daily',
  body: ReportedPicture,
  status: 204,
  errors: ['invalid_token', 'conversation_not_found', 'conversation_ended'],
});
/** Receives Daily's events about its rooms, and the test message that Daily sends when the webhook is created. */
export const dailyWebhook = endpoint({
  name: 'dailyWebhook',
  method: 'POST',
  path: '/v2/daily/webhook',
  auth: 'public',
  tag: 'daily',
  body: z.looseObject(
    { type: z.optional(z.string()), payload: z.optional(z.looseObject({ room: z.optional(z.string()) })) },
    'must be an object',
  ),
  result: z.object({ success: z.literal(true) }),
  status: 200,
  errors: ['not_found', 'invalid_signature'],
});

export const roomEndpoints = [
  joinRoom,
  leaveRoom,
  roomServers,
  readRoom,
  writeRoom,
  reportRoom,
  reportPicture,
  dailyWebhook,
] as const;
