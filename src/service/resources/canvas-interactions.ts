/** Visitors' interactions with cards, each stored once by its id (docs/decisions/0025-interface.md#cards). */
import type { CanvasInteraction } from '@palkit/contract/canvas';
import type { listCanvasInteractions, postCanvasInteraction } from '@palkit/contract/conversations';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso } from '@palkit/runtime/clock';
import type { Handler } from '../http/binder.ts';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { consumeNetwork } from '../gates/limits.ts';
import { isSameDocument } from '@palkit/runtime/same';
import { findOwn } from './conversations.ts';
import { publishEvent } from '../conversations/events.ts';

export const INTERACTIONS_PER_MINUTE = 120;

export const interact =
  (limiter: RateLimiterAbstract): Handler<typeof postCanvasInteraction> =>
  async ({ params, body, address }, context) => {
    const id = params.conversation_id;
    const { store, clock, conversations } = context;
    const exists = await store.db
      .selectFrom('conversations')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!exists) throw new ServiceError('conversation_not_found');
    await consumeNetwork(limiter, address, 'too_many_requests', `${id}:`);
    const content: CanvasInteraction = body;
    await store.db.transaction().execute(async (trx) => {
      // The lock serializes interactions and the end of the conversation, so that none is stored after the end.
      const conversation = await trx
        .selectFrom('conversations')
        .select(['id', 'account_id', 'document', 'status'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!conversation) throw new ServiceError('conversation_not_found');
      const earlier = await trx
        .selectFrom('canvas_interactions')
        .select('content')
        .where('conversation_id', '=', id)
        .where('interaction_id', '=', content.interaction_id)
        .executeTakeFirst();
      if (earlier && conversation.status === 'active') {
        if (!isSameDocument(earlier.content, content)) throw new ServiceError('interaction_conflict');
        return;
      }
      if (conversation.status === 'ended') throw new ServiceError('conversation_ended');
      const now = toIso(clock.now());
      await trx
        .insertInto('canvas_interactions')
        .values({
          conversation_id: id,
          interaction_id: content.interaction_id,
          content: JSON.stringify(content),
          created_at: now,
        })
        .execute();
      await publishEvent(trx, context, conversation, 'canvas.interaction', content);
    });
    conversations.recordActivity(id);
    return { success: true as const };
  };

export const list: Handler<typeof listCanvasInteractions> = async ({ account, params }, { store }) => {
  const row = await findOwn(store.db, params.conversation_id, account);
  const interactions = await store.db
    .selectFrom('canvas_interactions')
    .selectAll()
    .where('conversation_id', '=', row.id)
    .orderBy('position')
    .execute();
  return {
    data: interactions.map((interaction) => ({
      ...interaction.content,
      created_at: toIso(interaction.created_at),
    })),
  };
};
