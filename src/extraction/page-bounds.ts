/**
 * Limits the tree of a page. For nested elements and long runs of blanks and line breaks, the cost of the page rules
 * and of Turndown grows with the square of their number.
 */
import type { CheerioAPI } from 'cheerio';
import type { AnyNode, Element, ParentNode } from './page-tree.ts';

/** Maximum nesting of elements; real pages have up to some 60 levels. */
const MAX_DEPTH = 256;

const isElement = (node: AnyNode): node is Element => 'attribs' in node;
/** Node type of a comment in the DOM. */
const COMMENT_NODE = 8;
const isText = (node: AnyNode): node is Extract<AnyNode, { data: string }> => node.nodeType === 3;

/** Elements whose text is never visible. */
const CODE = new Set(['script', 'style', 'template', 'noscript']);

export function limitPage($: CheerioAPI): void {
  limitDepth($);
  limitBreaks($);
}

/**
 * Limits the depth, because unclosed tags cause deep pages that would overflow the call stack; browsers limit it
 * too (Chromium to 512). An element at the limit receives the text below it in order. Takes linear time and no
 * recursion.
 */
function limitDepth($: CheerioAPI): void {
  let level: AnyNode[] = $.root().contents().toArray();
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++)
    level = level.filter(isElement).flatMap((element) => element.children);
  const elements = level.filter((node) => isElement(node) && !CODE.has(node.name));
  for (const element of new Set(elements.map(textParent))) $(element).text(wordsIn(element));
}

/** Parts of a table that contain cells but no text. */
const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr']);

function textParent(node: AnyNode): AnyNode {
  let parent = node;
  while (isElement(parent) && TABLE_PARTS.has(parent.name) && parent.parent) parent = parent.parent;
  return parent;
}

/** Joins texts with spaces, which keep the words of adjacent elements apart. */
function wordsIn(element: AnyNode): string {
  const words: string[] = [];
  const open: AnyNode[] = [element];
  for (let node = open.pop(); node; node = open.pop())
    if (isText(node)) words.push(node.data);
    else if (isElement(node) && !CODE.has(node.name))
      for (let index = node.children.length - 1; index >= 0; index--) open.push(node.children[index]!);
  return words.join(' ');
}

/** Maximum number of consecutive line breaks, and of white-space characters. */
const MAX_BREAKS = 10;
const MAX_BLANKS = 50;
const BLANK_RUNS = new RegExp(`(?:\\s|&nbsp;){${MAX_BLANKS + 1},}`, 'g');

/** Shortens runs of white space in serialised HTML, because removed elements leave adjacent blanks. */
export const limitBlanks = (html: string): string =>
  html.replace(BLANK_RUNS, (run) => (run.includes('\n') ? '\n\n' : ' '));

/**
 * Removes line breaks above the maximum number in a row, with the blanks and comments between them, which do not
 * interrupt a row.
 */
function limitBreaks($: CheerioAPI): void {
  const parents = new Set(
    $('br')
      .toArray()
      .flatMap(({ parent }) => parent ?? []),
  );
  for (const parent of parents) {
    let breakCount = 0;
    keepChildren(parent, (child) => {
      if (isElement(child) && child.name === 'br') breakCount++;
      else if (child.nodeType !== COMMENT_NODE && !(isText(child) && child.data.trim() === ''))
        breakCount = 0;
      return breakCount <= MAX_BREAKS;
    });
  }
}

/** Filters all children in linear time; removing them one by one would search for each. */
function keepChildren(parent: ParentNode, shouldKeep: (child: AnyNode) => boolean): void {
  parent.children = parent.children.filter(shouldKeep);
  parent.children.forEach((child, index) => {
    child.prev = parent.children[index - 1] ?? null;
    child.next = parent.children[index + 1] ?? null;
  });
}
