/** A page as a crawl uses it: its text in pieces, its links resolved. Runs in the extraction process. */
import { createHash } from 'node:crypto';
import { mayBePage, normalise } from './addresses.ts';
import { sections } from './chunks.ts';
import { pageText, type Page } from './html.ts';

export interface WebPage {
  /** The page's text under its title; none where it has no words. */
  pieces: string[];
  /** The same for pages with the same words, whatever their titles are. */
  digest: string;
  /** Normalised; null where the page names none. */
  canonical: string | null;
  /** What the site states around the page: blocks of Markdown. */
  facts: string[];
  /** Normalised addresses of pages on the same origin, each once, in the page's order. */
  links: string[];
}

/** `address`: the page's own, after redirects. */
export function readWebPage(page: Page, address: string): WebPage {
  const base = (page.base === null ? null : normalise(page.base, address)) ?? new URL(address);
  const { origin } = new URL(address);
  const links = new Set<string>();
  for (const link of page.links) {
    const url = normalise(link, base);
    if (url && url.origin === origin && mayBePage(url)) links.add(url.href);
  }
  return {
    pieces: sections(pageText(page)),
    digest: createHash('sha256').update(page.markdown).digest('base64'),
    canonical: page.canonical === null ? null : (normalise(page.canonical, address)?.href ?? null),
    facts: page.facts,
    links: [...links],
  };
}
