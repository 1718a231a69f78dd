/** Reports a visitor's request for a person to the owner of the conversation. */
import type { ConversationEventProperties } from '@palkit/contract/callbacks';
import type { Clock } from '@palkit/runtime/clock';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Store } from '../store/store.ts';
import { publishEvent } from './events.ts';
import { changeHandover } from './handovers.ts';

/** Stores the request with an event of the conversation, unless the conversation was deleted. */
export function publishHumanRequest(
  parts: { store: Store; callbacks: Callbacks; clock: Clock },
  id: string,
): (request: ConversationEventProperties<'application.human_requested'>) => Promise<void> {
  return (request) =>
    parts.store.db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('conversations')
        .select(['id', 'account_id', 'document'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return;
      await changeHandover(trx, parts.clock, id, (before) =>
        before?.state === 'taken' ? null : { state: 'requested', reason: request.reason },
      );
      await publishEvent(trx, parts, row, 'application.human_requested', request);
    });
}
