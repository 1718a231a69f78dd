/** The tools of an account by their ids. */
import type { Selectable } from 'kysely';
import type { Tables } from './schema.ts';
import type { Database } from './store.ts';

export type ToolRow = Selectable<Tables['tools']>;

/** In the order of the ids without duplicates; missing ones are omitted. */
export async function toolsById(
  db: Database,
  account: number,
  ids: readonly string[] | undefined,
): Promise<ToolRow[]> {
  const unique = [...new Set(ids ?? [])];
  if (unique.length === 0) return [];
  const rows = await db
    .selectFrom('tools')
    .selectAll()
    .where('account_id', '=', account)
    .where('id', 'in', unique)
    .execute();
  return rows.sort((one, other) => unique.indexOf(one.id) - unique.indexOf(other.id));
}
