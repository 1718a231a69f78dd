/** A page for a crawl: its text in pieces, and its resolved links. Runs in the extraction process. */
import { createHash } from 'node:crypto';
import { mayBePage, mayBeReadable, normalise } from './addresses.ts';
import { sections } from './chunks.ts';
import { pageText, type Page } from './html.ts';

export interface WebPage {
  /** The page's text under its title; empty for a page without text. */
  pieces: string[];
  /** Equal for pages with the same text, even if their titles differ. */
  digest: string;
  /** Normalised; null if the page names none. */
  canonical: string | null;
  /** Facts that the site repeats around the page: blocks of Markdown. */
  facts: string[];
  /** Normalised addresses of pages on the same origin without duplicates, in the page's order. */
  links: string[];
  /** The same for links to files that can be read. */
  files: string[];
  /** The same for files on other origins, which the crawl does not request. */
  otherFiles: string[];
  /** The normalised target of an immediate redirect; null without one. */
  refresh: string | null;
  /** True if the page has no text without JavaScript. */
  scripted: boolean;
}

/** `address`: the page's own, after redirects. */
export function readWebPage(page: Page, address: string): WebPage {
  const base = (page.base === null ? null : normalise(page.base, address)) ?? new URL(address);
  const refresh = page.refresh === null ? null : (normalise(page.refresh, base)?.href ?? null);
  return {
    pieces: sections(pageText(page)),
    digest: digestOf(page.markdown),
    canonical: page.canonical === null ? null : (normalise(page.canonical, address)?.href ?? null),
    facts: page.facts,
    ...linksOf(page, base, new URL(address).origin),
    refresh: refresh === normalise(address)?.href ? null : refresh,
    scripted: page.scripted,
  };
}

/** Maximum number of files on other origins that are stored of a page. */
const MAX_OTHER_FILES = 50;

function linksOf(page: Page, base: URL, origin: string): Pick<WebPage, 'links' | 'files' | 'otherFiles'> {
  const links = new Set<string>();
  const files = new Set<string>();
  const otherFiles = new Set<string>();
  for (const link of page.links) {
    const url = normalise(link, base);
    if (url === null) continue;
    const isOwn = url.origin === origin;
    if (isOwn && mayBePage(url)) links.add(url.href);
    else if (mayBeReadable(url)) (isOwn ? files : otherFiles).add(url.href);
  }
  return { links: [...links], files: [...files], otherFiles: [...otherFiles].slice(0, MAX_OTHER_FILES) };
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');
