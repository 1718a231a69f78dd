/** The memories that a conversation starts with. Specification: endpoints-15, resources-6. */
import type { Database } from '../store/store.ts';

/**
 * Maps a conversation's participant values to pinned memories. One value is the tag of the PAL's own store for that
 * visitor; several are tags whose stores are all read. Both look up tags only, so a value that equals a store's id
 * never opens that store, and a missing store is not created.
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
