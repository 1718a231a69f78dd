/**
 * Lists of an account's conversations. Their filters read one index alone (`conversations_listed`), and only the rows
 * of a page are fetched.
 */
import { sql, type Kysely, type SelectQueryBuilder, type Transaction } from 'kysely';
import {
  conversationFilters,
  MAX_SEARCH_COUNT,
  type ConversationFilters,
} from '@palkit/contract/conversation-filters';
import { SHUTDOWN_REASONS } from '@palkit/contract/conversation-outcomes';
import { ServiceError } from '@palkit/contract/service-error';
import { iso } from '@palkit/runtime/clock';
import type { ConversationRow, Tables } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { countRows } from '../store/page.ts';
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

/** Ids of the conversations with the words of a search; `each` if there are too many to read. */
export type FoundByWords = readonly string[] | 'each';

/**
 * The account's conversations that match the filters, as a query without columns and order. With `each` it searches
 * the words of each conversation, which is fast if most of them match.
 */
export function matchingConversations(
  db: Database,
  account: number,
  filters: ConversationFilters,
  found: FoundByWords,
) {
  let rows = db.selectFrom('conversations').where('account_id', '=', account);
  for (const column of ['status', 'deployment_id', 'pal_id'] as const) {
    const value = filters[column];
    if (value !== undefined) rows = rows.where(column, '=', value);
  }
  if (filters.created_after) rows = rows.where('created_at', '>=', moment(filters.created_after));
  if (filters.created_before) rows = rows.where('created_at', '<', moment(filters.created_before));
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
  return rows.where(hasWords(found, searchQuery(account, filters.search)));
}

const moment = (text: string) => sql<Date>`${iso(Date.parse(text))}::timestamptz`;

function hasWords(found: FoundByWords, query: string | null) {
  if (query === null) return sql<boolean>`false`;
  return found === 'each'
    ? sql<boolean>`(select words @@ ${query}::tsquery from conversation_words
        where conversation_id = conversations.id)`
    : sql<boolean>`conversations.id = any(${found}::text[])`;
}

export async function readConversations(
  db: Kysely<Tables>,
  account: number,
  query: ListQuery,
): Promise<{ rows: ConversationRow[]; total_count: number; next_cursor: string | null }> {
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  if (after && query.page > 1)
    throw new ServiceError('invalid_request', 'cursor and page exclude each other: leave one out.');
  const { positions, total_count } = await readPositions(db, account, query, after);
  const pageRows = positions.slice(0, query.limit);
  const last = positions.length > query.limit ? pageRows.at(-1) : undefined;
  return {
    rows: await fetchRows(
      db,
      pageRows.map(({ id }) => id),
    ),
    total_count,
    next_cursor: last ? writeCursor({ id: last.id, created_at: iso(last.created_at) }) : null,
  };
}

/** The positions of a page and one more, if there is one, and the number of matches. */
function readPositions(db: Kysely<Tables>, account: number, query: ListQuery, after: Position | null) {
  return db.transaction().execute(async (trx) => {
    // Compiling the conditions took five times as long as applying them to 100,000 rows.
    await sql`set local jit = off`.execute(trx);
    const byWords = query.search === undefined ? [] : await findByWords(trx, account, query.search);
    const matching = matchingConversations(trx, account, query, byWords)
      .select(['id', 'created_at'])
      .orderBy('created_at', query.sort)
      .orderBy('id', query.sort);
    // Without other filters the index of words, which belong to one account, has already reached the bound.
    const isCounted = byWords !== 'each' || isNarrowed(query);
    if (query.search !== undefined && isCounted) {
      const found = await readFound(trx, matching, query, after);
      if (found.total_count < MAX_SEARCH_COUNT || found.positions.length > query.limit) return found;
    }
    const positions = await (after ? matching.where(follows(after, query.sort)) : matching)
      .limit(query.limit + 1)
      .offset(offsetOf(query, after))
      .execute();
    const total_count = query.search === undefined ? await countRows(matching) : MAX_SEARCH_COUNT;
    return { positions, total_count };
  });
}

const offsetOf = ({ page, limit }: ListQuery, after: Position | null) => (after ? 0 : (page - 1) * limit);

/** The page and the count of a search up to its bound, by examining the words of each conversation once. */
async function readFound(
  trx: Transaction<Tables>,
  matching: SelectQueryBuilder<Tables, 'conversations', { id: string; created_at: Date }>,
  query: ListQuery,
  after: Position | null,
) {
  const order = sql.raw(`order by created_at ${query.sort}, id ${query.sort}`);
  const { rows } = await sql<{ count: number; id: string | null; created_at: Date }>`
    with found as materialized (${matching.limit(MAX_SEARCH_COUNT)})
    select count, id, created_at from (select count(*)::int as count from found) as counted
    left join (select * from found where ${after ? follows(after, query.sort) : sql`true`}
      ${order} limit ${query.limit + 1} offset ${offsetOf(query, after)}) as page on true ${order}`.execute(
    trx,
  );
  const positions = rows.flatMap(({ id, created_at }) => (id === null ? [] : { id, created_at }));
  return { positions, total_count: rows[0]!.count };
}

/** True if a filter other than the search is set. Such a list has fewer conversations than the words match. */
const isNarrowed = (filters: ConversationFilters) =>
  Object.keys(conversationFilters).some(
    (name) => name !== 'search' && filters[name as keyof ConversationFilters] !== undefined,
  );

/**
 * Conversations of an account by their words. For a frequent word the planner would read every vector, which costs
 * more than anything else here. Other plans are therefore disabled by `set local`, which needs a transaction.
 */
export async function findByWords(
  trx: Transaction<Tables>,
  account: number,
  search: string,
): Promise<FoundByWords> {
  const query = searchQuery(account, search);
  if (query === null) return [];
  await sql`set local enable_seqscan = off`.execute(trx);
  const rows = await trx
    .selectFrom('conversation_words')
    .select('conversation_id')
    .where(sql<boolean>`words @@ ${query}::tsquery`)
    .limit(MAX_SEARCH_COUNT + 1)
    .execute();
  await sql`set local enable_seqscan to default`.execute(trx);
  return rows.length > MAX_SEARCH_COUNT ? 'each' : rows.map(({ conversation_id }) => conversation_id);
}

/** The rows of these ids in their order; a row that was deleted in the meantime is omitted. */
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
