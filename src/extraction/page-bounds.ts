/**
 * Bounds of a page's tree: nested elements, and long runs of blanks and line breaks, cost the rules of a page and
 * Turndown's patterns the square of their number.
 */
import type { CheerioAPI } from 'cheerio';
import type { AnyNode, Element, ParentNode } from './page-tree.ts';

/** Maximum number of nested elements; real pages have up to some 60. */
const MAX_DEPTH = 256;

const isElement = (node: AnyNode): node is Element => 'attribs' in node;
/** The type of a node in the Document Object Model. */
const COMMENT = 8;
const isText = (node: AnyNode): node is Extract<AnyNode, { data: string }> => node.nodeType === 3;

/** Elements whose text is never visible. */
const CODE = new Set(['script', 'style', 'template', 'noscript']);

export function limitPage($: CheerioAPI): void {
  limitDepth($);
  limitBreaks($);
}

/**
 * Unclosed tags make deep pages, which would exceed the call stack: browsers, too, stop nesting (at 512 in Chromium).
 * An element at the bound gets the text below it, in order. Linear, without recursion.
 */
function limitDepth($: CheerioAPI): void {
  let level: AnyNode[] = $.root().contents().toArray();
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++)
    level = level.filter(isElement).flatMap((element) => element.children);
  const elements = level.filter((node) => isElement(node) && !CODE.has(node.name));
  for (const element of new Set(elements.map(textParent))) $(element).text(wordsIn(element));
}

/** Parts of a table that contain cells but no text of their own. */
const ROWS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr']);

function textParent(node: AnyNode): AnyNode {
  let parent = node;
  while (isElement(parent) && ROWS.has(parent.name) && parent.parent) parent = parent.parent;
  return parent;
}

/** A space between two texts keeps the words of neighbouring elements apart. */
function wordsIn(element: AnyNode): string {
  const words: string[] = [];
  const open: AnyNode[] = [element];
  for (let node = open.pop(); node; node = open.pop())
    if (isText(node)) words.push(node.data);
    else if (isElement(node) && !CODE.has(node.name))
      for (let index = node.children.length - 1; index >= 0; index--) open.push(node.children[index]!);
  return words.join(' ');
}

/** Maximum number of line breaks in a row, and most characters of white space. */
const MAX_BREAKS = 10;
const MAX_BLANKS = 50;
const BLANKS = new RegExp(`(?:\\s|&nbsp;){${MAX_BLANKS + 1},}`, 'g');

/** Works on serialised HTML, because the removal of elements joins the blanks around them. */
export const limitBlanks = (html: string): string =>
  html.replace(BLANKS, (run) => (run.includes('\n') ? '\n\n' : ' '));

/** Blanks and comments between two line breaks have no effect, and are removed together with a break. */
function limitBreaks($: CheerioAPI): void {
  const parents = new Set(
    $('br')
      .toArray()
      .flatMap(({ parent }) => parent ?? []),
  );
  for (const parent of parents) {
    let breaks = 0;
    keepChildren(parent, (child) => {
      if (isElement(child) && child.name === 'br') breaks++;
      else if (child.nodeType !== COMMENT && !(isText(child) && child.data.trim() === '')) breaks = 0;
      return breaks <= MAX_BREAKS;
    });
  }
}

/** Linear; removing children one by one would search for each of them. */
function keepChildren(parent: ParentNode, keeps: (child: AnyNode) => boolean): void {
  parent.children = parent.children.filter(keeps);
  parent.children.forEach((child, index) => {
    child.prev = parent.children[index - 1] ?? null;
    child.next = parent.children[index + 1] ?? null;
  });
}
