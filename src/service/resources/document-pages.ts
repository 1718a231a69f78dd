/** The results for the pages of a document's last crawl. */
import { PAGE_REASONS, type listDocumentPages, type PageReason } from '@palkit/contract/document-pages';
import type { Handler } from '../http/binder.ts';
import { readPage } from '../store/page.ts';
import { find } from './documents.ts';

export const list: Handler<typeof listDocumentPages> = async ({ account, params, query }, { store }) => {
  const { id } = await find(store.db, params.document_id, account);
  let own = store.db.selectFrom('crawled_pages').where('document_id', '=', id);
  if (query.status) own = own.where('status', '=', query.status);
  const { rows, total_count } = await readPage(
    own.select(['url', 'status', 'http_status', 'characters', 'reason']).orderBy('position'),
    query,
    0,
  );
  const details = (reason: string | null) =>
    reason !== null && reason in PAGE_REASONS ? PAGE_REASONS[reason as PageReason].text : null;
  return { data: rows.map((row) => ({ ...row, details: details(row.reason) })), total_count };
};
