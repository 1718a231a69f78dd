/** Converts tables of web pages and Word documents to Markdown; each row contains its column names. */
import type { Cheerio, CheerioAPI } from 'cheerio';
import type { Element } from './page-tree.ts';
import { tableMarkdown, findTitles, type Table } from './tables.ts';

/** Maximum number of columns and cells of a table; the rest is ignored. */
const MAX_COLUMNS = 50;
const MAX_CELLS = 20_000;
/** Maximum number of characters of a cell. */
const MAX_CELL_LENGTH = 600;
/** The attribute from which a Turndown rule takes a table's Markdown. */
export const TABLE_MARKDOWN = 'data-markdown';

interface Cell {
  text: string;
  /** True for a `th` cell, or if all text of the cell is bold. */
  title: boolean;
}
interface Row {
  cells: Cell[];
  isHeader: boolean;
}

/** Stores each table's Markdown in its attribute, and replaces layout tables with their content. */
export function readTables($: CheerioAPI): void {
  for (const table of $('table').toArray()) {
    const element = $(table);
    const rows = isLayout(element) ? [] : gridOf($, element);
    if (rows.length === 0) {
      unwrapLayoutTable($, element);
      continue;
    }
    const caption = collapseSpace(element.children('caption').text());
    const markdown = tableMarkdown(tableOf(rows));
    const replacement = $('<div>table</div>').attr(TABLE_MARKDOWN, markdown);
    // A caption is a heading of its table only.
    if (caption) element.before($('<h6 data-made></h6>').text(caption));
    if (caption) replacement.attr('data-panel', '');
    element.replaceWith(replacement);
  }
}

function isLayout(table: Cheerio<Element>): boolean {
  return table.find('table, h1, h2, h3, h4, h5, h6, form, main').length > 0;
}

function unwrapLayoutTable($: CheerioAPI, table: Cheerio<Element>): void {
  const cells = [...table.children('caption').toArray(), ...rowsOf(table).children('td, th').toArray()];
  const cellContents = cells.map((cell) => $('<div></div>').append($(cell).contents()));
  table.replaceWith(cellContents.flatMap((part) => part.toArray()));
}

/** Returns the rows of the table without those of nested tables. */
const rowsOf = (table: Cheerio<Element>): Cheerio<Element> =>
  table.children('thead, tbody, tfoot').children('tr').add(table.children('tr'));

/** Returns all rows with as many cells as the widest. A merged cell's text is repeated in each cell that it covers. */
function gridOf($: CheerioAPI, table: Cheerio<Element>): Row[] {
  const rows: Row[] = [];
  /** Cells that extend to the rows below, by column. */
  const open = new Map<number, { cell: Cell; remainingRows: number }>();
  let count = 0;
  for (const element of rowsOf(table).toArray()) {
    const row: Row = { cells: [], isHeader: $(element).parent().is('thead') };
    const addOpenCells = (): void => {
      for (let openCell = open.get(row.cells.length); openCell; openCell = open.get(row.cells.length)) {
        const column = row.cells.length;
        row.cells.push(openCell.cell);
        if ((openCell.remainingRows -= 1) === 0) open.delete(column);
      }
    };
    for (const cellElement of $(element).children('td, th').toArray()) {
      addOpenCells();
      const cell = cellOf($, $(cellElement));
      const rowsBelow = spanOf($(cellElement).attr('rowspan')) - 1;
      for (
        let columnSpan = spanOf($(cellElement).attr('colspan'));
        columnSpan > 0 && row.cells.length < MAX_COLUMNS;
        columnSpan -= 1
      ) {
        if (rowsBelow > 0) open.set(row.cells.length, { cell, remainingRows: rowsBelow });
        row.cells.push(cell);
      }
    }
    addOpenCells();
    count += row.cells.length;
    if (count > MAX_CELLS) break;
    if (row.cells.some(({ text }) => text !== '')) rows.push(row);
  }
  return rows;
}

function cellOf($: CheerioAPI, element: Cheerio<Element>): Cell {
  element.find('br, p, div, li').before(' ');
  const text = collapseSpace(element.text()).slice(0, MAX_CELL_LENGTH);
  const boldText = collapseSpace(element.find('b, strong').text());
  return { text, title: element.is('th') || (text !== '' && boldText === text) };
}

const spanOf = (value: string | undefined): number =>
  Math.min(MAX_COLUMNS, Math.max(1, Number.parseInt(value ?? '', 10) || 1));

/** Returns the number of rows at the top that are marked as column names. */
function titleRows(rows: readonly Row[]): number {
  let count = 0;
  while (count < rows.length - 1 && isTitleRow(rows[count]!)) count += 1;
  return count;
}

const isTitleRow = ({ isHeader: head, cells }: Row): boolean =>
  head || (cells.length > 1 && cells.every(({ title, text }) => title || text === ''));

function tableOf(rows: readonly Row[]): Table {
  const titleCount = titleRows(rows);
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const texts = (row: Row): string[] =>
    Array.from({ length: width }, (_, column) => row.cells[column]?.text ?? '');
  const body = rows.slice(titleCount).map(texts);
  if (width < 2) return { names: null, rows: body };
  if (titleCount === 0) return findTitles(body.map((row) => row.map((text) => ({ text, bold: false }))));
  const names = Array.from({ length: width }, (_, index) =>
    [...new Set(rows.slice(0, titleCount).map(({ cells }) => cells[index]?.text ?? ''))].join(' ').trim(),
  );
  return { names, rows: body };
}

const collapseSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();
