/** Sends the requests of a crawl: pages, linked files, robots.txt and sitemaps. */
import type { PageReason } from '@palkit/contract/document-pages';
import type { Clock } from '@palkit/runtime/clock';
import { mayBePage, mayBeReadable, normaliseAddress } from '../addresses.ts';
import { ExtractionError } from '../extraction-error.ts';
import type { Extraction } from '../extraction.ts';
import type { Sitemap } from '../sitemap.ts';
import { digestOf, type WebPage } from '../web-page.ts';
import { OutboundError } from '@palkit/outbound/outbound-error';
import { MIN_FILE_RATE, type Outbound } from '@palkit/outbound/outbound';
import { pageReason, type PageResult } from './page-results.ts';
import { ALLOWS_ALL, readRobots, type Robots } from './robots.ts';

export const PAGE_BYTES = 5 * 1024 * 1024;
const FILE_BYTES = 20 * 1024 * 1024;
const ROBOTS_BYTES = 512 * 1024;
const PAGE_TIME = 20_000;
const FILE_TIME = 60_000;
/** Maximum number of consecutive pages with a refresh redirect. */
const MAX_REFRESHES = 3;

const PAGE_TYPE = /^(text\/html|application\/xhtml\+xml|text\/plain)\b/i;
const FILE_TYPE =
  /^(?:application\/(?:x-)?pdf|application\/vnd\.openxmlformats-officedocument\.|application\/vnd\.ms-|text\/csv)/i;
/** Unspecific media types; the address then decides. */
const ANY_TYPE = /^(?:application\/(?:octet-stream|force-download|x-download|zip)|binary\/|text\/plain)/i;

export interface CrawlParts {
  outbound: Outbound;
  extraction: Extraction;
  clock: Clock;
  /** The account of the crawl. */
  account?: number;
  /** Receives the result of each page. */
  record?: ((url: URL, result: PageResult) => void) | undefined;
}

/** `bytes` is the size of a file that is not a page of the site; 0 for a page. */
export type FetchedPage = { url: URL; page: WebPage; bytes: number };
/** `failure` is the error of a crawl that starts with this page. */
export type UnreadPage = { reason: PageReason; httpStatus?: number; failure: ExtractionError };

/** `maximum` is the maximum size of a file in bytes. */
interface FetchOptions {
  signal: AbortSignal;
  maximum: number;
}

/**
 * Requests a page or a file; returns the reason if it cannot be read. A page that redirects is replaced by its
 * target.
 */
export async function fetchPage(
  parts: CrawlParts,
  url: URL,
  fetchOptions: FetchOptions,
): Promise<FetchedPage | UnreadPage> {
  let fetchResult = await fetchOnce(parts, url, fetchOptions);
  for (let refreshCount = 0; refreshCount < MAX_REFRESHES && 'page' in fetchResult; refreshCount++) {
    const { refresh } = fetchResult.page;
    if (refresh === null || !mayBePage(new URL(refresh))) break;
    fetchResult = await fetchOnce(parts, new URL(refresh), fetchOptions);
  }
  return fetchResult;
}

