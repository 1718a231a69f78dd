/** Converts web pages to Markdown: the main content, without the parts that surround every page. */
import { load, type CheerioAPI } from 'cheerio';
import TurndownService from 'turndown';
import { closeDisclosures, openDisclosures } from './html-disclosures.ts';
import { tabulateGrids } from './html-grids.ts';
import { joinParts, nameFrame } from './html-layout.ts';
import { readTables, TABLE_MARKDOWN } from './html-tables.ts';
import { limitBlanks, limitPage } from './page-bounds.ts';
import { factsText, pageFacts, structuredQuestions } from './page-facts.ts';
import type { Element } from './page-tree.ts';

export interface Page {
  title: string;
  markdown: string;
  /** The first `MAX_LINKS` links as written, not resolved. */
  links: string[];
  base: string | null;
  canonical: string | null;
  /** The target of an immediate redirect in the page, as written. */
  refresh: string | null;
  /** True if scripts generate the text: the page has scripts, but almost no text. */
  isScripted: boolean;
  /** Facts that the site repeats around each page, as blocks of Markdown. */
  facts: string[];
}

const MAX_LINKS = 5000;
const NOISE_SELECTOR =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, audio, video, picture, img, button, input, ' +
  'select, textarea, label, legend, dialog, [role="dialog"], [role="alertdialog"], [hidden], [aria-hidden="true"]';
const FRAME = 'nav, header, footer, aside, [role="banner"], [role="contentinfo"], [role="search"]';
/** Selectors of a site's navigation anywhere on the page. */
const NAVIGATION_SELECTOR =
  'nav, [role="navigation"], [aria-label="breadcrumb" i], [class*="breadcrumb" i], #toc, .toc, .table-of-contents, ' +
  'a[href^="#"][class*="skip" i]';
const CONSENT_SELECTOR =
  '[id*="cookie" i], [class*="cookie" i], [id*="consent" i], [class*="consent" i], [class*="gdpr" i], .cc-window';
/** Matches words of a consent banner. */
const ASKS_CONSENT = /\b(privacy|consent|accept|use[sd]? cookies)\b/i;
/** Maximum number of characters of a cookie banner. */
const MAX_BANNER_LENGTH = 1500;
/** Maximum number of characters of a link in a list of links. */
const MAX_LINK_LENGTH = 60;
const MIN_LINKS = 3;
/** Maximum delay in seconds of a redirect in the page. */
const MAX_REFRESH_DELAY = 10;
const REFRESH_PATTERN =
  /^\s{0,20}(\d{1,4})(?:\.\d{0,9})?[\s;,]{1,20}url\s{0,20}=\s{0,20}(?:"([^"]+)"|'([^']+)'|([^"'\s].*))/i;
