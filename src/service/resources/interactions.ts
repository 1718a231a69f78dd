/** Events that the account's server sends to an active conversation. */
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { createInteraction } from '@palkit/contract/interactions';
import { ServiceError } from '@palkit/contract/service-error';
import { consume } from '../gates/limits.ts';
import type { Handler } from '../http/binder.ts';

export const create =
  (limiter: RateLimiterAbstract): Handler<typeof createInteraction> =>
  async ({ account, body }, { store, conversations, daily }) => {
    const row = await store.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', body.conversation_id ?? '')
      .executeTakeFirst();
    if (!row) throw new ServiceError('conversation_not_found');
    if (row.account_id !== account) throw new ServiceError('forbidden');
    if (row.status === 'ended') throw new ServiceError('conversation_ended');
    await consume(limiter, row.id, 'too_many_requests');
    if (row.joined_at === null) throw new ServiceError('conflict', 'Nobody has joined the conversation yet.');
    if (row.room_provider === 'daily') await daily?.send(row.id, body);
    else await conversations.interact(row, body);
    return { success: true as const };
  };
