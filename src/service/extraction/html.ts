/** Web pages as Markdown: what a visitor came to read, without what surrounds every page. */
import { load, type CheerioAPI } from 'cheerio';
import TurndownService from 'turndown';

export interface Page {
  title: string;
  markdown: string;
  /** As written, not resolved; the first `MAX_LINKS`. */
  links: string[];
  base: string | null;
  canonical: string | null;
}

const MAX_LINKS = 5000;
const NOISE =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, audio, video, picture, ' +
  'img, form, button, input, select, textarea, dialog, [hidden], [aria-hidden="true"]';
const FRAME =
  'nav, header, footer, aside, [role="navigation"], [role="banner"], [role="contentinfo"], [role="search"]';

const turndown = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
});
// An address is nothing that is said aloud.
turndown.addRule('links', { filter: 'a', replacement: (content) => content });

export function toMarkdown(html: string): string {
  return turndown
    .turndown(html)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A page's words under its title; empty where it has none. */
export function pageText(page: Page): string {
  const titled = page.title === '' || page.markdown.startsWith(`# ${page.title}\n`);
  return page.markdown === '' || titled ? page.markdown : `# ${page.title}\n\n${page.markdown}`;
}

export function readPage(html: string): Page {
  const $ = load(html);
  const links = $('a[href], area[href]')
    .toArray()
    .slice(0, MAX_LINKS)
    .map((link) => $(link).attr('href')!);
  const title = clean($('title').first().text()) || clean($('h1').first().text());
  const page = {
    title,
    links,
    base: $('base[href]').first().attr('href') ?? null,
    canonical: $('link[rel~="canonical"][href]').first().attr('href') ?? null,
  };
  $(NOISE).remove();
  return { ...page, markdown: toMarkdown(main($)) };
}

/** The main part where the page marks one with words in it, else all but its frame. */
function main($: CheerioAPI): string {
  for (const marked of ['main, [role="main"]', 'article']) {
    const part = $(marked);
    if (part.length > 0 && part.text().trim() !== '')
      return part
        .toArray()
        .map((element) => $.html(element))
        .join('\n');
  }
  const all = $('body').html() ?? '';
  $(FRAME).remove();
  return $('body').text().trim() === '' ? all : ($('body').html() ?? '');
}

const clean = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 300);
