/** Conversations in Daily's rooms that a service cannot watch any more, because it was restarted without Daily. */
import type { Log } from '@palkit/runtime/log';
import type { Conversations } from '../lifecycle.ts';
import type { Store } from '../../store/store.ts';

/**
 * Ends the conversations in Daily's rooms like all others, with callbacks and follow-up jobs. Their rooms
 * remove all participants on expiry.
 */
export async function endDailyConversations({
  store,
  conversations,
  log,
}: {
  store: Store;
  conversations: Pick<Conversations, 'end'>;
  log: Log;
}): Promise<void> {
  const rows = await store.db
    .selectFrom('conversations')
    .select('id')
    .where('status', '=', 'active')
    .where('room_provider', '=', 'daily')
    .orderBy('created_at')
    .execute();
  for (const { id } of rows) {
    await conversations.end(id, 'internal error occurred at step room');
    log.warn(
      { conversation: id },
      'a conversation in a Daily room was ended, because Daily is no longer configured',
    );
  }
}
