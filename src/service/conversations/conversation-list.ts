/**
 * Lists of an account's conversations. Filters read only the index `conversations_listed`; table rows are fetched
 * only for the page that is returned.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import {
  conversationFilters,
  MAX_SEARCH_COUNT,
  type ConversationFilters,
} from '@palkit/contract/conversation-filters';
import { SHUTDOWN_REASONS } from '@palkit/contract/conversation-outcomes';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso } from '@palkit/runtime/clock';
import type { ConversationRow, Tables } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { countRows } from '../store/page.ts';
import { searchQuery } from '@palkit/contract/search-words';

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

/** Ids of the conversations that match a text search; `each` if there are too many to list. */
export type FoundByWords = readonly string[] | 'each';

/**
 * Selects the account's conversations that match the filters, as a query without columns or order. If `matches` is
 * `each`, the query searches the text of every conversation, which is fast if most of them match.
 */
export function matchingConversations(
  db: Database,
  account: number,
  filters: ConversationFilters,
  matches: FoundByWords,
) {
  let rows = db.selectFrom('conversations').where('account_id', '=', account);
  for (const column of ['status', 'deployment_id', 'pal_id'] as const) {
    const value = filters[column];
    if (value !== undefined) rows = rows.where(column, '=', value);
  }
  if (filters.created_after) rows = rows.where('created_at', '>=', timestamp(filters.created_after));
  if (filters.created_before) rows = rows.where('created_at', '<', timestamp(filters.created_before));
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
  if (filters.search === undefined) return rows;
  return rows.where(hasWords(matches, searchQuery(account, filters.search)));
}

const timestamp = (text: string) => sql<Date>`${toIso(Date.parse(text))}::timestamptz`;

function hasWords(matches: FoundByWords, query: string | null) {
  if (query === null) return sql<boolean>`false`;
  return matches === 'each'
    ? sql<boolean>`(select words @@ ${query}::tsquery from conversation_words
        where conversation_id = conversations.id)`
    : sql<boolean>`conversations.id = any(${matches}::text[])`;
}

export async function readConversations(
  db: Kysely<Tables>,
  account: number,
  query: ListQuery,
): Promise<{ rows: ConversationRow[]; total_count: number; next_cursor: string | null }> {
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  if (cursor && query.page > 1)
    throw new ServiceError('invalid_request', 'cursor and page exclude each other: leave one out.');
  const { positions, total_count } = await readPositions(db, account, query, cursor);
  const pageRows = positions.slice(0, query.limit);
  const lastRow = positions.length > query.limit ? pageRows.at(-1) : undefined;
  return {
    rows: await fetchRows(
      db,
      pageRows.map(({ id }) => id),
    ),
    total_count,
    next_cursor: lastRow ? writeCursor({ id: lastRow.id, created_at: toIso(lastRow.created_at) }) : null,
  };
}

/** Returns the positions of a page plus the first of the next page, if any, and the number of matches. */
function readPositions(db: Kysely<Tables>, account: number, query: ListQuery, after: Position | null) {
  return db.transaction().execute(async (trx) => {
    // JIT compilation of the conditions took five times as long as applying them to 100,000 rows.
    await sql`set local jit = off`.execute(trx);
    const { search, ...filters } = query;
    const candidates = isNarrowed(filters) ? matchingConversations(trx, account, filters, []) : undefined;
    const matches = search === undefined ? [] : await findByWords(trx, account, search, candidates);
    // All filters have already been applied to these ids.
    const remainingFilters = search === undefined || matches === 'each' ? query : { search };
    const matching = matchingConversations(trx, account, remainingFilters, matches)
      .select(['id', 'created_at'])
      .orderBy('created_at', query.sort)
      .orderBy('id', query.sort);
    const positions = await (after ? matching.where(isAfter(after, query.sort)) : matching)
      .limit(query.limit + 1)
      .offset(after ? 0 : (query.page - 1) * query.limit)
      .execute();
    if (search === undefined) return { positions, total_count: await countRows(matching) };
    return { positions, total_count: matches === 'each' ? MAX_SEARCH_COUNT : matches.length };
  });
}

const isNarrowed = (filters: ConversationFilters) =>
  Object.keys(conversationFilters).some((name) => filters[name as keyof ConversationFilters] !== undefined);

/** Scan and join methods that would read the vector of every conversation, or look up conversations one by one. */
const SLOW_PLANS = ['enable_seqscan', 'enable_nestloop', 'enable_mergejoin', 'enable_sort'];

/**
 * Returns the ids of an account's conversations that contain the words, of all or of those that `candidates`
 * selects. For a frequent word the planner would read every vector, which is slowest. So this statement disables
 * plans that use neither the word index nor the list index, which needs a transaction.
 */
export async function findByWords(
  trx: Transaction<Tables>,
  account: number,
  search: string,
  candidates?: ReturnType<typeof matchingConversations>,
): Promise<FoundByWords> {
  const query = searchQuery(account, search);
  if (query === null) return [];
  const setSlowPlans = (value: 'on' | 'off') =>
    sql`select set_config(name, ${value}, true) from unnest(${SLOW_PLANS}::text[]) as name`.execute(trx);
  const words = sql`select conversation_id as id from conversation_words where words @@ ${query}::tsquery`;
  const newestIds = candidates?.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc');
  const idsQuery = newestIds ? sql`select id from (${newestIds}) as listed where id in (${words})` : words;
  await setSlowPlans('off');
  const { rows } = await sql<{ ids: string[] | null }>`
    select case when count(*) <= ${MAX_SEARCH_COUNT} then coalesce(array_agg(id), '{}') end as ids
      from (${idsQuery} limit ${MAX_SEARCH_COUNT + 1}) as found`.execute(trx);
  await setSlowPlans('on');
  return rows[0]!.ids ?? 'each';
}

/** Returns the rows of these ids in the same order, without rows that were deleted in the meantime. */
export async function fetchRows(db: Database, ids: readonly string[]): Promise<ConversationRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('conversations').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Matches rows after a position in the order of the list. */
export const isAfter = ({ created_at, id }: Position, sort: 'asc' | 'desc') =>
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
