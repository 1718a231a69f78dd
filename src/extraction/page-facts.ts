/**
 * Reads facts that a site repeats on every page: telephone, e-mail, address and hours in its header and footer, and
 * its JSON-LD about the organisation (schema.org). Each is a line of Markdown; a crawl stores each line once.
 */
import type { Cheerio, CheerioAPI } from 'cheerio';
import type { Element } from './page-tree.ts';
import * as z from 'zod';

/** Maximum number of blocks of a header or footer; each is searched for nested blocks. */
const MAX_BLOCKS = 500;
/** Maximum number of lines of a page, and of characters of each. */
const MAX_FACTS = 40;
const MAX_FACT_LENGTH = 300;
const MAX_SCRIPTS = 20;
const MAX_SCRIPT_LENGTH = 200_000;
const MAX_NODES = 500;

const PAGE_FRAME = 'header, footer, [role="banner"], [role="contentinfo"]';
const BLOCK_SELECTOR = 'p, address, li, td, dd, div, h1, h2, h3, h4, h5, h6';
const SMALL_PRINT = /©|copyright|all rights reserved|company (no|number)|registered in/i;
const EMAIL_PATTERN = /\S@\S+\.\S/;
const TELEPHONE_PATTERN = /(?:\+|\b0)\d[\d ()/.-]{5,}\d/;
const TIME_RANGE_PATTERN = new RegExp(
  String.raw`\b\d{1,2}(?:[:.]\d{2}|(?:[:.]\d{2})?\s?[ap]\.?m\.?)\s*(?:–|-|to|until|bis|à)` +
    String.raw`\s*\d{1,2}(?:[:.]\d{2}|\s?[ap]\.?m)`,
  'i',
);
const DAY = String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?\.?`;
/** Matches the days of a row of hours: "Monday", "Tue – Thu", "Sat & Sun". */
const DAYS_PATTERN = new RegExp(String.raw`^${DAY}(?:\s*(?:–|-|to|and|&|,|/)\s*${DAY}){0,6}:?$`, 'i');
/** Maximum number of nodes of a row of hours. */
const MAX_ROW_PARTS = 7;
/** Maximum number of boxes around a part of a row. */
const MAX_ROW_DEPTH = 3;
const HEADER = 'header, [role="banner"]';
/** Matches a sentence of at least four words, with which a header announces something. */
const ANNOUNCEMENT_PATTERN = /^\p{Lu}(?:\S+\s+){3,40}\S*[.!]$/u;
const LINK_SELECTOR = 'a[href^="tel:"], a[href^="mailto:"]';
/** Maximum number of characters of a title that is no heading element. */
const MAX_TITLE_LENGTH = 30;
/** Matches a British, continental or American postcode beside words. */
const POSTCODE_PATTERN = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|\b\d{4,5} \p{Lu}\p{Ll}|\b[A-Z]{2},? \d{5}\b/u;
/** Matches a line with a number and words, which in a block of several lines counts as an address. */
const ADDRESS_PATTERN = /\p{L}.*\d|\d.*\p{L}/u;

/** Formats the repeated facts of a site: items under one heading, then those with separate headings. */
export function factsText(facts: readonly string[]): string {
  const items = facts.filter((fact) => fact.startsWith('- '));
  const sections = facts.filter((one) => !one.startsWith('- '));
  return [items.length > 0 ? `## Contact\n\n${items.join('\n')}` : '', ...sections]
    .filter(Boolean)
    .join('\n\n');
}

export function pageFacts($: CheerioAPI): string[] {
  const facts = [...outsideFacts($), ...structuredFacts($)];
  return [...new Set(facts)].slice(0, MAX_FACTS);
}

/** Returns each block with its heading: "Reception: Mon–Fri 8:30–19:30, Sat 8:00–14:00". */
function outsideFacts($: CheerioAPI): string[] {
  const facts: string[] = [];
  for (const part of $(PAGE_FRAME).toArray()) {
    if ($(part).closest('main, article, [role="main"]').length > 0) continue;
    let heading = '';
    let labelledBox: Element | undefined;
    for (const element of $(part)
      .find(`${BLOCK_SELECTOR}, tr, ${LINK_SELECTOR}`)
      .toArray()
      .slice(0, MAX_BLOCKS)) {
      const block = $(element);
      if (block.is('h1, h2, h3, h4, h5, h6') || isTitle($, element)) {
        heading = collapseSpace(block.text());
        labelledBox = boxOfHeading($, element);
        continue;
      }
      const isLabelled = labelledBox !== undefined && $(labelledBox).find(element).length > 0;
      for (const text of factsIn($, element)) facts.push(formatFact(isLabelled ? heading : '', text));
    }
  }
  return facts;
}

