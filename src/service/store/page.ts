/** Reads one page of a list (docs/decisions/0025-interface.md#lists). */
import type { SelectQueryBuilder } from 'kysely';

/**
 * Returns the rows of one page and the total count. `rows` selects and sorts the list; `first` is the number of
 * the first page. Rows and count are two queries, so a row that is written in between may only be counted.
 */
export async function readPage<Schema, Table extends keyof Schema, Row>(
  rows: SelectQueryBuilder<Schema, Table, Row>,
  { limit, page }: { limit: number; page: number },
  first: 0 | 1 = 1,
) {
  const pageRows = await rows
    .limit(limit)
    .offset((page - first) * limit)
    .execute();
  return { rows: pageRows, total_count: await countRows(rows) };
}

/** Returns the number of rows of a query. */
export async function countRows<Schema, Table extends keyof Schema, Row>(
  rows: SelectQueryBuilder<Schema, Table, Row>,
): Promise<number> {
  const { count } = await rows
    .clearSelect()
    .clearOrderBy()
    .select((select) => select.fn.countAll<number>().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return Number(count);
}
