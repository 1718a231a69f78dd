/**
 * A visitor's rating of a call. There is one for each conversation; a later rating replaces it. It is stored as the
 * event that the callback sends.
 */
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { ServiceError } from '@palkit/contract/service-error';
import { FEEDBACK_WITHIN_MS, type giveFeedback } from '@palkit/contract/feedback';
import type { Handler } from '../http/binder.ts';
import { find } from './deployments.ts';
import { checkOrigin } from '../gates/origins.ts';
import { consume } from '../gates/limits.ts';
import { isSameDocument } from '@palkit/runtime/same';
import { publishEvent } from '../conversations/events.ts';

/** Maximum number of ratings of one conversation in an hour, because each is sent to `callback_url`. */
export const RATINGS_PER_HOUR = 10;

const EVENT = 'application.feedback_received';

export const give =
  (limiter: RateLimiterAbstract): Handler<typeof giveFeedback> =>
  async ({ params, body, origin }, context) => {
    const { store, clock } = context;
    const deployment = await find(store.db, params.deployment_id);
    checkOrigin(deployment, origin);
    const conversation = await store.db
      .selectFrom('conversations')
      .select('id')
      .where('id', '=', params.conversation_id)
      .where('deployment_id', '=', deployment.id)
      .executeTakeFirst();
    if (!conversation) throw new ServiceError('conversation_not_found');
    await consume(limiter, conversation.id, 'too_many_requests');
    await store.db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('conversations')
        .select(['id', 'account_id', 'document', 'ended_at'])
        .where('id', '=', conversation.id)
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw new ServiceError('conversation_not_found');
      if (row.ended_at && row.ended_at.getTime() + FEEDBACK_WITHIN_MS <= clock.now())
        throw new ServiceError('conversation_ended', 'The conversation ended too long ago to be rated.');
      const ratings = trx
        .selectFrom('conversation_events')
        .where('conversation_id', '=', row.id)
        .where('event_type', '=', EVENT);
      const previousRating = await ratings.select('properties').executeTakeFirst();
      if (previousRating && isSameDocument(previousRating.properties, body)) return;
      await trx
        .deleteFrom('conversation_events')
        .where('conversation_id', '=', row.id)
        .where('event_type', '=', EVENT)
        .execute();
      await trx.updateTable('conversations').set({ rating: body.rating }).where('id', '=', row.id).execute();
      await publishEvent(trx, context, row, EVENT, body);
    });
  };
