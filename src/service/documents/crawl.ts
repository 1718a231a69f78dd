/**
 * Crawls a website breadth first: on one origin, within `depth` link steps and `max_pages` pages, as its
 * robots.txt allows, two requests at a time. The order of pages is the order in which links lead to them,
 * whatever answers first. Decisions §9.
 */
import { createHash } from 'node:crypto';
import robotsModule from 'robots-parser';
import type { CrawlConfig } from '@palkit/contract/documents';
import type { Clock } from '../platform/clock.ts';
import { ExtractionError } from '../extraction/extraction-error.ts';
import type { Extraction } from '../extraction/extraction.ts';
import { pageText, type Page } from '../extraction/html.ts';
import { OutboundError, type Outbound } from '../outbound/outbound.ts';
import { mayBePage, normalise, sameSite } from './addresses.ts';

// Its types tell of a default export inside the one there is.
const robotsParser = robotsModule as unknown as typeof robotsModule.default;
/** What robots.txt may call us. */
const AGENT = 'Palkit';
const AT_ONCE = 2;
const PAGE_BYTES = 5 * 1024 * 1024;
const ROBOTS_BYTES = 512 * 1024;
const PAGE_TIME = 20_000;
/** Milliseconds that a robots.txt may ask us to wait between requests; longer wishes are cut to it. */
const LONGEST_DELAY = 10_000;
/** Requests for each page that may be kept, so that a site of dead links ends too. */
const REQUESTS_PER_PAGE = 5;

export interface CrawledPage {
  url: string;
  text: string;
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
type Robots = { allows(url: URL): boolean; delay: number };
type Fetched = { url: URL; page: Page } | null;

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
  let origin = first.origin;
  let robots = await readRobots(parts, first, signal);
  if (!robots.allows(first)) throw new ExtractionError('website_processing_failed');

  const kept: CrawledPage[] = [];
  const seen = new Set<string>([first.href]);
  const texts = new Set<string>();
  const queue: Step[] = [{ url: first, depth: 0 }];
  let requests = limits.max_pages * REQUESTS_PER_PAGE + 10;

  for (let began = true; queue.length > 0 && kept.length < limits.max_pages && requests > 0; began = false) {
    signal.throwIfAborted();
    const steps = queue.splice(
      0,
      began || robots.delay > 0 ? 1 : Math.min(AT_ONCE, limits.max_pages - kept.length),
    );
    if (!began && robots.delay > 0) await pause(parts.clock, robots.delay, signal);
    requests -= steps.length;
    const fetched = await Promise.all(steps.map((step) => fetchPage(parts, step.url, signal, began)));
    for (const [index, found] of fetched.entries()) {
      if (!found) continue;
      if (began && found.url.origin !== origin) {
        if (!sameSite(first, found.url)) throw new ExtractionError('website_processing_failed');
        origin = found.url.origin;
        robots = await readRobots(parts, found.url, signal);
      }
      keep(found, steps[index]!);
    }
    await progress(kept.length);
  }
  if (kept.length === 0) throw new ExtractionError('website_processing_failed');
  return kept;

  function keep({ url, page }: NonNullable<Fetched>, { url: asked, depth }: Step): void {
    if (url.origin !== origin || !robots.allows(url)) return;
    const canonical = page.canonical === null ? null : normalise(page.canonical, url);
    const own = canonical?.origin === origin ? canonical : url;
    // A page that another address led to already: the address it came by is seen, its own may not be.
    const known = own.href !== asked.href && seen.has(own.href);
    seen.add(url.href).add(own.href);
    const text = pageText(page);
    const digest = createHash('sha256').update(page.markdown).digest('base64');
    if (!known && text !== '' && !texts.has(digest) && kept.length < limits.max_pages) {
      texts.add(digest);
      kept.push({ url: own.href, text });
    }
    if (depth >= limits.depth) return;
    const base = (page.base === null ? null : normalise(page.base, url)) ?? url;
    for (const link of page.links) {
      const next = normalise(link, base);
      if (!next || next.origin !== origin || seen.has(next.href) || !mayBePage(next)) continue;
      seen.add(next.href);
      if (robots.allows(next)) queue.push({ url: next, depth: depth + 1 });
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
    const at = normalise(response.url)!;
    if (!response.ok || !/^(text\/html|application\/xhtml\+xml|text\/plain)\b/i.test(type)) {
      await response.body?.cancel();
      if (start) throw new ExtractionError('website_processing_failed');
      return null;
    }
    const page = await extraction.page(
      new Uint8Array(await response.arrayBuffer()),
      /charset=["']?([\w-]+)/i.exec(type)?.[1],
      /html/i.test(type),
      account,
    );
    if (!page && start) throw new ExtractionError('website_processing_failed');
    return page && { url: at, page };
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof OutboundError || error instanceof ExtractionError)) throw error;
    if (!start) return null;
    const refused =
      error instanceof OutboundError && (error.code === 'invalid_url' || error.code === 'address_refused');
    throw new ExtractionError(refused ? 'invalid_file_url' : 'website_processing_failed');
  }
}

/** RFC 9309 §2.3.1: none (4xx) allows all, one that cannot be had (5xx, no answer) allows nothing. */
async function readRobots({ outbound }: CrawlParts, site: URL, signal: AbortSignal): Promise<Robots> {
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
    const rules = robotsParser(address.href, await response.text());
    return {
      allows: (url) => rules.isAllowed(url.href, AGENT) !== false,
      delay: Math.min(LONGEST_DELAY, (rules.getCrawlDelay(AGENT) ?? 0) * 1000),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof OutboundError && (error.code === 'invalid_url' || error.code === 'address_refused'))
      throw new ExtractionError('invalid_file_url');
    if (error instanceof OutboundError || error instanceof ExtractionError)
      throw new ExtractionError('website_processing_failed');
    throw error;
  }
}

export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    clock.after(milliseconds, resolve, signal);
  });
}
