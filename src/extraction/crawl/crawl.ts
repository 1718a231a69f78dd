/**
 * Crawls a website breadth first: one origin, up to `depth` links and `max_pages` pages, as its robots.txt allows,
 * two requests at a time. Pages come in the order of the links, whatever their response times. Files come after
 * the pages at the same distance, and pages that only the site's sitemap lists come last.
 */
import type { CrawlConfig } from '@palkit/contract/documents';
import { pause } from '@palkit/runtime/clock';
import { normaliseAddress, isSameSite } from '../addresses.ts';
import { splitText } from '../chunks.ts';
import { ExtractionError } from '../extraction-error.ts';
import { factsText } from '../page-facts.ts';
import type { WebPage } from '../web-page.ts';
import {
  fetchPage,
  fetchRobots,
  fetchSitemap,
  fileBytes,
  PAGE_BYTES,
  robotsOfStart,
  type CrawlParts,
  type FetchedPage,
} from './page-fetch.ts';
import type { PageResult } from './page-results.ts';
import { Queue, type CrawlStep } from './crawl-queue.ts';
import type { Robots } from './robots.ts';

const AT_ONCE = 2;
/** Maximum number of queued addresses. */
const MAX_QUEUED_ADDRESSES = 20_000;
/** Maximum number of addresses that robots.txt forbids; after that number the crawl ends. */
const MAX_FORBIDDEN_ADDRESSES = 1000;
/** Maximum number of facts that are stored from the parts that surround a site's pages. */
const MAX_FACTS = 60;
/** Maximum number of files on other sites that the results list. */
const MAX_OTHER_FILES = 200;
/** Maximum number of text pieces that are stored from all pages. */
const MAX_PIECES = 90_000;
/** Maximum number of sitemaps of a crawl, including nested ones. */
const MAX_SITEMAPS = 6;
/** Maximum number of requests per stored page, so that a site with dead links ends too. */
const REQUESTS_PER_PAGE = 5;

export interface CrawledPage {
  url: string;
  /** The text in pieces, truncated at the limit. */
  pieces: string[];
}
export type { CrawlParts } from './page-fetch.ts';
/**
 * Crawls the site. `progress` receives the number of stored pages after each step; if `progress` throws, the crawl
 * ends.
 */
export async function crawl(
  parts: CrawlParts,
  start: string,
  limits: CrawlConfig,
  signal: AbortSignal,
  progress: (pages: number) => Promise<void>,
): Promise<CrawledPage[]> {
  const startUrl = normaliseAddress(start);
  if (!startUrl) throw new ExtractionError('invalid_file_url');
  const robots = await robotsOfStart(parts, startUrl, signal);
  const site = new Site(parts, startUrl, robots, limits, signal);
  await site.requestFirstPage();
  await progress(site.readPages.length);
  while (await site.hasNext()) {
    signal.throwIfAborted();
    await site.requestNextPages();
    await progress(site.readPages.length);
  }
  site.recordUnvisited();
  if (site.readPages.length === 0)
    throw new ExtractionError(
      site.hasScriptedPage ? 'website_needs_javascript' : 'website_processing_failed',
    );
  return site.pages();
}

/** The state of a crawl: stored pages, and addresses of further links. */
class Site {
  readonly readPages: CrawledPage[] = [];
  readonly #parts: CrawlParts;
  readonly #startUrl: URL;
  readonly #limits: CrawlConfig;
  readonly #abortSignal: AbortSignal;
  #origin: string;
  #robots: Robots;
  readonly #visitedAddresses: Set<string>;
  readonly #textDigests = new Set<string>();
  readonly #facts = new Set<string>();
  readonly #queue = new Queue();
  /** The pieces of each page by address. */
  readonly #piecesByAddress = new Map<string, ReadonlySet<string>>();
  #pieceCount = 0;
  #requestCount: number;
  #refusedCount = 0;
  readonly #otherFiles = new Set<string>();
  /** Remaining bytes for files. */
  #fileBytes: number;
  #queuedSitemaps: string[] | null = null;
  #sitemapsRead = 0;
  /** True if a page had no text because its scripts generate it. */
  hasScriptedPage = false;

