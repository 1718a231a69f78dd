/**
 * Crawls a website breadth first: on one origin, within `depth` link steps and `max_pages` pages, as its
 * robots.txt allows, two requests at a time. The order of pages is the order in which links lead to them,
 * whatever answers first.
 */
import type { CrawlConfig } from '@palkit/contract/documents';
import type { Clock } from '../platform/clock.ts';
import { ExtractionError } from '../extraction/extraction-error.ts';
import type { Extraction } from '../extraction/extraction.ts';
import { normalise, sameSite } from '../extraction/addresses.ts';
import { sections } from '../extraction/chunks.ts';
import { factsText } from '../extraction/page-facts.ts';
import type { WebPage } from '../extraction/web-page.ts';
import { OutboundError } from '../outbound/outbound-error.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { PageReason } from '@palkit/contract/document-pages';
import { pageReason, type PageResult } from './page-results.ts';
import { readRobots, type Robots } from './robots.ts';

const AT_ONCE = 2;
const PAGE_BYTES = 5 * 1024 * 1024;
const ROBOTS_BYTES = 512 * 1024;
const PAGE_TIME = 20_000;
/** Addresses that wait to be asked for. */
const MOST_WAITING = 20_000;
/** Addresses of a crawl that its robots.txt refuses, until the crawl takes no more links. */
const MOST_REFUSED = 1000;
/** Facts that are kept of what a site states around its pages. */
const MOST_FACTS = 60;
/** Requests for each page that may be kept, so that a site of dead links ends too. */
const REQUESTS_PER_PAGE = 5;

export interface CrawledPage {
  url: string;
  /** Its text, cut. */
  pieces: string[];
}
export interface CrawlParts {
  outbound: Outbound;
  extraction: Extraction;
  clock: Clock;
  /** Whose crawl it is. */
  account?: number;
  /** Takes the result of each page. */
  record?: ((url: URL, result: PageResult) => void) | undefined;
}

interface Step {
  url: URL;
  depth: number;
}
type Fetched = { url: URL; page: WebPage };
/** `failure`: the fault of a crawl that begins with this page. */
type Unread = { reason: PageReason; httpStatus?: number; failure: ExtractionError };

/** `progress` hears how many pages are kept, after each step; what it throws ends the crawl. */
export async function crawl(
  parts: CrawlParts,
  start: string,
  limits: CrawlConfig,
  signal: AbortSignal,
  progress: (pages: number) => Promise<void>,
): Promise<CrawledPage[]> {
  const first = normalise(start);
  if (!first) throw new ExtractionError('invalid_file_url');
  const robots = await robotsOfStart(parts, first, signal);
  const site = new Site(parts, first, robots, limits, signal);
  await site.begin();
  await progress(site.kept.length);
  while (site.goesOn()) {
    signal.throwIfAborted();
    await site.step();
    await progress(site.kept.length);
  }
  site.leave();
  if (site.kept.length === 0) throw new ExtractionError('website_processing_failed');
  return site.pages();
}

/** A website as far as it is read: what is kept of it, and where its links lead. */
class Site {
  readonly kept: CrawledPage[] = [];
  readonly #parts: CrawlParts;
  readonly #first: URL;
  readonly #limits: CrawlConfig;
  readonly #signal: AbortSignal;
  #origin: string;
  #robots: Robots;
  readonly #seen: Set<string>;
  readonly #texts = new Set<string>();
  readonly #facts = new Set<string>();
  readonly #queue: Step[] = [];
  #requests: number;
  #refused = 0;

  constructor(parts: CrawlParts, first: URL, robots: Robots, limits: CrawlConfig, signal: AbortSignal) {
    this.#parts = parts;
    this.#first = first;
    this.#robots = robots;
    this.#limits = limits;
    this.#signal = signal;
    this.#origin = first.origin;
    this.#seen = new Set([first.href]);
    this.#requests = limits.max_pages * REQUESTS_PER_PAGE + 10;
  }

  goesOn(): boolean {
    const { max_pages } = this.#limits;
    const mayAsk = this.#requests > 0 && this.#refused < MOST_REFUSED;
    return this.#queue.length > 0 && this.kept.length < max_pages && mayAsk;
  }

