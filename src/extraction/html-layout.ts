/**
 * Reads what a page shows only by its layout: a price beside its name, the parts of a list item, and the header and
 * footer that page builders make from plain boxes.
 */
import type { Cheerio, CheerioAPI } from 'cheerio';
import type { AnyNode, Element } from './page-tree.ts';

const INLINE_SELECTOR = 'span, b, strong, em, i, small, a, bdi, data, time';
const HEADING = 'h1, h2, h3, h4, h5, h6';
/** Elements that give a list item a structure of its own. */
const STRUCTURE_SELECTOR =
  'h1, h2, h3, h4, h5, h6, table, ul, ol, dl, blockquote, pre, article, details, [role="region"]';
/** Maximum number of characters of a list item whose parts are joined on one line. */
const MAX_ITEM_LENGTH = 300;
/** Maximum number of characters of the name of a group of prices. */
const MAX_NAME_LENGTH = 60;
/** Maximum number of characters of a header or footer. */
const MAX_FRAME_LENGTH = 3000;
/** Maximum number of characters of the texts between a header or footer and the edge of the page. */
const MAX_LENGTH_BEYOND_FRAME = 1000;
const PRICE_PATTERN =
  /^(?:from )?(?:[€$£]\s?\d[\d.,]*|\d[\d.,]*\s?(?:€|£|\$|eur))(?!\p{L})[^\p{L}]*$|^free$/iu;
const ONLY_DOTS = /^[\s.·…_–—-]*$/;
const ENDING_PUNCTUATION = /[.!?:;,]$/;
/** Names that page builders give to the header and footer of a site: "sb-footer", "siteHeader". */
const FRAME_NAME = /(?:^|[-_]|site|page|main)(header|footer)(?:$|[-_](?:wrapper|container|section|area)$)/i;

const isElement = (node: AnyNode): node is Element => 'attribs' in node;
const collapseSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Turns boxes that are named as the site's header or footer into `header` and `footer` elements. */
export function nameFrame($: CheerioAPI): void {
  for (const element of $('body div[class], body div[id], body section[class], body section[id]').toArray()) {
    const box = $(element);
    const name = frameName(box);
    if (!name || box.text().length > MAX_FRAME_LENGTH || box.find('h1, main, article').length > 0) continue;
    if (box.closest('main, article, [role="main"], header, footer').length > 0) continue;
    if (isAtEdge($, box, name)) element.tagName = name;
  }
}

function frameName(box: Cheerio<Element>): string | undefined {
  const names = [box.attr('id') ?? '', ...(box.attr('class') ?? '').split(/\s+/)];
  return names.map((name) => FRAME_NAME.exec(name)?.[1]?.toLowerCase()).find(Boolean);
}

/** True if little text lies between the box and the edge of the page. */
function isAtEdge($: CheerioAPI, box: Cheerio<Element>, name: string): boolean {
  let outsideLength = 0;
  for (let each = box; each.length > 0 && !each.is('body'); each = each.parent()) {
    const siblings = name === 'footer' ? each.nextAll() : each.prevAll();
    if (siblings.is('main, h1') || siblings.find('main, h1').length > 0) return false;
    outsideLength += siblings.not('script, style').text().length;
  }
  return outsideLength <= MAX_LENGTH_BEYOND_FRAME;
}

/** Puts the parts of list items on one line, and separates inline boxes that touch in the source. */
export function joinParts($: CheerioAPI): void {
  separateBoxes($);
  openTitledLists($);
  turnPricedBoxesIntoLists($);
  for (const element of $('li').toArray()) {
    const item = $(element);
    if (item.children('div, p').length === 0 || item.find(STRUCTURE_SELECTOR).length > 0) continue;
    const parts = leavesOf($, element)
      .map(collapseSpace)
      .filter((part) => !ONLY_DOTS.test(part));
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (parts.length < 2 || length > MAX_ITEM_LENGTH) continue;
    item.text(parts.reduce((text, part) => text + separator(text, part) + part));
  }
}

/** Turns lists whose items begin with a heading into boxes, because their items are sections. */
function openTitledLists($: CheerioAPI): void {
  for (const element of $('ul, ol').toArray()) {
    const items = $(element).children('li').toArray();
    if (items.length === 0 || !items.every((item) => beginsWithHeading($, item))) continue;
    for (const box of [element, ...items]) box.tagName = 'div';
  }
}

