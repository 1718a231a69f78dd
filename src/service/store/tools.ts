/** Finds the tools of an account by id. */
import type { Selectable } from 'kysely';
import type { Tables } from './schema.ts';
import type { Database } from './store.ts';

export type ToolRow = Selectable<Tables['tools']>;

/** Returns the tools in the order of `ids` without duplicates; missing tools are omitted. */
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
  return rows.sort((a, b) => unique.indexOf(a.id) - unique.indexOf(b.id));
}
