/** The result for each page of a crawl. */
import {
  MAX_PAGE_RESULTS,
  PAGE_REASONS,
  type PageReason,
  type PageStatus,
} from '@palkit/contract/document-pages';
import { ExtractionError } from '../extraction-error.ts';
import { OutboundError, type OutboundFailure } from '@palkit/outbound/outbound-error';

/** The number of characters that were read, or the reason why there are none. */
export type PageResult = { characters: number } | { reason: PageReason; httpStatus?: number };

export interface PageRow {
  url: string;
  status: PageStatus;
  reason: PageReason | null;
  http_status: number | null;
  characters: number;
}

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

/** The results of a crawl in the order of its pages, up to a maximum number. */
export class PageResults {
  readonly rows: PageRow[] = [];

  readonly record = (url: URL | string, result: PageResult): void => {
    if (this.rows.length >= MAX_PAGE_RESULTS) return;
    const address = typeof url === 'string' ? url : url.href;
    if ('characters' in result)
      this.rows.push({ url: address, status: 'read', reason: null, http_status: null, ...result });
    else {
      const { reason, httpStatus = null } = result;
      const { status } = PAGE_REASONS[reason];
      this.rows.push({ url: address, status, reason, http_status: httpStatus, characters: 0 });
    }
  };
}

/** Returns the reason for an error of a request or of the extraction. */
export function pageReason(error: unknown): PageReason {
  if (error instanceof OutboundError) return REASONS[error.code];
  return error instanceof ExtractionError && error.code === 'file_size_too_large'
    ? 'too_large'
    : 'unreadable';
}
