/** The memories that a conversation starts with. Specification: endpoints-15, resources-6. */
import type { Database } from '../store/store.ts';

/**
 * Returns the pinned memories that a conversation's participant values select. A single value is the tag of the
 * PAL's memory store for this visitor. Several values are the tags of stores that are all read. A value is only
 * compared with tags, so the id of a store never opens it. Missing stores are not created.
 */
export async function memoriesOf(
  db: Database,
  account: number,
  palId: string,
  values: readonly string[],
): Promise<string[]> {
  if (values.length === 0) return [];
  const rows = await db
    .selectFrom('pinned_memories')
    .innerJoin('memory_stores', 'memory_stores.id', 'pinned_memories.store_id')
    .select('memory')
    .where('account_id', '=', account)
    .where('pal_id', '=', palId)
    .where('participant_tag', 'in', [...new Set(values)])
    .orderBy('memory_stores.created_at')
    .orderBy('memory_stores.id')
    .orderBy('position')
    .execute();
  return rows.map((row) => row.memory);
}
