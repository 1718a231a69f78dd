/** Converts Excel workbooks (ECMA-376) to Markdown: each sheet under its name, with cells as they are shown. */
import type { CheerioAPI } from 'cheerio';
import { ExtractionError } from './extraction-error.ts';
import { listedParts, partDocument, relationsOf } from './office-parts.ts';
import { columnMarkdown, sheetMarkdown } from './sheets.ts';
import type { Cell } from './tables.ts';
import { formatCellNumber, type NumberFormats } from './xlsx-numbers.ts';
import type { Zip } from './zip.ts';

/** Maximum number of rows and columns, which limits the memory that a malicious sheet can need. */
const MAX_ROWS = 200_000;
const MAX_COLUMNS = 2000;
/** Maximum number of cells per sheet to which values of merged cells are copied. */
const MAX_REPEATED_CELLS = 20_000;

type Element = Parameters<CheerioAPI>[0];
const EMPTY_CELL: Cell = { text: '', bold: false };

/** The cell formats of a workbook. */
interface Styles extends NumberFormats {
  /** Format and weight by the number of a cell style. */
  cells: readonly { format: number; bold: boolean }[];
  sharedStrings: readonly string[];
}

export function readXlsx(zip: Zip, main: string): string {
  const sheets = listedParts(zip, main, 'sheet');
  const visibleSheets = sheets.filter(({ hidden: isHidden }) => !isHidden);
  const styles = stylesOf(zip, main);
  return (visibleSheets.length > 0 ? visibleSheets : sheets)
    .map(({ file, name }) => `# ${name}\n\n${markdownOf(rowsOf(partDocument(zip, file), styles))}`.trim())
    .join('\n\n');
}

function markdownOf(rows: readonly Cell[][]): string {
  const width = rows.reduce(
    (widest, row) => Math.max(widest, row.filter(({ text }) => text !== '').length),
    0,
  );
  if (width < 2) return columnMarkdown(rows);
  const firstColumn = rows.reduce((lowest, row) => Math.min(lowest, indexOfText(row)), Infinity);
  return sheetMarkdown(firstColumn > 0 ? rows.map((row) => row.slice(firstColumn)) : rows);
}

function indexOfText(row: readonly Cell[]): number {
  const index = row.findIndex(({ text }) => text !== '');
  return index < 0 ? Infinity : index;
}

function stylesOf(zip: Zip, main: string): Styles {
  const relations = relationsOf(zip, main);
  const openPart = (type: string, usualPath: string) => {
    const file = relations.find((relation) => relation.type.endsWith(`/${type}`))?.file ?? usualPath;
    return zip.has(file) ? partDocument(zip, file) : null;
  };
  const strings: string[] = [];
  const sharedStrings = openPart('sharedStrings', 'xl/sharedStrings.xml');
  sharedStrings?.('si').each(
    (_, item) => void strings.push(sharedStrings(item).find('t').not('rPh t').text()),
  );
  const workbook = partDocument(zip, main);
  const since1904 = /^(?:1|true)$/.test(workbook('workbookPr').attr('date1904') ?? '');
  const $ = openPart('styles', 'xl/styles.xml');
  if (!$) return { cells: [], sharedStrings: strings, codes: new Map(), since1904 };
  const bold = $('fonts > font')
    .toArray()
    .map((font) => {
      const mark = $(font).children('b');
      return mark.length > 0 && !/^(?:0|false)$/.test(mark.attr('val') ?? '');
    });
  const codes = $('numFmts > numFmt')
    .toArray()
    .map((format) => [Number($(format).attr('numFmtId')), $(format).attr('formatCode') ?? ''] as const);
  const cells = $('cellXfs > xf')
    .toArray()
    .map((style) => ({
      format: Number($(style).attr('numFmtId') ?? 0),
      bold: bold[Number($(style).attr('fontId') ?? 0)] ?? false,
    }));
  return { cells, sharedStrings: strings, codes: new Map(codes), since1904 };
}

