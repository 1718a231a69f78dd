/** Conversations in Daily's rooms, in a service that was restarted without Daily and cannot watch them any more. */
import type { Log } from '@palkit/runtime/log';
import type { Conversations } from '../lifecycle.ts';
import type { Store } from '../../store/store.ts';

/**
 * Ends them like any other conversation, with callbacks and follow-up jobs. Their rooms remove everybody at their own
 * end.
 */
export async function endLeftBehind({
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