function beginsWithHeading($: CheerioAPI, item: Element): boolean {
  const title = collapseSpace($(item).find(HEADING).first().text());
  const text = collapseSpace($(item).text());
  return title !== '' && text.startsWith(title) && text.length > title.length;
}

/** Turns boxes of a name, an optional description and a price, as page builders make menus, into lists. */
function turnPricedBoxesIntoLists($: CheerioAPI): void {
  const groups = new Set(
    $('div')
      .toArray()
      .filter(
        (box) => $(box).children('div').length === 0 && PRICE_PATTERN.test(collapseSpace($(box).text())),
      )
      .flatMap((price) => {
        const group = price.parent?.parent;
        return group && isElement(group) ? [group] : [];
      }),
  );
  for (const group of groups) {
    if (!$(group).is('div, section')) continue;
    const boxes = $(group).children().toArray();
    const parts = boxes.map((box) => pricedParts($, box));
    if (boxes.length < 2 || !parts.every((each) => each !== null)) continue;
    for (const [index, box] of boxes.entries()) {
      const [price = '', ...names] = parts[index]!;
      $(box).text(`${names.join(', ')}: ${price}`);
      box.tagName = 'li';
    }
    nameGroup($, group);
    group.tagName = 'ul';
  }
}

/** Returns the price of a box and its other parts; null unless it has a name and one price. */
function pricedParts($: CheerioAPI, box: Element): string[] | null {
  if (!$(box).is('div') || $(box).find(STRUCTURE_SELECTOR).length > 0) return null;
  const parts = leavesOf($, box).map(collapseSpace).filter(Boolean);
  const prices = parts.filter((part) => PRICE_PATTERN.test(part));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (prices.length !== 1 || PRICE_PATTERN.test(parts[0]!) || length > MAX_ITEM_LENGTH) return null;
  return [prices[0]!, ...parts.filter((part) => part !== prices[0])];
}

/** Makes a short text before a group of prices its heading. */
function nameGroup($: CheerioAPI, group: Element): void {
  const previousBox = $(group).prev('div');
  const name = collapseSpace(previousBox.text());
  if (name === '' || name.length > MAX_NAME_LENGTH || ENDING_PUNCTUATION.test(name) || /\d/.test(name))
    return;
  if (previousBox.find(STRUCTURE_SELECTOR).length > 0) return;
  previousBox.text(name);
  previousBox.get(0)!.tagName = 'h4';
}

const separator = (previousPart: string, part: string): string =>
  ENDING_PUNCTUATION.test(previousPart) ? ' ' : PRICE_PATTERN.test(part) ? ': ' : ', ';

/** Returns the texts of the innermost boxes of an item, in order. */
function leavesOf($: CheerioAPI, element: Element): string[] {
  const box = $(element);
  if (box.find('div, p').length === 0) return [box.text()];
  return box
    .contents()
    .toArray()
    .flatMap((node) => (isElement(node) ? leavesOf($, node) : [$(node).text()]));
}

/**
 * Separates the inline elements of a box without text of its own: layout places them apart, although no blank is
 * between them. A price follows its name after a colon.
 */
function separateBoxes($: CheerioAPI): void {
  const parents = new Set(
    $(INLINE_SELECTOR)
      .toArray()
      .flatMap(({ parent }) => (parent && isElement(parent) ? [parent] : [])),
  );
  for (const parent of parents) {
    const nodes = parent.children.filter((node) => isElement(node) || $(node).text().trim() !== '');
    if (nodes.length < 2 || !nodes.every((node) => isElement(node) && $(node).is(INLINE_SELECTOR))) continue;
    const boxes = nodes.filter((node) => !ONLY_DOTS.test($(node).text()));
    for (const node of nodes) if (!boxes.includes(node)) $(node).text('');
    for (const [at, node] of boxes.slice(1).entries()) {
      const before = collapseSpace($(boxes[at]).text());
      const nodeText = collapseSpace($(node).text());
      // A single letter may be the initial of a decorated word.
      if (before.length < 2 || nodeText.length < 2) continue;
      $(node).before(PRICE_PATTERN.test(nodeText) && !ENDING_PUNCTUATION.test(before) ? ': ' : ' ');
    }
  }
}
