/** Converts web pages to Markdown: the content that a visitor came for, without the parts around every page. */
import { load, type CheerioAPI } from 'cheerio';
import TurndownService from 'turndown';
import { closeDisclosures, openDisclosures } from './html-disclosures.ts';
import { readTables, TABLE_MARKDOWN } from './html-tables.ts';
import { limitBlanks, limitPage } from './page-bounds.ts';
import { factsText, pageFacts, structuredQuestions } from './page-facts.ts';
import type { Element } from './page-tree.ts';

export interface Page {
  title: string;
  markdown: string;
  /** As written, not resolved; the first `MAX_LINKS`. */
  links: string[];
  base: string | null;
  canonical: string | null;
  /** The target of an immediate redirect of the page, as written. */
  refresh: string | null;
  /** True if scripts write its text: it has scripts, and almost no text of its own. */
  scripted: boolean;
  /** Facts that the site repeats around each page: blocks of Markdown. */
  facts: string[];
}

const MAX_LINKS = 5000;
const NOISE =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, audio, video, picture, img, button, input, ' +
  'select, textarea, label, legend, dialog, [role="dialog"], [role="alertdialog"], [hidden], [aria-hidden="true"]';
const FRAME = 'nav, header, footer, aside, [role="banner"], [role="contentinfo"], [role="search"]';
/** Navigation of a site, anywhere on the page. */
const WAYS =
  'nav, [role="navigation"], [aria-label="breadcrumb" i], [class*="breadcrumb" i], #toc, .toc, .table-of-contents';
const CONSENT =
  '[id*="cookie" i], [class*="cookie" i], [id*="consent" i], [class*="consent" i], [class*="gdpr" i], .cc-window';
/** Words of a consent banner. */
const ASKS_CONSENT = /\b(privacy|consent|accept|use[sd]? cookies)\b/i;
/** Maximum number of characters of a cookie banner, and of a link in a list of links. */
const MAX_BANNER_LENGTH = 1500;
const MAX_LINK_LENGTH = 60;
const MIN_LINKS = 3;
/** Maximum number of seconds of a redirect by the page itself. */
const MAX_REFRESH_DELAY = 10;
const REFRESH =
  /^\s{0,20}(\d{1,4})(?:\.\d{0,9})?[\s;,]{1,20}url\s{0,20}=\s{0,20}(?:"([^"]+)"|'([^']+)'|([^"'\s].*))/i;
/** Maximum number of characters of a page's text before its scripts have run. */
const MAX_PLACEHOLDER_LENGTH = 200;
const PLACEHOLDER = new RegExp(
  '^[*_\\s]*(?:loading|please wait|einen moment|wird geladen|chargement|cargando)|' +
    '(?:enable|activate|requires?|needs?) javascript|' +
    'javascript (?:is |to be )?(?:required|disabled|needed|enabled|aktivieren|einschalten)',
  'i',
);

const turndown = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
});
// The address of a link is not spoken.
turndown.addRule('links', { filter: 'a', replacement: (content) => content });
/** A node of Turndown's own tree, whose types are a browser's. */
interface TurndownNode {
  getAttribute?(name: string): string | null;
}
const tableIn = (node: TurndownNode): string | null => node.getAttribute?.(TABLE_MARKDOWN) ?? null;
turndown.addRule('tables', {
  filter: (node: TurndownNode) => tableIn(node) !== null,
  replacement: (content, node: TurndownNode) => `\n\n${tableIn(node) ?? content}\n\n`,
});

/** Converts any HTML, a Word document's too. */
export function toMarkdown(html: string): string {
  const $ = load(html, null, false);
  limitPage($);
  readTables($);
  return markdownOf($.html());
}