/** Returns the facts of a block apart from its nested blocks: a row of hours, lines of text, or a link to call. */
function factsIn($: CheerioAPI, element: Element): string[] {
  const block = $(element);
  // A link is a fact of its own if other boxes or links without a space stand beside it.
  if (block.is(LINK_SELECTOR)) return isSeparateLink($, element) ? [collapseSpace(block.text())] : [];
  const row = rowOfHours($, element);
  if (row !== null) return [row];
  if (block.find(BLOCK_SELECTOR).length > 0) return [];
  const nearBoxes = block.parents().toArray().slice(0, MAX_ROW_DEPTH);
  if (nearBoxes.some((box) => rowOfHours($, box) !== null)) return [];
  const links = block.find(LINK_SELECTOR).toArray();
  if (links.some((link) => isSeparateLink($, link))) return [];
  const lines = linesOf($, element);
  const text = lines.join(', ');
  return isAnnouncement(text, block) || isFact(text, lines.length > 1 || block.is('address')) ? [text] : [];
}

const isAnnouncement = (text: string, block: Cheerio<Element>): boolean =>
  text.length <= MAX_FACT_LENGTH &&
  block.closest(HEADER).length > 0 &&
  block.closest('nav').length === 0 &&
  ANNOUNCEMENT_PATTERN.test(text);

function isSeparateLink($: CheerioAPI, link: Element): boolean {
  const box = $(link).parent();
  const links = box.children(LINK_SELECTOR);
  const isRowOfLinks = links.length > 1 && links.text() === box.text();
  return (
    (box.find(BLOCK_SELECTOR).length > 0 || isRowOfLinks) && isFact(collapseSpace($(link).text()), false)
  );
}

/** Returns a row whose first part has only days, and whose other parts have hours: "Monday: 9 to 5"; otherwise null. */
function rowOfHours($: CheerioAPI, element: Element): string | null {
  const box = $(element);
  const parts = box.is('dd') ? [...box.prev('dt').toArray(), ...box.toArray()] : box.contents().toArray();
  if (!box.is('div, p, li, tr, dd') || parts.length > MAX_ROW_PARTS) return null;
  const texts = parts.map((part) => collapseSpace($(part).text())).filter(Boolean);
  const [days = '', ...hours] = texts;
  const text = hours.join(' ');
  const isRow = DAYS_PATTERN.test(days) && text !== '' && text.length <= MAX_FACT_LENGTH;
  return isRow && !DAYS_PATTERN.test(hours[0] ?? '')
    ? `${days.replace(/:$/, '')}: ${text.replace(/^:\s*/, '')}`
    : null;
}

/** True for the first box of a column whose few words without digits name the boxes or links after it. */
function isTitle($: CheerioAPI, element: Element): boolean {
  const block = $(element);
  const text = collapseSpace(block.text());
  if (!block.is('div, p') || block.find(`${BLOCK_SELECTOR}, a`).length > 0) return false;
  if (block.prev().length > 0 || block.next().length === 0 || DAYS_PATTERN.test(text)) return false;
  return text !== '' && text.length <= MAX_TITLE_LENGTH && !/\d|[.!?,@]/.test(text);
}

/** Returns the smallest box around a heading that has further text; the heading names only the blocks in it. */
function boxOfHeading($: CheerioAPI, heading: Element): Element | undefined {
  const name = collapseSpace($(heading).text());
  return $(heading)
    .parents()
    .toArray()
    .find((box) => collapseSpace($(box).text()) !== name);
}

function linesOf($: CheerioAPI, element: Element): string[] {
  const block = $(element).clone();
  block.find('br').replaceWith('\n');
  // Boxes that a style sheet separates may have no space between them.
  block.find('* + span, * + time').before(' ');
  return block.text().split('\n').map(collapseSpace).filter(Boolean);
}

function isFact(text: string, hasSeveralLines: boolean): boolean {
  if (text === '' || text.length > MAX_FACT_LENGTH || SMALL_PRINT.test(text)) return false;
  const hasContact =
    EMAIL_PATTERN.test(text) ||
    TELEPHONE_PATTERN.test(text) ||
    TIME_RANGE_PATTERN.test(text) ||
    POSTCODE_PATTERN.test(text);
  return hasContact || (hasSeveralLines && ADDRESS_PATTERN.test(text));
}