  constructor(parts: CrawlParts, first: URL, robots: Robots, limits: CrawlConfig, signal: AbortSignal) {
    this.#parts = parts;
    this.#startUrl = first;
    this.#robots = robots;
    this.#limits = limits;
    this.#abortSignal = signal;
    this.#origin = first.origin;
    this.#visitedAddresses = new Set([first.href]);
    this.#requestCount = limits.max_pages * REQUESTS_PER_PAGE + 10;
    this.#fileBytes = limits.max_pages * PAGE_BYTES;
  }

  /** True if the crawl has another page to request. Reads the site's sitemap when no link is left. */
  async hasNext(): Promise<boolean> {
    while (this.#mayRequest() && this.#queue.size === 0 && (await this.#readSitemap()));
    return this.#mayRequest() && this.#queue.size > 0;
  }

  #mayRequest(): boolean {
    const isFull = this.readPages.length >= this.#limits.max_pages;
    return !isFull && this.#requestCount > 0 && this.#refusedCount < MAX_FORBIDDEN_ADDRESSES;
  }

  /**
   * Reads the next sitemap; returns false if there is none. Its pages are the last ones, so their links are not
   * followed.
   */
  async #readSitemap(): Promise<boolean> {
    if (this.#limits.depth < 1) return false;
    this.#queuedSitemaps ??= this.#robots.sitemaps.length > 0 ? [...this.#robots.sitemaps] : ['/sitemap.xml'];
    const address = this.#queuedSitemaps.shift();
    const url = address === undefined ? null : normaliseAddress(address, this.#origin);
    if (address === undefined || this.#sitemapsRead >= MAX_SITEMAPS) return false;
    this.#sitemapsRead += 1;
    if (url?.origin !== this.#origin || !this.#robots.allows(url)) return true;
    await this.#waitBetweenRequests();
    this.#requestCount -= 1;
    const { links, index } = await fetchSitemap(this.#parts, url, this.#abortSignal);
    if (index) this.#queuedSitemaps.push(...links.slice(0, MAX_SITEMAPS));
    else this.#queueAll(links, this.#limits.depth);
    return true;
  }

  async #waitBetweenRequests(): Promise<void> {
    const { delay } = this.#robots;
    if (delay > 0) await pause(this.#parts.clock, delay, this.#abortSignal);
  }

  /** Returns the pages with their text. The text that surrounds all pages is returned once, after the first page. */
  pages(): CrawledPage[] {
    const [firstPage, ...otherPages] = this.readPages;
    if (!firstPage || this.#facts.size === 0) return this.readPages;
    const facts = splitText(factsText([...this.#facts]));
    return [{ ...firstPage, pieces: [...firstPage.pieces, ...facts] }, ...otherPages];
  }

  /** Records the addresses that will not be requested. Files come first, because an owner may add them. */
  recordUnvisited(): void {
    const { record } = this.#parts;
    for (const file of this.#otherFiles) record?.(new URL(file), { reason: 'other_site' });
    for (const { url } of this.#queue.all()) record?.(url, { reason: 'page_limit' });
  }

  /** Requests the start page. It may redirect to another host of the same site, which then replaces it. */
  async requestFirstPage(): Promise<void> {
    this.#abortSignal.throwIfAborted();
    this.#requestCount -= 1;
    const { record } = this.#parts;
    const firstPage = await this.#fetchPage(this.#startUrl);
    if ('failure' in firstPage) {
      record?.(this.#startUrl, firstPage);
      throw firstPage.failure;
    }
    if (firstPage.url.origin !== this.#origin) {
      if (!isSameSite(this.#startUrl, firstPage.url)) {
        record?.(this.#startUrl, { reason: 'other_site' });
        throw new ExtractionError('website_processing_failed');
      }
      this.#origin = firstPage.url.origin;
      this.#robots = await fetchRobots(this.#parts, firstPage.url, this.#abortSignal);
    }
    this.#handlePage(firstPage, { url: this.#startUrl, depth: 0 });
  }

  /** Requests the next pages, as many in parallel as the site allows. Each address is checked in order. */
  async requestNextPages(): Promise<void> {
    const { delay } = this.#robots;
    const maximum = delay > 0 ? 1 : Math.min(AT_ONCE, this.#limits.max_pages - this.readPages.length);
    const nextSteps: CrawlStep[] = [];
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      if (this.#robots.allows(step.url)) nextSteps.push(step);
      else {
        this.#refusedCount += 1;
        this.#parts.record?.(step.url, { reason: 'robots' });
      }
      if (nextSteps.length >= maximum || this.#refusedCount >= MAX_FORBIDDEN_ADDRESSES) break;
      // Let other work run between two checks, each of which may take milliseconds.
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (nextSteps.length === 0) return;
    await this.#waitBetweenRequests();
    this.#requestCount -= nextSteps.length;
    const fetchResults = await Promise.all(nextSteps.map((step) => this.#fetchPage(step.url)));
    for (const [index, step] of nextSteps.entries()) {
      const page = fetchResults[index]!;
      if ('failure' in page) this.#parts.record?.(step.url, page);
      else this.#handlePage(page, step);
    }
  }

  #fetchPage(url: URL): ReturnType<typeof fetchPage> {
    return fetchPage(this.#parts, url, { signal: this.#abortSignal, maximum: fileBytes(this.#fileBytes) });
  }

  #handlePage({ url, page, bytes }: FetchedPage, { url: requestedUrl, depth }: CrawlStep): void {
    const { record } = this.#parts;
    this.#fileBytes -= bytes;
    if (url.origin !== this.#origin) return record?.(requestedUrl, { reason: 'other_site' });
    if (!this.#robots.allows(url)) return record?.(requestedUrl, { reason: 'robots' });
    const ownAddress = this.#ownAddress(url, page);
    // If the page was already read at its canonical address, only the requested address gets a result.
    const isKnown = ownAddress.href !== requestedUrl.href && this.#visitedAddresses.has(ownAddress.href);
    this.#visitedAddresses.add(url.href).add(ownAddress.href);
    const result: PageResult = isKnown ? { reason: 'other_address' } : this.#storePage(ownAddress, page);
    record?.(isKnown ? requestedUrl : ownAddress, result);
    for (const file of page.otherFiles)
      if (this.#otherFiles.size < MAX_OTHER_FILES) this.#otherFiles.add(file);
    if (depth < this.#limits.depth) this.#queueLinks(page, depth + 1);
  }

  /** Returns the canonical address that a page states, unless a different page was read at that address. */
  #ownAddress(url: URL, { canonical, pieces }: WebPage): URL {
    const canonicalUrl = canonical === null ? null : new URL(canonical);
    if (canonicalUrl?.origin !== this.#origin) return url;
    const knownPieces = this.#piecesByAddress.get(canonicalUrl.href);
    const equalCount = knownPieces ? pieces.filter((piece) => knownPieces.has(piece)).length : pieces.length;
    return equalCount * 2 >= pieces.length ? canonicalUrl : url;
  }

  /** Stores a page. Of two pages with the same text, only the first is stored. */
  #storePage(url: URL, { pieces, digest, facts, isScripted: scripted }: WebPage): PageResult {
    this.hasScriptedPage ||= scripted;
    this.#piecesByAddress.set(url.href, new Set(pieces));
    if (pieces.length === 0) return { reason: scripted ? 'needs_javascript' : 'no_text' };
    if (this.#textDigests.has(digest)) return { reason: 'same_text' };
    if (this.readPages.length >= this.#limits.max_pages) return { reason: 'page_limit' };
    if (this.#pieceCount + pieces.length > MAX_PIECES) return { reason: 'too_large' };
    this.#pieceCount += pieces.length;
    this.#textDigests.add(digest);
    for (const fact of facts) if (this.#facts.size < MAX_FACTS) this.#facts.add(fact);
    this.readPages.push({ url: url.href, pieces });
    return { characters: pieces.reduce((sum, { length }) => sum + length, 0) };
  }

  #queueLinks({ links, files }: WebPage, depth: number): void {
    this.#queueAll(links, depth);
    this.#queueAll(files, depth, true);
  }

  #queueAll(links: readonly string[], depth: number, files = false): void {
    for (const link of links) {
      if (this.#queue.size >= MAX_QUEUED_ADDRESSES) return;
      if (this.#visitedAddresses.has(link)) continue;
      this.#visitedAddresses.add(link);
      this.#queue.push({ url: new URL(link), depth }, files);
    }
  }
}