function markdownOf(html: string): string {
  return turndown
    .turndown(limitBlanks(html))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A page's words under its title, with what its site states around it; empty where it has no words. */
export function wholeText(page: Page): string {
  return [pageText(page), factsText(page.facts)].filter(Boolean).join('\n\n');
}

/** A page's words under its title; empty where it has none. */
export function pageText(page: Page): string {
  const titled = page.title === '' || page.markdown.startsWith(`# ${page.title}\n`);
  return page.markdown === '' || titled ? page.markdown : `# ${page.title}\n\n${page.markdown}`;
}

export function readPage(html: string): Page {
  const $ = load(html);
  limitPage($);
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
  const refresh = refreshOf($);
  const scripts = $('script[src], script[type="module"], script:not([type])').length > 0;
  const facts = pageFacts($);
  $(CONSENT).each((_, banner) => {
    const text = $(banner).text();
    if (text.length <= MAX_BANNER_LENGTH && ASKS_CONSENT.test(text)) $(banner).remove();
  });
  openDisclosures($);
  $(WAYS).remove();
  removeLinkLists($);
  const structured = structuredQuestions($);
  $(NOISE).remove();
  readTables($);
  closeDisclosures($);
  const markdown = markdownOf(main($));
  const questions = structured
    .filter(({ answer }) => !markdown.includes(answer))
    .map(({ name, answer }) => `### ${name}\n\n${answer}`);
  const scripted = scripts && isPlaceholder(markdown);
  return {
    ...page,
    facts: [...facts, ...questions],
    refresh,
    scripted,
    markdown: scripted ? '' : markdown,
  };
}

/** "Loading…": the only text until a script has run. */
const isPlaceholder = (markdown: string): boolean =>
  markdown.length <= MAX_PLACEHOLDER_LENGTH && (markdown === '' || PLACEHOLDER.test(markdown));

/** `<meta http-equiv="refresh" content="0; url=/en/">`; a page that reloads itself later does not redirect. */
function refreshOf($: CheerioAPI): string | null {
  const metas = $('meta[http-equiv][content]')
    .toArray()
    .filter((meta) => /^refresh$/i.test($(meta).attr('http-equiv')!.trim()));
  const found = REFRESH.exec(metas.length > 0 ? $(metas[0]).attr('content')! : '');
  return found && Number(found[1]) <= MAX_REFRESH_DELAY ? (found[2] ?? found[3] ?? found[4]!).trim() : null;
}

/** Removes lists that consist only of links, because they have no content. */
function removeLinkLists($: CheerioAPI): void {
  for (const element of $('ul, ol').toArray()) {
    const items = $(element).children('li').toArray();
    const links = items.filter((item) => {
      const text = clean($(item).text());
      return text.length <= MAX_LINK_LENGTH && text !== '' && text === clean($(item).find('a').text());
    });
    if (items.length >= MIN_LINKS && links.length === items.length) $(element).remove();
  }
  for (const element of $('div').toArray()) if (isMenu($, element)) $(element).remove();
}

/**
 * Finds boxes with one link each, which site builders use as menus. A price, a heading or text around the links shows
 * that they are content.
 */
function isMenu($: CheerioAPI, element: Element): boolean {
  const boxes = $(element).children().toArray();
  if (boxes.length < MIN_LINKS || !boxes.every((box) => isMenuLink($, box))) return false;
  return boxes.reduce((length, box) => length + lettersOf($(box).text()), 0) === lettersOf($(element).text());
}

function isMenuLink($: CheerioAPI, box: Element): boolean {
  const inside = $(box).children();
  const link = $(box).is('a') ? $(box) : inside;
  if (!link.is('a') || link.length !== 1 || link.find('h1, h2, h3, h4, h5, h6').length > 0) return false;
  const text = clean($(box).text());
  return text !== '' && text.length <= MAX_LINK_LENGTH && !/\d/.test(text) && text === clean(link.text());
}

const lettersOf = (text: string): number => text.replace(/\s/g, '').length;

/** The marked main part if it contains text, otherwise everything except the frame of the page. */
function main($: CheerioAPI): string {
  for (const marked of ['main, [role="main"]', 'article']) {
    // A nested main part belongs to the outer one.
    const part = $(marked).filter((_, element) => $(element).parent().closest(marked).length === 0);
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
