/**
 * Lists of an account's conversations. Their filters read one index alone (`conversations_listed`), and only the rows
 * of a page are fetched.
 */
import { sql } from 'kysely';
import type { ConversationFilters } from '@palkit/contract/conversation-filters';
import { SHUTDOWN_REASONS } from '@palkit/contract/conversation-outcomes';
import { ServiceError } from '@palkit/contract/service-error';
import { iso } from '@palkit/runtime/clock';
import type { ConversationRow } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { searchQuery } from './search-words.ts';

const INTERNAL_ERROR = SHUTDOWN_REASONS.at(-1)!;
const EVERY_STEP = 'internal error occurred at step ';

interface ListQuery extends ConversationFilters {
  limit: number;
  page: number;
  sort: 'asc' | 'desc';
  cursor?: string | undefined;
}

interface Position {
  created_at: string;
  id: string;
}

/** The account's conversations that pass the filters, as a query without columns and order. */
export function matchingConversations(db: Database, account: number, filters: ConversationFilters) {
  let rows = db.selectFrom('conversations').where('account_id', '=', account);
  for (const column of ['status', 'deployment_id', 'pal_id'] as const) {
    const value = filters[column];
    if (value !== undefined) rows = rows.where(column, '=', value);
  }
  if (filters.created_after)
    rows = rows.where('created_at', '>=', sql<Date>`${iso(Date.parse(filters.created_after))}::timestamptz`);
  if (filters.created_before)
    rows = rows.where('created_at', '<', sql<Date>`${iso(Date.parse(filters.created_before))}::timestamptz`);
  if (filters.shutdown_reason === INTERNAL_ERROR)
    rows = rows.where('shutdown_reason', 'like', `${EVERY_STEP}%`);
  else if (filters.shutdown_reason) rows = rows.where('shutdown_reason', '=', filters.shutdown_reason);
  if (filters.rating) rows = rows.where('rating', 'in', filters.rating.map(Number));
  if (filters.language) {
    const language = filters.language.toLowerCase();
    rows = rows.where(
      sql<boolean>`(lower(language) = ${language} or lower(language) like ${`${language}-%`})`,
    );
  }
  if (filters.outcome) rows = rows.where(sql<boolean>`outcomes && ${filters.outcome}::text[]`);
  if (filters.search !== undefined) {
    const query = searchQuery(account, filters.search);
    rows = rows.where('id', 'in', (select) =>
      select
        .selectFrom('conversation_words')
        .select('conversation_id')
        .where(query === null ? sql<boolean>`false` : sql<boolean>`words @@ ${query}::tsquery`),
    );
  }
  return rows;
}

export async function readConversations(
  db: Database,
  account: number,
  query: ListQuery,
): Promise<{ rows: ConversationRow[]; total_count: number; next_cursor: string | null }> {
  const matching = matchingConversations(db, account, query);
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  if (after && query.page > 1)
    throw new ServiceError('invalid_request', 'cursor and page exclude each other: leave one out.');
  const positions = await (after ? matching.where(follows(after, query.sort)) : matching)
    .select(['id', 'created_at'])
    .orderBy('created_at', query.sort)
    .orderBy('id', query.sort)
    .limit(query.limit + 1)
    .offset(after ? 0 : (query.page - 1) * query.limit)
    .execute();
  const { count } = await matching
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const shown = positions.slice(0, query.limit);
  const last = positions.length > query.limit ? shown.at(-1) : undefined;
  return {
    rows: await fetchRows(
      db,
      shown.map(({ id }) => id),
    ),
    total_count: Number(count),
    next_cursor: last ? writeCursor({ id: last.id, created_at: iso(last.created_at) }) : null,
  };
}

/** The rows of these ids in their order; one that was deleted meanwhile is left out. */
export async function fetchRows(db: Database, ids: readonly string[]): Promise<ConversationRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('conversations').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Rows after a position, in the order of a list. */
export const follows = ({ created_at, id }: Position, sort: 'asc' | 'desc') =>
  sort === 'asc'
    ? sql<boolean>`(created_at, id) > (${created_at}::timestamptz, ${id})`
    : sql<boolean>`(created_at, id) < (${created_at}::timestamptz, ${id})`;

const writeCursor = ({ created_at, id }: Position) =>
  Buffer.from(`${created_at} ${id}`).toString('base64url');

function readCursor(cursor: string): Position {
  const [, created_at, id] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\w{1,64})$/.exec(
      Buffer.from(cursor, 'base64url').toString('latin1'),
    ) ?? [];
  if (!created_at || !id || Number.isNaN(Date.parse(created_at)))
    throw new ServiceError('invalid_request', 'cursor must be the next_cursor of a page of this list.');
  return { created_at, id };
}