/** Maximum number of characters of a page's text before its scripts have run. */
const MAX_PLACEHOLDER_LENGTH = 200;
const PLACEHOLDER_PATTERN = new RegExp(
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
// Keep only the text of a link, because its address is not spoken.
turndown.addRule('links', { filter: 'a', replacement: (content) => content });
/** A node of Turndown's tree, whose types are those of a browser. */
interface TurndownNode {
  getAttribute?(name: string): string | null;
}
const tableIn = (node: TurndownNode): string | null => node.getAttribute?.(TABLE_MARKDOWN) ?? null;
turndown.addRule('tables', {
  filter: (node: TurndownNode) => tableIn(node) !== null,
  replacement: (content, node: TurndownNode) => `\n\n${tableIn(node) ?? content}\n\n`,
});

/** Converts any HTML, including that of a Word document. */
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

/** Returns the page's text under its title, with the facts that its site repeats; empty if there is no text. */
export function wholeText(page: Page): string {
  return [pageText(page), factsText(page.facts)].filter(Boolean).join('\n\n');
}

/** Returns the page's text under its title; empty if there is no text. */
export function pageText(page: Page): string {
  const hasTitle = page.title === '' || page.markdown.startsWith(`# ${page.title}\n`);
  return page.markdown === '' || hasTitle ? page.markdown : `# ${page.title}\n\n${page.markdown}`;
}

export function readPage(html: string): Page {
  const $ = load(html);
  limitPage($);
  const links = $('a[href], area[href]')
    .toArray()
    .slice(0, MAX_LINKS)
    .map((link) => $(link).attr('href')!);
  const title = cleanText($('title').first().text()) || cleanText($('h1').first().text());
  const page = {
    title,
    links,
    base: $('base[href]').first().attr('href') ?? null,
    canonical: $('link[rel~="canonical"][href]').first().attr('href') ?? null,
  };
  const refresh = refreshOf($);
  const scripts = $('script[src], script[type="module"], script:not([type])').length > 0;
  nameFrame($);
  const facts = pageFacts($);
  $(CONSENT_SELECTOR).each((_, banner) => {
    const text = $(banner).text();
    if (text.length <= MAX_BANNER_LENGTH && ASKS_CONSENT.test(text)) $(banner).remove();
  });
  openDisclosures($);
  $(NAVIGATION_SELECTOR).remove();
  removeLinkLists($);
  const structuredBlocks = structuredQuestions($);
  $(NOISE_SELECTOR).remove();
  joinParts($);
  tabulateGrids($);
  readTables($);
  closeDisclosures($);
  const markdown = markdownOf(mainMarkdown($));
  const questions = structuredBlocks
    .filter(({ answer }) => !markdown.includes(answer))
    .map(({ name, answer }) => `### ${name}\n\n${answer}`);
  const scripted = scripts && isPlaceholder(markdown);
  return {
    ...page,
    facts: [...facts, ...questions],
    refresh,
    isScripted: scripted,
    markdown: scripted ? '' : markdown,
  };
}

/** True for a text such as "Loading…", the only text until a script has run. */
const isPlaceholder = (markdown: string): boolean =>
  markdown.length <= MAX_PLACEHOLDER_LENGTH && (markdown === '' || PLACEHOLDER_PATTERN.test(markdown));

/** Reads `<meta http-equiv="refresh" content="0; url=/en/">`. A page that reloads later does not redirect. */
function refreshOf($: CheerioAPI): string | null {
  const metas = $('meta[http-equiv][content]')
    .toArray()
    .filter((meta) => /^refresh$/i.test($(meta).attr('http-equiv')!.trim()));
  const match = REFRESH_PATTERN.exec(metas.length > 0 ? $(metas[0]).attr('content')! : '');
  return match && Number(match[1]) <= MAX_REFRESH_DELAY ? (match[2] ?? match[3] ?? match[4]!).trim() : null;
}

/** Removes lists that contain only links. */
function removeLinkLists($: CheerioAPI): void {
  for (const element of $('ul, ol').toArray()) {
    const items = $(element).children('li').toArray();
    const links = items.filter((item) => {
      const text = cleanText($(item).text());
      return text.length <= MAX_LINK_LENGTH && text !== '' && text === cleanText($(item).find('a').text());
    });
    if (items.length >= MIN_LINKS && links.length === items.length) $(element).remove();
  }
  for (const element of $('div').toArray()) if (isMenu($, element)) $(element).remove();
  for (const element of $('td, p, div').toArray()) if (isLinkLine($, element)) $(element).remove();
}

/** True for short links with only line breaks or marks between them: "Home | Tickets | Contact". */
function isLinkLine($: CheerioAPI, element: Element): boolean {
  const box = $(element);
  const links = box.children('a').toArray();
  if (links.length < MIN_LINKS || box.children().not('a, br').length > 0) return false;
  if (box.find('h1, h2, h3, h4, h5, h6').length > 0) return false;
  const texts = links.map((link) => cleanText($(link).text()));
  if (!texts.every((text) => text !== '' && text.length <= MAX_LINK_LENGTH && !/\d/.test(text))) return false;
  return texts.join('').replace(/[^\p{L}]/gu, '') === box.text().replace(/[^\p{L}]/gu, '');
}

/**
 * True for boxes with one link each, which site builders use as menus. A price, a heading or text around the links
 * shows that they are content.
 */
function isMenu($: CheerioAPI, element: Element): boolean {
  const boxes = $(element).children().toArray();
  if (boxes.length < MIN_LINKS || !boxes.every((box) => isMenuLink($, box))) return false;
  return boxes.reduce((length, box) => length + lettersOf($(box).text()), 0) === lettersOf($(element).text());
}

function isMenuLink($: CheerioAPI, box: Element): boolean {
  const children = $(box).children();
  const link = $(box).is('a') ? $(box) : children;
  if (!link.is('a') || link.length !== 1 || link.find('h1, h2, h3, h4, h5, h6').length > 0) return false;
  const text = cleanText($(box).text());
  return text !== '' && text.length <= MAX_LINK_LENGTH && !/\d/.test(text) && text === cleanText(link.text());
}

const lettersOf = (text: string): number => text.replace(/\s/g, '').length;

/** Returns the marked main part if it contains text, otherwise all of the page except its frame. */
function mainMarkdown($: CheerioAPI): string {
  for (const selector of ['main, [role="main"]', 'article']) {
    // A nested main part is contained in the outer one.
    const part = $(selector).filter((_, element) => $(element).parent().closest(selector).length === 0);
    if (part.length > 0 && part.text().trim() !== '')
      return part
        .toArray()
        .map((element) => $.html(element))
        .join('\n');
  }
  const bodyHtml = $('body').html() ?? '';
  $(FRAME).remove();
  return $('body').text().trim() === '' ? bodyHtml : ($('body').html() ?? '');
}

const cleanText = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 300);
