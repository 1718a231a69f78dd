/** The pages of a crawled website: which were read, and why others were not. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { page, paging } from './lists.ts';

/**
 * `read`; `skipped` by a rule of the crawl or the site; or `failed` although the page should have been read.
 */
export const PAGE_STATUSES = ['read', 'skipped', 'failed'] as const;
export type PageStatus = (typeof PAGE_STATUSES)[number];

/** Status and meaning of each `reason` for which a page is not read. The list is open. */
export const PAGE_REASONS = {
  page_limit: {
    status: 'skipped',
    text: 'The crawl reached max_pages or its limit of requests.',
  },
  robots: { status: 'skipped', text: "The site's robots.txt forbids it." },
  robots_unavailable: {
    status: 'failed',
    text: "The site's robots.txt could not be read, so the site is not crawled.",
  },
  other_site: { status: 'skipped', text: 'It is on another site, or redirects to one.' },
  other_address: { status: 'skipped', text: 'It is the same page as another address in this list.' },
  same_text: { status: 'skipped', text: 'It has the same text as another page.' },
  not_a_page: { status: 'skipped', text: 'It is neither an HTML page nor a supported file.' },
  no_text: { status: 'failed', text: 'It has no words.' },
  needs_javascript: { status: 'failed', text: 'It has no text without JavaScript.' },
  http_error: { status: 'failed', text: 'The site answered with an error; http_status says which.' },
  timed_out: { status: 'failed', text: 'The site did not answer in time.' },
  too_large: { status: 'failed', text: 'The page is too large.' },
  too_many_redirects: { status: 'failed', text: 'It redirects too often.' },
  unreachable: { status: 'failed', text: 'The site could not be reached.' },
  address_refused: { status: 'failed', text: 'The address is not public.' },
  unreadable: { status: 'failed', text: 'The page is damaged or took too long to read.' },
} as const satisfies Record<string, { status: Exclude<PageStatus, 'read'>; text: string }>;
export type PageReason = keyof typeof PAGE_REASONS;

/** Maximum number of pages of a crawl whose results are stored. */
export const MAX_PAGE_RESULTS = 2000;

export const CrawledPage = z.object({
  url: z.string(),
  status: z.enum(PAGE_STATUSES),
  /** HTTP status of the site's response, if it is the reason. */
  http_status: z.nullable(z.int()),
  /** Number of characters of the text that was read. */
  characters: z.int(),
  /** One of `PAGE_REASONS`; null for a page that was read. */
  reason: z.nullable(z.string()),
  /** `reason` as a sentence. */
  details: z.nullable(z.string()),
});
export type CrawledPage = z.output<typeof CrawledPage>;

export const listDocumentPages = endpoint({
  name: 'listDocumentPages',
  method: 'GET',
  path: '/v2/documents/{document_id}/pages',
  auth: 'key',
  tag: 'documents',
  query: z.object({
    ...paging(50, 0),
    status: z.optional(z.enum(PAGE_STATUSES, `must be ${PAGE_STATUSES.join(', ')}`)),
  }),
  result: page(CrawledPage),
  status: 200,
  errors: ['document_not_found', 'forbidden'],
});
