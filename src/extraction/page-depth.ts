/**
 * Elements deep inside each other cost the rules of a page the square of their depth and exceed the call stack.
 * Unclosed tags make such pages: browsers, too, stop nesting at a depth of their own (512 in Chromium).
 */
import type { CheerioAPI } from 'cheerio';
import type { AnyNode, Element } from './page-tree.ts';

/** Elements around another one; written pages have up to some 60. */
export const MOST_DEPTH = 256;

const isElement = (node: AnyNode): node is Element => 'attribs' in node;

/** Elements whose text nobody reads. */
const CODE = new Set(['script', 'style', 'template', 'noscript']);

/** An element at the bound gets the words below it as its text, in order. Linear, without recursion. */
export function limitDepth($: CheerioAPI): void {
  let level: AnyNode[] = $.root().contents().toArray();
  for (let depth = 0; depth < MOST_DEPTH && level.length > 0; depth++)
    level = level.filter(isElement).flatMap((element) => element.children);
  const elements = level.filter((node) => isElement(node) && !CODE.has(node.name));
  for (const element of new Set(elements.map(textParent))) $(element).text(wordsIn(element));
}

/** Parts of a table that hold cells and no text of their own. */
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
    if (node.type === 'text') words.push(node.data);
    else if (isElement(node) && !CODE.has(node.name))
      for (let index = node.children.length - 1; index >= 0; index--) open.push(node.children[index]!);
  return words.join(' ');
}
