/** The embedded room's HTTP side: signalling, and the conversation in text. Decisions §6. */
import type { joinRoom, leaveRoom, readRoom, roomServers, writeRoom } from '../../contract/rooms.ts';
import { Refusal } from '../../contract/errors.ts';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Handler } from '../http/binder.ts';
import { consume } from './deployments/passwords.ts';

export const MESSAGES_PER_MINUTE = 120;

export const join: Handler<typeof joinRoom> = async ({ params, token, body, answer }, { conversations }) => {
  const row = await conversations.authorize(params.conversation_id, token);
  const room = await conversations.room(row);
  const joined = await room.join(body);
  answer({ location: `/rooms/${row.id}/session/${joined.session}` });
  return joined.answer;
};

export const leave: Handler<typeof leaveRoom> = async ({ params, token }, { conversations }) => {
  const row = await conversations.authorize(params.conversation_id, token, { ended: 'allowed' });
  const room = conversations.openRoom(row.id);
  if (!room) throw new Refusal('session_not_found');
  room.leave(params.session_id);
};

export const servers: Handler<typeof roomServers> = async ({ params, token }, { conversations, config }) => {
  await conversations.authorize(params.conversation_id, token);
  return { ice_servers: config.room.iceServers.map(iceServer) };
};

export const read: Handler<typeof readRoom> = async ({ params, token, query, signal }, { conversations }) => {
  const row = await conversations.authorize(params.conversation_id, token, { ended: 'allowed' });
  const room = row.status === 'active' ? await conversations.room(row) : conversations.openRoom(row.id);
  return room ? room.read(query.after, query.wait, signal) : { data: [], ended: true };
};

export const write = (limiter: RateLimiterAbstract): Handler<typeof writeRoom> => async ({ params, token, body, address }, { conversations }) => {
  const row = await conversations.authorize(params.conversation_id, token);
  await consume(limiter, `${row.id}:${address}`, 'too_many_requests');
  (await conversations.room(row)).write(body);
};

/** `turn:user:password@host:port` as a browser takes it. */
function iceServer(address: string): { urls: string[]; username?: string; credential?: string } {
  const [, scheme, username, credential, host] = /^(stun|turns?):(?:([^:@]*):([^@]*)@)?(.+)$/.exec(address) ?? [];
  return { urls: [`${scheme}:${host}`], ...(username ? { username: decodeURIComponent(username), credential: decodeURIComponent(credential ?? '') } : {}) };
}
