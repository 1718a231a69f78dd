/** Traces of a call's answers, stored with the conversation and deleted with it. */
import { TurnTrace } from '@palkit/contract/conversations';
import { toIso, type Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import type { Database, Store } from '../store/store.ts';

/** Maximum number of traces of one conversation; older ones are deleted. */
export const MAX_TRACES = 500;

/** Stores a trace. Never rejects, because a call continues without it. */
export async function storeTrace(
  { store, clock, log }: { store: Store; clock: Clock; log: Log },
  conversation: string,
  trace: TurnTrace,
): Promise<void> {
  try {
    await store.db
      .insertInto('turn_traces')
      .values({
        conversation_id: conversation,
        trace: JSON.stringify(trace),
        created_at: toIso(clock.now()),
      })
      .execute();
    await store.db
      .deleteFrom('turn_traces')
      .where('conversation_id', '=', conversation)
      .where('position', '<=', (older) =>
        older
          .selectFrom('turn_traces')
          .select('position')
          .where('conversation_id', '=', conversation)
          .orderBy('position', 'desc')
          .offset(MAX_TRACES)
          .limit(1),
      )
      .execute();
  } catch (error) {
    log.warn({ conversation, ...describe(error) }, 'a trace could not be stored');
  }
}

/** Returns the traces, oldest first. Entries that an earlier version stored in another form are omitted. */
export async function readTraces(db: Database, conversation: string): Promise<TurnTrace[]> {
  const rows = await db
    .selectFrom('turn_traces')
    .select('trace')
    .where('conversation_id', '=', conversation)
    .orderBy('position')
    .execute();
  return rows.flatMap(({ trace }) => TurnTrace.safeParse(trace).data ?? []);
}
