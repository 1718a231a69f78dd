/** The result of each page of a crawl, kept with its document until the next crawl. */
import {
  MAX_PAGE_RESULTS,
  PAGE_REASONS,
  type PageReason,
  type PageStatus,
} from '@palkit/contract/document-pages';
import { ExtractionError } from '@palkit/extraction/extraction-error';
import { OutboundError, type OutboundFailure } from '@palkit/outbound/outbound-error';
import type { Database } from '../store/store.ts';

/** Text of so many characters, or the reason why there is none. */
export type PageResult = { characters: number } | { reason: PageReason; httpStatus?: number };

interface StoredResult {
  url: string;
  status: PageStatus;
  reason: PageReason | null;
  http_status: number | null;
  characters: number;
}

/** Rows written by one statement. */
const BATCH = 200;

const REASONS: Readonly<Record<OutboundFailure, PageReason>> = {
  invalid_url: 'address_refused',
  address_refused: 'address_refused',
  name_not_found: 'unreachable',
  connection_failed: 'unreachable',
  timed_out: 'timed_out',
  too_slow: 'timed_out',
  too_large: 'too_large',
  too_many_redirects: 'too_many_redirects',
  aborted: 'unreachable',
};

/** The results of one crawl, in the order of its pages; bounded. */
export class PageResults {
  readonly #rows: StoredResult[] = [];

  readonly record = (url: URL | string, result: PageResult): void => {
    if (this.#rows.length >= MAX_PAGE_RESULTS) return;
    const address = typeof url === 'string' ? url : url.href;
    if ('characters' in result)
      this.#rows.push({ url: address, status: 'read', reason: null, http_status: null, ...result });
    else {
      const { reason, httpStatus = null } = result;
      const { status } = PAGE_REASONS[reason];
      this.#rows.push({ url: address, status, reason, http_status: httpStatus, characters: 0 });
    }
  };

  /** Replaces those of the crawl before, inside the caller's transaction. */
  async store(trx: Database, document_id: string): Promise<void> {
    await trx.deleteFrom('crawled_pages').where('document_id', '=', document_id).execute();
    const rows = this.#rows.map((result, position) => ({ document_id, position, ...result }));
    for (let from = 0; from < rows.length; from += BATCH)
      await trx
        .insertInto('crawled_pages')
        .values(rows.slice(from, from + BATCH))
        .execute();
  }
}

/** The reason in a fault of a request or of the reading. */
export function pageReason(error: unknown): PageReason {
  if (error instanceof OutboundError) return REASONS[error.code];
  return error instanceof ExtractionError && error.code === 'file_size_too_large'
    ? 'too_large'
    : 'unreadable';
}
