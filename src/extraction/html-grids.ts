/** Turns rows of boxes, with which page builders draw price lists and opening hours, into tables. */
import type { Cheerio, CheerioAPI } from 'cheerio';
import type { AnyNode, Element } from './page-tree.ts';

const BOX = 'div, section, article, p, span, b, strong, li, ul';
/** Elements with a structure of their own, which a cell does not have. */
const STRUCTURE = 'h1, h2, h3, h4, h5, h6, table, ol, dl, blockquote, pre, details, form, [role="region"]';
const MIN_COLUMNS = 2;
const MAX_COLUMNS = 6;
/** Maximum number of characters of a cell; longer texts are paragraphs. */
const MAX_CELL_LENGTH = 80;
/** Maximum number of nested boxes with a single part each around the parts of a row. */
const MAX_WRAPPERS = 6;
/** Match a cell that states a value: "£4.00", "from 9:00" and "14 – 22 h", or "closed". */
const NUMBER_VALUE =
  /^(?:(?:from|until|till|to|ca\.?|ab|bis|von) )?[€$£+(]?\s?\d(?:[^.!?]|\.(?=\d)|[ap]\.m\.){0,40}$/iu;
const WORD_VALUE = /^(?:closed|free|included|none|yes|no|n\/a|geschlossen|frei|inklusive|[-–—✓✗×])$/iu;
const HAS_LETTER = /\p{L}/u;

interface GridRow {
  /** The boxes that the row consists of. */
  boxes: Element[];
  cells: { text: string; isBold: boolean }[];
}

/**
 * Replaces each run of two or more rows with the same number of cells by a table, if the cells read as names and
 * values.
 */
export function tabulateGrids($: CheerioAPI): void {
  const parents = new Set<Element>();
  for (const box of $('div, section, li, p').toArray())
    if (box.parent && isElement(box.parent)) parents.add(box.parent);
  for (const parent of parents) {
    for (const run of runsOf($, parent)) if (isTable(run)) replaceWithTable($, run);
    const pairs = pairsOf($, parent);
    if (pairs && isTable(pairs)) replaceWithTable($, pairs);
  }
}

/** Returns the maximal runs of neighbouring rows that have the same number of cells. */
function runsOf($: CheerioAPI, parent: Element): GridRow[][] {
  const runs: GridRow[][] = [];
  let run: GridRow[] = [];
  for (const node of parent.children) {
    if (!isElement(node) && $(node).text().trim() === '') continue;
    const cells = isElement(node) ? cellsOf($, node) : null;
    if (run.length > 0 && run[0]!.cells.length !== cells?.length) {
      runs.push(run);
      run = [];
    }
    if (cells && isElement(node)) run.push({ boxes: [node], cells });
  }
  return [...runs, run].filter(({ length }) => length >= 2);
}

/** Returns the cells of a row; null for any other box. */
function cellsOf($: CheerioAPI, box: Element): GridRow['cells'] | null {
  if (!$(box).is('div, section, li')) return null;
  let parts = partsOf($, box);
  for (let depth = 0; parts?.length === 1 && depth < MAX_WRAPPERS; depth += 1) parts = partsOf($, parts[0]!);
  if (!parts || parts.length < MIN_COLUMNS || parts.length > MAX_COLUMNS) return null;
  const cells = parts.map((part) => cellOf($, $(part)));
  return cells.every((cell) => cell !== null) ? cells : null;
}

/** Returns the child elements of a box; null if it has text of its own or other children than boxes. */
function partsOf($: CheerioAPI, box: Element): Element[] | null {
  const nodes = box.children.filter((node) => isElement(node) || $(node).text().trim() !== '');
  return nodes.every((node): node is Element => isElement(node) && $(node).is(BOX)) ? nodes : null;
}

/** Returns the text of a cell; null if it has several parts, a structure or a long text. */
function cellOf($: CheerioAPI, box: Cheerio<Element>): GridRow['cells'][number] | null {
  if (box.find(STRUCTURE).length > 0) return null;
  const text = collapseSpace(box.text());
  const isSplit = box
    .find('*')
    .addBack()
    .toArray()
    .some((each) => $(each).children('div, p, section, li').length > 1);
  if (isSplit || text.length > MAX_CELL_LENGTH) return null;
  return { text, isBold: text !== '' && collapseSpace(box.find('b, strong').text()) === text };
}

/** Returns rows of two cells for a box whose parts alternate between names and values; null for any other box. */
function pairsOf($: CheerioAPI, parent: Element): GridRow[] | null {
  const parts = partsOf($, parent);
  if (!parts || parts.length < 4 || parts.length % 2 !== 0) return null;
  const cells = parts.map((part) => ($(part).is('div, p') ? cellOf($, $(part)) : null));
  if (!cells.every((cell) => cell !== null)) return null;
  if (!cells.every(({ text }, index) => (index % 2 === 0) !== isValue(text))) return null;
  return cells.flatMap((cell, index) =>
    index % 2 === 0 ? [{ boxes: parts.slice(index, index + 2), cells: [cell, cells[index + 1]!] }] : [],
  );
}

/**
 * True if each row begins with a name, and at least half of the rows have a value: "on request" may be among prices.
 * The first row may have the names of the columns.
 */
function isTable([first, ...rest]: readonly GridRow[]): boolean {
  const hasName = ({ cells: [name] }: GridRow): boolean =>
    HAS_LETTER.test(name!.text) && !isValue(name!.text);
  const hasValue = ({ cells: [, ...values] }: GridRow): boolean => values.some(({ text }) => isValue(text));
  if (!first || rest.length === 0 || !rest.every(hasName)) return false;
  const entries = hasValue(first) ? [first, ...rest] : rest;
  if (entries.filter(hasValue).length < entries.length / 2) return false;
  return hasValue(first) ? hasName(first) : rest.length >= 2 || first.cells.length > 2;
}

function replaceWithTable($: CheerioAPI, rows: readonly GridRow[]): void {
  const table = $('<table></table>');
  for (const { cells } of rows) {
    const row = $('<tr></tr>');
    for (const { text, isBold } of cells) row.append($(isBold ? '<th></th>' : '<td></td>').text(text));
    table.append(row);
  }
  const boxes = rows.flatMap((row) => row.boxes);
  $(boxes[0]).before(table);
  $(boxes).remove();
}

const isValue = (text: string): boolean => NUMBER_VALUE.test(text) || WORD_VALUE.test(text);
const isElement = (node: AnyNode): node is Element => 'attribs' in node;
const collapseSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();
