/** Prepares a page for a crawl: its text in pieces, and its resolved links. Runs in the extraction process. */
import { createHash } from 'node:crypto';
import { mayBePage, mayBeReadable, normaliseAddress } from './addresses.ts';
import { splitText } from './chunks.ts';
import { pageText, type Page } from './html.ts';

export interface WebPage {
  /** The page's text under its title, in pieces; empty if it has no text. */
  pieces: string[];
  /** A hash that is equal for pages with the same text, although their titles may differ. */
  digest: string;
  /** The normalised canonical address; null if the page states none. */
  canonical: string | null;
  /** Facts that the site repeats around the page, as blocks of Markdown. */
  facts: string[];
  /** Normalised addresses of pages with the same origin, without duplicates, in the page's order. */
  links: string[];
  /** Normalised addresses of readable files with the same origin, without duplicates. */
  files: string[];
  /** Normalised addresses of readable files of other origins; the crawl does not request them. */
  otherFiles: string[];
  /** The normalised target of an immediate redirect; null if there is none. */
  refresh: string | null;
  /** True if the page has no text without JavaScript. */
  isScripted: boolean;
}

/** Prepares a page for a crawl. `address` is the page's address after redirects. */
export function readWebPage(page: Page, address: string): WebPage {
  const base = (page.base === null ? null : normaliseAddress(page.base, address)) ?? new URL(address);
  const refresh = page.refresh === null ? null : (normaliseAddress(page.refresh, base)?.href ?? null);
  return {
    pieces: splitText(pageText(page)),
    digest: digestOf(page.markdown),
    canonical: page.canonical === null ? null : (normaliseAddress(page.canonical, address)?.href ?? null),
    facts: page.facts,
    ...linksOf(page, base, new URL(address).origin),
    refresh: refresh === normaliseAddress(address)?.href ? null : refresh,
    isScripted: page.isScripted,
  };
}

/** Maximum number of files of other origins that are stored per page. */
const MAX_OTHER_FILES = 50;

function linksOf(page: Page, base: URL, origin: string): Pick<WebPage, 'links' | 'files' | 'otherFiles'> {
  const links = new Set<string>();
  const files = new Set<string>();
  const otherFiles = new Set<string>();
  for (const link of page.links) {
    const url = normaliseAddress(link, base);
    if (url === null) continue;
    const isOwn = url.origin === origin;
    if (isOwn && mayBePage(url)) links.add(url.href);
    else if (mayBeReadable(url)) (isOwn ? files : otherFiles).add(url.href);
  }
  return { links: [...links], files: [...files], otherFiles: [...otherFiles].slice(0, MAX_OTHER_FILES) };
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');