const formatFact = (label: string, text: string): string =>
  `- ${(label ? `${label}: ${text}` : text).slice(0, MAX_FACT_LENGTH).replace(/[\\`*_[\]<>|]/g, '\\$&')}`;

const Text = z.union([z.string(), z.number()]).transform(String);
const Address = z.union([
  z.string(),
  z
    .looseObject({
      streetAddress: Text.optional(),
      postalCode: Text.optional(),
      addressLocality: Text.optional(),
    })
    .transform(({ streetAddress, addressLocality, postalCode }) =>
      [streetAddress, [addressLocality, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    ),
]);
const oneOrMany = <Of extends z.ZodType>(one: Of) =>
  z.union([z.array(one).max(20), one.transform((value) => [value])]).catch([]);
const Hours = z.looseObject({
  dayOfWeek: oneOrMany(z.string()),
  opens: z.string().max(20),
  closes: z.string().max(20),
});
const Organisation = z.looseObject({
  telephone: Text.optional().catch(undefined),
  email: Text.optional().catch(undefined),
  address: Address.optional().catch(undefined),
  openingHours: oneOrMany(z.string().max(100)),
  openingHoursSpecification: oneOrMany(Hours),
  priceRange: Text.optional().catch(undefined),
  checkinTime: Text.optional().catch(undefined),
  checkoutTime: Text.optional().catch(undefined),
});
const Question = z.looseObject({
  name: z.string().max(MAX_FACT_LENGTH),
  acceptedAnswer: z.looseObject({ text: z.string().max(2000) }),
});
const Faq = z.looseObject({ mainEntity: oneOrMany(Question) });

function structuredFacts($: CheerioAPI): string[] {
  return nodesOf($).flatMap((node) => {
    const organisation = Organisation.safeParse(node);
    if (!organisation.success) return [];
    const one = organisation.data;
    const hours = [
      ...one.openingHours.map(spellHours),
      ...one.openingHoursSpecification.map(
        ({ dayOfWeek, opens, closes }) => `${formatDays(dayOfWeek)} ${opens} to ${closes}`,
      ),
    ];
    const labelled: readonly (readonly [string, string | undefined])[] = [
      ['Telephone', one.telephone],
      ['E-mail', one.email?.replace(/^mailto:/, '')],
      ['Address', one.address],
      ['Opening hours', hours.join('; ') || undefined],
      ['Price range', one.priceRange],
      ['Check-in from', one.checkinTime],
      ['Check-out until', one.checkoutTime],
    ];
    return labelled.flatMap(([label, value]) =>
      value?.trim() ? [formatFact(label, collapseSpace(value))] : [],
    );
  });
}

/** Returns questions and answers of the page's JSON-LD. */
export function structuredQuestions($: CheerioAPI): { name: string; answer: string }[] {
  return nodesOf($)
    .flatMap((node) => Faq.safeParse(node).data?.mainEntity ?? [])
    .map(({ name, acceptedAnswer }) => ({
      name: collapseSpace(name),
      answer: collapseSpace(acceptedAnswer.text.replace(/<[^<>]*>/g, ' ')),
    }))
    .filter(({ answer }) => answer !== '');
}

const Logo = z.looseObject({
  logo: z.union([z.string(), z.looseObject({ url: z.string() }).transform(({ url }) => url)]),
});

/** Returns the addresses of logos in the page's JSON-LD, as written. */
export const organisationLogos = ($: CheerioAPI): string[] =>
  nodesOf($).flatMap((node) => Logo.safeParse(node).data?.logo ?? []);

/** Returns the nodes of the JSON-LD, including those of its graphs. */
function nodesOf($: CheerioAPI): unknown[] {
  const nodes: unknown[] = [];
  const addNodes = (value: unknown): void => {
    if (nodes.length >= MAX_NODES || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) return value.forEach(addNodes);
    nodes.push(value);
    if ('@graph' in value && Array.isArray(value['@graph'])) value['@graph'].forEach(addNodes);
  };
  for (const script of $('script[type="application/ld+json"]').toArray().slice(0, MAX_SCRIPTS)) {
    const text = $(script).text();
    if (text.length > MAX_SCRIPT_LENGTH) continue;
    try {
      addNodes(JSON.parse(text));
    } catch {
      // For a page with invalid JSON-LD, only its text is used.
    }
  }
  return nodes;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const dayOf = (name: string): number => {
  const dayCode = name.replace(/^.*\//, '').slice(0, 2).toLowerCase();
  return WEEKDAYS.findIndex((day) => day.toLowerCase().startsWith(dayCode));
};

/** Formats consecutive days as a range: "Monday to Friday". */
function formatDays(names: readonly string[]): string {
  const sortedDays = [...new Set(names.map(dayOf))]
    .filter((day) => day >= 0)
    .sort((first, second) => first - second);
  const [first, last] = [sortedDays[0], sortedDays.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (sortedDays.length > 2 && last - first === sortedDays.length - 1)
    return `${WEEKDAYS[first]} to ${WEEKDAYS[last]}`;
  return sortedDays.map((day) => WEEKDAYS[day]).join(', ');
}

/** Formats hours such as "Mo-Fr 08:30-19:30" (schema.org/openingHours) as text. */
function spellHours(hours: string): string {
  return hours
    .replace(/\b(Mo|Tu|We|Th|Fr|Sa|Su)\b/g, (day) => WEEKDAYS[dayOf(day)] ?? day)
    .replace(/(\w)\s*-\s*(?=\w)/g, '$1 to ')
    .replace(/,(?=\S)/g, ', ');
}

const collapseSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();
