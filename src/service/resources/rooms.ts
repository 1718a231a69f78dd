/**
 * The HTTP side of rooms: signalling of the embedded room, conversations in text, and reports from Daily and from
 * agent runners (docs/decisions/0025-interface.md#the-room).
 */
import type {
  dailyWebhook,
  joinRoom,
  leaveRoom,
  readRoom,
  reportPicture,
  reportRoom,
  roomServers,
  writeRoom,
} from '@palkit/contract/rooms';
import { ServiceError } from '@palkit/contract/service-error';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Handler } from '../http/binder.ts';
import { drawingOf } from '../conversations/face-rendering.ts';
import { signedByDaily } from '@palkit/rooms/daily/webhook';
import { consumeNetwork } from '../gates/limits.ts';
import { iceServersFor } from '@palkit/rooms/embedded/ice-servers';

/** Limits for one network in one conversation. */
export const MESSAGES_PER_MINUTE = 120;
/** Each chunk of a streamed answer completes a poll. Pages that poll again without a pause stay below this limit. */
export const READS_PER_MINUTE = 1200;

export const join: Handler<typeof joinRoom> = async (
  { params, token, body, address, answer },
  { conversations, visitors },
) => {
  const row = await conversations.authorize(params.conversation_id, token);
  await visitors.join(address, row.id);
  const room = await conversations.room(row, 'media');
  const joinResult = await room.join(body, address).catch((error: unknown) => {
    conversations.releaseMediaSlot(row);
    throw error;
  });
  answer({ location: `/rooms/${row.id}/session/${joinResult.session}` });
  return joinResult.answer;
};

export const leave: Handler<typeof leaveRoom> = async ({ params, token }, { conversations }) => {
  const row = await conversations.authorize(params.conversation_id, token, { ended: 'allowed' });
  const room = conversations.openRoom(row.id);
  if (!room) throw new ServiceError('session_not_found');
  room.leave(params.session_id);
};

export const servers =
  (limiter: RateLimiterAbstract): Handler<typeof roomServers> =>
  async ({ params, token, address }, { conversations, config, clock, store }) => {
    const row = await conversations.authorize(params.conversation_id, token);
    await consumeNetwork(limiter, address, 'too_many_requests', `${row.id}:`);
    const { iceServers, turnSecret } = config.room;
    return {
      ice_servers: iceServersFor(iceServers, turnSecret, row.id, clock.now()),
      face: await drawingOf(store, row),
    };
  };

export const read =
  (limiter: RateLimiterAbstract): Handler<typeof readRoom> =>
  async ({ params, token, query, signal, address }, { conversations }) => {
    const row = await conversations.authorize(params.conversation_id, token, { ended: 'allowed' });
    await consumeNetwork(limiter, address, 'too_many_requests', `${row.id}:`);
    const room =
      row.status === 'active' ? await conversations.room(row, 'text') : conversations.openRoom(row.id);
    return room ? room.read(query.after, query.wait, signal) : { data: [], ended: true };
  };

export const write =
  (limiter: RateLimiterAbstract): Handler<typeof writeRoom> =>
  async ({ params, token, body, address }, { conversations }) => {
    const row = await conversations.authorize(params.conversation_id, token);
    await consumeNetwork(limiter, address, 'too_many_requests', `${row.id}:`);
    await conversations.write(row, body);
  };

export const report: Handler<typeof reportRoom> = async ({ params, token, body }, { daily }) => {
  if (!daily) throw new ServiceError('conversation_not_found');
  await daily.report(params.conversation_id, token, body);
};

export const see: Handler<typeof reportPicture> = async ({ params, token, body }, { daily }) => {
  if (!daily) throw new ServiceError('conversation_not_found');
  await daily.receivePicture(params.conversation_id, token, Buffer.from(body.webp, 'base64'));
};

export const webhook: Handler<typeof dailyWebhook> = async (
  { body, text, header },
  { daily, config, clock },
) => {
  const secret = config.daily?.webhookSecret;
  if (!daily || !secret)
    throw new ServiceError('not_found', 'No webhook of Daily is expected here. Set DAILY_WEBHOOK_SECRET.');
  const room = body.payload?.room;
  // While a webhook is being created it has no signing secret yet, and Daily sends a test request without an event.
  if (room === undefined) return { success: true as const };
  if (!signedByDaily(secret, header('x-webhook-timestamp'), header('x-webhook-signature'), text, clock.now()))
    throw new ServiceError('invalid_signature');
  await daily.checkNow(room);
  return { success: true as const };
};
