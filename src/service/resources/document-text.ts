/** The stored text of a document in passages, and the tags of an account's documents. */
import { sql } from 'kysely';
import type {
  DocumentPassage,
  listDocumentChunks,
  listDocumentTags,
  readDocumentText,
} from '@palkit/contract/document-text';
import { HeadingTrail } from '@palkit/extraction/heading-trail';
import type { Handler } from '../http/binder.ts';
import type { Database } from '../store/store.ts';
import { find } from './documents.ts';

export const read: Handler<typeof readDocumentText> = async ({ account, params, query }, { store }) => {
  const { id } = await find(store.db, params.document_id, account);
  const { passages, total_count } = await passagesOf(store.db, id, query.page * query.limit, query.limit);
  return { data: passages, total_count };
};

export const chunks: Handler<typeof listDocumentChunks> = async ({ account, params, query }, { store }) => {
  const { id } = await find(store.db, params.document_id, account);
  const from = Number(query.offset ?? 0);
  const { passages, total_count } = await passagesOf(store.db, id, from, query.limit);
  const next = from + passages.length;
  return {
    chunks: passages.map(({ position, content, headings, page_url }) => ({
      chunk_id: `${id}-${position}`,
      document_id: id,
      chunk_index: position,
      content,
      metadata: { headings, page_url },
    })),
    next_offset: passages.length > 0 && next < total_count ? String(next) : null,
    total_count,
  };
};

export const tags: Handler<typeof listDocumentTags> = async ({ account, query }, { store }) => {
  const pattern = `%${(query.search ?? '').replace(/[\\%_]/g, '\\$&')}%`;
  const tagged = sql`
    from documents, jsonb_array_elements_text(tags) as tag
    where account_id = ${account} and tag ilike ${pattern}`;
  const { rows } = await sql<{ tag: string; document_count: string }>`
    select tag, count(*) as document_count ${tagged}
    group by tag order by tag collate "C" limit ${query.limit} offset ${query.page * query.limit}`.execute(
    store.db,
  );
  const sum = await sql<{ count: string }>`select count(distinct tag) as count ${tagged}`.execute(store.db);
  return {
    data: rows.map(({ tag, document_count }) => ({ tag, document_count: Number(document_count) })),
    total_count: Number(sum.rows[0]!.count),
  };
};

/** The largest PostgreSQL `integer`. */
const LAST_POSITION = 2 ** 31 - 1;

/**
 * Returns a page of passages. Positions start at 0 and have no gaps, so the page is a range of the primary
 * key.
 */
async function passagesOf(
  db: Database,
  document_id: string,
  from: number,
  limit: number,
): Promise<{ passages: DocumentPassage[]; total_count: number }> {
  const documentChunks = db.selectFrom('document_chunks').where('document_id', '=', document_id);
  const rows = await documentChunks
    .select(['position', 'content', 'headings', 'page_url'])
    .where('position', '>=', Math.min(from, LAST_POSITION))
    .orderBy('position')
    .limit(limit)
    .execute();
  const { count } = await documentChunks
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return {
    passages: rows.map(({ position, content, headings, page_url }) => ({
      position,
      content,
      // Rows of an earlier version have no headings, so headings within the passage are read from its text.
      headings: headings ?? new HeadingTrail().headingsAfter(content),
      page_url,
    })),
    total_count: Number(count),
  };
}