async function fetchOnce(
  parts: CrawlParts,
  url: URL,
  options: FetchOptions,
): Promise<FetchedPage | UnreadPage> {
  const hasReadableName = mayBeReadable(url);
  try {
    const response = await parts.outbound.fetch(url, {
      signal: options.signal,
      redirects: 5,
      timeout: hasReadableName ? FILE_TIME : PAGE_TIME,
      ...(hasReadableName ? { minRate: MIN_FILE_RATE } : {}),
      maximumBytes: Math.max(PAGE_BYTES, options.maximum),
      headers: { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1' },
    });
    const failure = new ExtractionError('website_processing_failed');
    const type = response.headers.get('content-type') ?? 'text/html';
    const finalUrl = normaliseAddress(response.url);
    const kind = finalUrl && response.ok ? kindOf(type, finalUrl) : null;
    if (!finalUrl || kind === null) {
      await response.body?.cancel();
      if (response.ok) return { reason: 'not_a_page', failure };
      return { reason: 'http_error', httpStatus: response.status, failure };
    }
    const page = await readResponse(parts, response, { at: finalUrl, type, kind, maximum: options.maximum });
    return page ?? { reason: 'not_a_page', failure };
  } catch (error) {
    if (options.signal.aborted) throw error;
    return { reason: pageReason(error), failure: crawlFailure(error) };
  }
}

/** Reads a page or a file, which its bytes identify; null for any other content. */
async function readResponse(
  parts: CrawlParts,
  response: Response,
  { at, type, kind, maximum }: { at: URL; type: string; kind: 'page' | 'file'; maximum: number },
): Promise<FetchedPage | null> {
  const bytes = await bytesOf(response, kind === 'file' ? maximum : PAGE_BYTES);
  const charset = /charset=["']?([\w-]+)/i.exec(type)?.[1];
  if (kind === 'file') {
    const page = await readFile(parts, at, { bytes, charset });
    return { url: at, page, bytes: bytes.length };
  }
  const { extraction, account } = parts;
  const isDeclaredHtml = /html/i.test(type);
  const page = await extraction.readPage(bytes, {
    address: at.href,
    charset,
    declared: isDeclaredHtml,
    account,
  });
  return page && { url: at, page, bytes: 0 };
}

function kindOf(type: string, at: URL): 'page' | 'file' | null {
  if (FILE_TYPE.test(type) || (ANY_TYPE.test(type) && mayBeReadable(at))) return 'file';
  return PAGE_TYPE.test(type) ? 'page' : null;
}

async function bytesOf(response: Response, maximum: number): Promise<Uint8Array> {
  if (Number(response.headers.get('content-length') ?? 0) > maximum) {
    await response.body?.cancel();
    throw new OutboundError('too_large');
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    chunks.push(chunk.value);
    length += chunk.value.byteLength;
    if (length <= maximum) continue;
    await reader?.cancel();
    throw new OutboundError('too_large');
  }
  return Buffer.concat(chunks);
}

/** Converts a file to a page without links. Its name is the title if the text has none. */
async function readFile(
  { extraction, account }: CrawlParts,
  at: URL,
  { bytes, charset }: { bytes: Uint8Array; charset: string | undefined },
): Promise<WebPage> {
  const pieces = await extraction.readFile(bytes, charset, account);
  const title = /^# /.test(pieces[0] ?? '') ? [] : [`# ${nameOf(at)}`];
  return {
    pieces: [...title, ...pieces],
    digest: digestOf(pieces.join('\n\n')),
    canonical: null,
    facts: [],
    links: [],
    files: [],
    otherFiles: [],
    refresh: null,
    isScripted: false,
  };
}

/** Returns a title: "/files/Price%20list_2027.pdf" → "Price list 2027". */
function nameOf({ pathname }: URL): string {
  const file = pathname.split('/').filter(Boolean).at(-1) ?? '';
  let name = file;
  try {
    name = decodeURIComponent(file);
  } catch {
    // A name with a malformed percent escape is kept unchanged.
  }
  const words = name.replace(/\.\w{1,5}$/, '').replace(/[-_+\s\u0000-\u001f#]+/g, ' ');
  return words.trim().slice(0, 200) || 'File';
}

/**
 * Converts an error of a request to the crawl's error. Any other error is a fault of our own code and is thrown
 * unchanged.
 */
function crawlFailure(error: unknown): ExtractionError {
  if (error instanceof OutboundError && (error.code === 'invalid_url' || error.code === 'address_refused'))
    return new ExtractionError('invalid_file_url');
  if (error instanceof OutboundError || error instanceof ExtractionError)
    return new ExtractionError('website_processing_failed');
  throw error;
}

/**
 * Reads robots.txt. RFC 9309 §2.3.1: a missing file (4xx) allows everything, an unreachable file (5xx, no response)
 * forbids everything. A long file is truncated.
 */
export async function fetchRobots({ outbound }: CrawlParts, site: URL, signal: AbortSignal): Promise<Robots> {
  const address = new URL('/robots.txt', site);
  try {
    const response = await outbound.fetch(address, {
      signal,
      redirects: 5,
      timeout: PAGE_TIME,
      maximumBytes: ROBOTS_BYTES,
      cut: true,
    });
    if (response.status >= 400 && response.status < 500) {
      await response.body?.cancel();
      return ALLOWS_ALL;
    }
    if (!response.ok) throw new ExtractionError('website_processing_failed');
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = Buffer.from(bytes).toString('utf8');
    // A truncated last line would be a different rule, so it is dropped.
    return readRobots(
      address.href,
      bytes.length < ROBOTS_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1),
    );
  } catch (error) {
    if (signal.aborted) throw error;
    throw crawlFailure(error);
  }
}

/** Reads a sitemap; the result is empty if it cannot be read. */
export async function fetchSitemap(
  { outbound, extraction, account }: CrawlParts,
  url: URL,
  signal: AbortSignal,
): Promise<Sitemap> {
  try {
    const response = await outbound.fetch(url, {
      signal,
      redirects: 5,
      timeout: PAGE_TIME,
      maximumBytes: PAGE_BYTES,
    });
    if (!response.ok) {
      await response.body?.cancel();
      return { links: [], index: false };
    }
    return await extraction.readSitemap(new Uint8Array(await response.arrayBuffer()), url.href, account);
  } catch (error) {
    if (signal.aborted) throw error;
    crawlFailure(error);
    return { links: [], index: false };
  }
}

/** Returns the maximum size in bytes of a file, within the remaining bytes of the crawl. */
export const fileBytes = (remainingBytes: number): number =>
  Math.max(0, Math.min(FILE_BYTES, remainingBytes));

/** Reads robots.txt for the start page. If it forbids the page or is unreachable, the crawl ends. */
export async function robotsOfStart(parts: CrawlParts, start: URL, signal: AbortSignal): Promise<Robots> {
  let reason: PageReason = 'robots_unavailable';
  try {
    const robots = await fetchRobots(parts, start, signal);
    if (robots.allows(start)) return robots;
    reason = 'robots';
    throw new ExtractionError('website_processing_failed');
  } catch (error) {
    if (!signal.aborted) parts.record?.(start, { reason });
    throw error;
  }
}