function rowsOf($: CheerioAPI, styles: Styles): Cell[][] {
  const rows: Cell[][] = [];
  /** Indexes in `rows` by the number of the row in the sheet, from 1. */
  const indexByRow = new Map<number, number>();
  let lastRow = 0;
  for (const [index, row] of $('sheetData > row').toArray().entries()) {
    if (index >= MAX_ROWS) throw new ExtractionError('file_size_too_large');
    const number = Number($(row).attr('r') ?? lastRow + 1);
    // Rows that the file omits are empty, and separate tables as other empty rows do.
    if (number > lastRow + 1 && rows.length > 0) rows.push([]);
    lastRow = number;
    if (/^(?:1|true)$/.test($(row).attr('hidden') ?? '')) continue;
    const cells: Cell[] = [];
    for (const [cellIndex, cell] of $(row).children('c').toArray().entries()) {
      const column = columnOf($(cell).attr('r')) ?? cellIndex;
      if (column < MAX_COLUMNS) cells[column] = cellOf($, cell, styles);
    }
    indexByRow.set(number, rows.push(Array.from(cells, (cell) => cell ?? EMPTY_CELL)) - 1);
  }
  repeatMerged($, rows, indexByRow);
  return rows;
}

function cellOf($: CheerioAPI, cell: Element, styles: Styles): Cell {
  const style = styles.cells[Number($(cell).attr('s') ?? 0)];
  const text = textOf($, cell, style?.format ?? 0, styles)
    .replace(/\s+/g, ' ')
    .trim();
  return { text, bold: style?.bold ?? false };
}

function textOf($: CheerioAPI, cell: Element, format: number, styles: Styles): string {
  const type = $(cell).attr('t') ?? 'n';
  if (type === 'inlineStr') return $(cell).find('is t').text();
  const rawValue = $(cell).children('v').text();
  if (type === 's') return styles.sharedStrings[Number(rawValue)] ?? '';
  if (type === 'b') return rawValue === '1' ? 'true' : 'false';
  if (type === 'e') return '';
  return type === 'n' ? formatCellNumber(rawValue, format, styles) : rawValue;
}

/** Copies the value of a merged cell to every cell that it covers, except for a title that is alone in its row. */
function repeatMerged($: CheerioAPI, rows: Cell[][], places: ReadonlyMap<number, number>): void {
  let remainingCells = MAX_REPEATED_CELLS;
  for (const range of $('mergeCells > mergeCell').toArray()) {
    const [firstCell, lastCell] = endsOf($(range).attr('ref') ?? '');
    const [first, last] = [columnOf(firstCell), columnOf(lastCell)];
    if (first === undefined || last === undefined || last >= MAX_COLUMNS) continue;
    const top = rowOf(firstCell);
    const cell = rows[places.get(top) ?? -1]?.[first];
    if (!cell || cell.text === '') continue;
    for (let number = top; number <= rowOf(lastCell) && remainingCells > 0; number++)
      remainingCells -=
        1 + repeatIn(rows[places.get(number) ?? -1] ?? [], cell, { first, last, most: remainingCells });
  }
}

/** Returns the two corners of a reference such as "A1:C2". */
function endsOf(reference: string): [string, string] {
  const [from = '', to = from] = reference.split(':');
  return [from, to];
}

/** Fills cells with a value; returns the number of filled cells. */
function repeatIn(
  row: Cell[],
  cell: Cell,
  { first, last, most }: { first: number; last: number; most: number },
): number {
  if (!row.some(({ text }, column) => text !== '' && (column < first || column > last))) return 0;
  const end = Math.min(last, first + most);
  while (row.length <= end) row.push(EMPTY_CELL);
  row.fill(cell, first, end + 1);
  return end - first + 1;
}

/** Returns the index of a column from 0: `BC12` → 54. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? '')?.[1];
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const rowOf = (reference: string): number => Number(/\d{1,7}$/.exec(reference)?.[0] ?? 0);
