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
}

interface Step {
  url: URL;
  depth: number;
}
type Fetched = { url: URL; page: WebPage } | null;

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
  const robots = await fetchRobots(parts, first, signal);
  if (!robots.allows(first)) throw new ExtractionError('website_processing_failed');
  const site = new Site(parts, first, robots, limits, signal);
  await site.begin();
  await progress(site.kept.length);
  while (site.goesOn()) {
    signal.throwIfAborted();
    await site.step();
    await progress(site.kept.length);
  }
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

  /** The start may lead to another host of the same site: it is that host's then. */
  async begin(): Promise<void> {
    this.#signal.throwIfAborted();
    this.#requests -= 1;
    const found = await fetchPage(this.#parts, this.#first, this.#signal, true);
    if (!found) return;
    if (found.url.origin !== this.#origin) {
      if (!sameSite(this.#first, found.url)) throw new ExtractionError('website_processing_failed');
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
      else this.#refused += 1;
      if (steps.length >= most || this.#refused >= MOST_REFUSED) break;
      // Others have their turn between two judgements, each of which may take milliseconds.
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (steps.length === 0) return;
    if (delay > 0) await pause(this.#parts.clock, delay, this.#signal);
    this.#requests -= steps.length;
    const fetched = await Promise.all(
      steps.map((step) => fetchPage(this.#parts, step.url, this.#signal, false)),
    );
    for (const [index, step] of steps.entries()) {
      const found = fetched[index];
      if (found) this.#take(found, step);
    }
  }

  #take({ url, page }: NonNullable<Fetched>, { url: asked, depth }: Step): void {
    if (url.origin !== this.#origin || !this.#robots.allows(url)) return;
    const canonical = page.canonical === null ? null : new URL(page.canonical);
    const own = canonical?.origin === this.#origin ? canonical : url;
    // A page that another address led to already: the address it came by is seen, its own may not be.
    const known = own.href !== asked.href && this.#seen.has(own.href);
    this.#seen.add(url.href).add(own.href);
    if (!known) this.#keep(own, page);
    if (depth < this.#limits.depth) this.#follow(page, depth + 1);
  }

  /** Of two pages with the same words the first is kept. */
  #keep(url: URL, { pieces, digest, facts }: WebPage): void {
    if (pieces.length === 0 || this.#texts.has(digest) || this.kept.length >= this.#limits.max_pages) return;
    this.#texts.add(digest);
    for (const fact of facts) if (this.#facts.size < MOST_FACTS) this.#facts.add(fact);
    this.kept.push({ url: url.href, pieces });
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

/**
 * A page, or null where there is none: another kind of file, an error, another site. The start has no such
 * excuse.
 */
async function fetchPage(
  { outbound, extraction, account }: CrawlParts,
  url: URL,
  signal: AbortSignal,
  start: boolean,
): Promise<Fetched> {
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
    const readable = at && response.ok && /^(text\/html|application\/xhtml\+xml|text\/plain)\b/i.test(type);
    if (!readable) await response.body?.cancel();
    const page = readable
      ? await extraction.page(new Uint8Array(await response.arrayBuffer()), {
          address: at.href,
          charset: /charset=["']?([\w-]+)/i.exec(type)?.[1],
          declared: /html/i.test(type),
          account,
        })
      : null;
    if (!page && start) throw new ExtractionError('website_processing_failed');
    return page && at && { url: at, page };
  } catch (error) {
    if (signal.aborted) throw error;
    const failure = crawlFailure(error);
    if (!start) return null;
    throw failure;
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