  /** The pages with their words; what stands around all of them is said once, after the first. */
  pages(): CrawledPage[] {
    const [first, ...rest] = this.kept;
    if (!first || this.#facts.size === 0) return this.kept;
    const facts = sections(factsText([...this.#facts]));
    return [{ ...first, pieces: [...first.pieces, ...facts] }, ...rest];
  }

  /** The pages that still wait are not asked for any more. */
  leave(): void {
    for (const { url } of this.#queue) this.#parts.record?.(url, { reason: 'page_limit' });
  }

  /** The start may lead to another host of the same site: it is that host's then. */
  async begin(): Promise<void> {
    this.#signal.throwIfAborted();
    this.#requests -= 1;
    const { record } = this.#parts;
    const found = await fetchPage(this.#parts, this.#first, this.#signal);
    if ('failure' in found) {
      record?.(this.#first, found);
      throw found.failure;
    }
    if (found.url.origin !== this.#origin) {
      if (!sameSite(this.#first, found.url)) {
        record?.(this.#first, { reason: 'other_site' });
        throw new ExtractionError('website_processing_failed');
      }
      this.#origin = found.url.origin;
      this.#robots = await fetchRobots(this.#parts, found.url, this.#signal);
    }
    this.#take(found, { url: this.#first, depth: 0 });
  }

  /** The next pages, as many at once as the site allows. Each address is judged when its turn comes. */
  async step(): Promise<void> {
    const { delay } = this.#robots;
    const most = delay > 0 ? 1 : Math.min(AT_ONCE, this.#limits.max_pages - this.kept.length);
    const steps: Step[] = [];
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      if (this.#robots.allows(step.url)) steps.push(step);
      else {
        this.#refused += 1;
        this.#parts.record?.(step.url, { reason: 'robots' });
      }
      if (steps.length >= most || this.#refused >= MOST_REFUSED) break;
      // Others have their turn between two judgements, each of which may take milliseconds.
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (steps.length === 0) return;
    if (delay > 0) await pause(this.#parts.clock, delay, this.#signal);
    this.#requests -= steps.length;
    const fetched = await Promise.all(steps.map((step) => fetchPage(this.#parts, step.url, this.#signal)));
    for (const [index, step] of steps.entries()) {
      const found = fetched[index]!;
      if ('failure' in found) this.#parts.record?.(step.url, found);
      else this.#take(found, step);
    }
  }

  #take({ url, page }: Fetched, { url: asked, depth }: Step): void {
    const { record } = this.#parts;
    if (url.origin !== this.#origin) return record?.(asked, { reason: 'other_site' });
    if (!this.#robots.allows(url)) return record?.(asked, { reason: 'robots' });
    const canonical = page.canonical === null ? null : new URL(page.canonical);
    const own = canonical?.origin === this.#origin ? canonical : url;
    // A page that another address led to already: the address it came by is seen, its own may not be.
    const known = own.href !== asked.href && this.#seen.has(own.href);
    this.#seen.add(url.href).add(own.href);
    const result: PageResult = known ? { reason: 'other_address' } : this.#keep(own, page);
    record?.(known ? asked : own, result);
    if (depth < this.#limits.depth) this.#follow(page, depth + 1);
  }

  /** Of two pages with the same words the first is kept. */
  #keep(url: URL, { pieces, digest, facts }: WebPage): PageResult {
    if (pieces.length === 0) return { reason: 'no_text' };
    if (this.#texts.has(digest)) return { reason: 'same_text' };
    if (this.kept.length >= this.#limits.max_pages) return { reason: 'page_limit' };
    this.#texts.add(digest);
    for (const fact of facts) if (this.#facts.size < MOST_FACTS) this.#facts.add(fact);
    this.kept.push({ url: url.href, pieces });
    return { characters: pieces.reduce((sum, { length }) => sum + length, 0) };
  }

  #follow({ links }: WebPage, depth: number): void {
    for (const link of links) {
      if (this.#queue.length >= MOST_WAITING) return;
      if (this.#seen.has(link)) continue;
      this.#seen.add(link);
      this.#queue.push({ url: new URL(link), depth });
    }
  }
}

/** A robots.txt that forbids the start page, or cannot be had, ends the crawl before it begins. */
async function robotsOfStart(parts: CrawlParts, start: URL, signal: AbortSignal): Promise<Robots> {
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

/** A page, or the reason why there is none: another kind of file, an error. */
async function fetchPage(
  { outbound, extraction, account }: CrawlParts,
  url: URL,
  signal: AbortSignal,
): Promise<Fetched | Unread> {
  try {
    const response = await outbound.fetch(url, {
      signal,
      redirects: 5,
      timeout: PAGE_TIME,
      maximumBytes: PAGE_BYTES,
      headers: { accept: 'text/html,application/xhtml+xml;q=0.9' },
    });
    const type = response.headers.get('content-type') ?? 'text/html';
    const at = normalise(response.url);
    const failure = new ExtractionError('website_processing_failed');
    if (!at || !response.ok || !/^(text\/html|application\/xhtml\+xml|text\/plain)\b/i.test(type)) {
      await response.body?.cancel();
      if (response.ok) return { reason: 'not_a_page', failure };
      return { reason: 'http_error', httpStatus: response.status, failure };
    }
    const page = await extraction.page(new Uint8Array(await response.arrayBuffer()), {
      address: at.href,
      charset: /charset=["']?([\w-]+)/i.exec(type)?.[1],
      declared: /html/i.test(type),
      account,
    });
    return page ? { url: at, page } : { reason: 'not_a_page', failure };
  } catch (error) {
    if (signal.aborted) throw error;
    return { reason: pageReason(error), failure: crawlFailure(error) };
  }
}

/** What a request's fault means to a crawl; others are thrown as they are. */
function crawlFailure(error: unknown): ExtractionError {
  if (error instanceof OutboundError && (error.code === 'invalid_url' || error.code === 'address_refused'))
    return new ExtractionError('invalid_file_url');
  if (error instanceof OutboundError || error instanceof ExtractionError)
    return new ExtractionError('website_processing_failed');
  throw error;
}

/** RFC 9309 §2.3.1: none (4xx) allows all, one that cannot be had (5xx, no answer) allows nothing. */
async function fetchRobots({ outbound }: CrawlParts, site: URL, signal: AbortSignal): Promise<Robots> {
  const address = new URL('/robots.txt', site);
  try {
    const response = await outbound.fetch(address, {
      signal,
      redirects: 5,
      timeout: PAGE_TIME,
      maximumBytes: ROBOTS_BYTES,
    });
    if (response.status >= 400 && response.status < 500) {
      await response.body?.cancel();
      return { allows: () => true, delay: 0 };
    }
    if (!response.ok) throw new ExtractionError('website_processing_failed');
    return readRobots(address.href, await response.text());
  } catch (error) {
    if (signal.aborted) throw error;
    throw crawlFailure(error);
  }
}

export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    clock.after(milliseconds, resolve, signal);
  });
}
