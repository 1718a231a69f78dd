/** The memories that a conversation starts with. Specification: endpoints-15, resources-6. */
import type { Database } from '../store/store.ts';

/**
 * The pinned memories that a conversation's participant values stand for. One value is the tag of the PAL's
 * own store for that visitor; several are tags whose stores are all read. Both look up tags and nothing else,
 * so a value that is a store's id never opens that store; and a store that is missing is not made.
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
