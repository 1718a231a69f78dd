/** The results for the pages of a document's last crawl. */
import type { PageRow } from '@palkit/extraction/crawl/page-results';
import type { Database } from '../store/store.ts';

/** Number of rows that one statement writes. */
const BATCH = 200;

/** Replaces the results of the previous crawl, in the caller's transaction. */
export async function replacePageResults(
  trx: Database,
  document_id: string,
  results: readonly PageRow[],
): Promise<void> {
  await trx.deleteFrom('crawled_pages').where('document_id', '=', document_id).execute();
  const rows = results.map((result, position) => ({ document_id, position, ...result }));
  for (let from = 0; from < rows.length; from += BATCH)
    await trx
      .insertInto('crawled_pages')
      .values(rows.slice(from, from + BATCH))
      .execute();
}
