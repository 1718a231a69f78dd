/** Filters of lists by creation time and name (src/contract/lists.ts). */
import { sql, type RawBuilder, type SqlBool } from 'kysely';

interface Filters {
  search?: string | undefined;
  name_or_uuid?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** All entries of these lists belong to an account, so `system` matches none. */
  type?: 'user' | 'system' | 'all' | undefined;
}

/** Returns a condition for rows. `columns` has the columns with name and id; null for rows without names. */
export function applyFilters(
  query: Filters,
  columns: { name: RawBuilder<unknown>; id?: RawBuilder<unknown> } | null,
): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (query.type === 'system') conditions.push(sql<SqlBool>`false`);
  if (query.created_after)
    conditions.push(sql<SqlBool>`created_at >= ${timestamp(query.created_after)}::timestamptz`);
  if (query.created_before)
    conditions.push(sql<SqlBool>`created_at < ${timestamp(query.created_before)}::timestamptz`);
  for (const text of columns ? [query.search, query.name_or_uuid] : []) {
    if (!text) continue;
    const id = columns?.id ?? sql.ref('id');
    conditions.push(sql<SqlBool>`(${columns!.name} ilike ${likePattern(text)} or ${id} = ${text})`);
  }
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** Returns a pattern for `ilike` that matches the text anywhere. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const timestamp = (text: string) => new Date(text).toISOString();
