/** Finds tables on a PDF page by the positions of words: aligned lines of several pieces. */
import type { Word } from './pdf-document.ts';
import { pieceOf, type Line, type Piece } from './pdf-lines.ts';
import { isBold, findTitles, type Cell, type Table } from './tables.ts';

/** Maximum distance to the next line of a table, relative to the line's size. */
const MAX_LINE_DISTANCE = 3.5;
/** Maximum number of lines with one piece between two rows; they continue a cell. */
const MAX_LINES_BETWEEN_ROWS = 4;
/** Lines that are closer than this fraction of the usual row distance are in one row. */
const MAX_ROW_OFFSET = 0.85;
/** Minimum size of a heading, relative to the font size of the table. */
const HEADING_RATIO = 1.12;
/** Minimum gap between two cells, relative to the font size, if the row above shows that they are two. */
const CELL_GAP = 0.5;
const MAX_COLUMNS = 50;
/** Maximum number of lines of a table with which a line below them is compared. */
const MAX_LINES_ABOVE = 20;

interface HorizontalEdges {
  x: number;
  right: number;
}
type Column = HorizontalEdges;
type Row = Cell[];

/** Returns the table that starts at this line, or null, and the number of lines that were examined. */
export function tableAt(lines: readonly Line[], start: number): { table: Table | null; count: number } {
  if (lines[start]!.pieces.length < 2) return { table: null, count: 0 };
  const tableLines = tableLinesFrom(lines, start);
  const columns =
    tableLines.filter(({ pieces }) => pieces.length > 1).length < 2 ? null : columnsOf(tableLines);
  const rows = columns ? rowsOf(tableLines, columns) : [];
  return { table: rows.length < 2 ? null : findTitles(rows), count: tableLines.length };
}

/** Returns adjacent lines, most of which have several pieces. */
function tableLinesFrom(lines: readonly Line[], start: number): Line[] {
  const tableLines = [lines[start]!];
  let linesBetween: Line[] = [];
  for (let index = start + 1; index < lines.length; index++) {
    const line = splitPieces(lines[index]!, tableLines.at(-1)!);
    const lastLine = linesBetween.at(-1) ?? tableLines.at(-1)!;
    if (line.y <= lastLine.y || line.y - lastLine.y > MAX_LINE_DISTANCE * Math.max(line.size, lastLine.size))
      break;
    if (isHeading(line, tableLines[0]!, tableLines.at(-1)!)) break;
    if (line.pieces.length > 1) {
      tableLines.push(...linesBetween, line);
      linesBetween = [];
    } else if (linesBetween.length < MAX_LINES_BETWEEN_ROWS && isInColumn(line, tableLines))
      linesBetween.push(line);
    else break;
  }
  return [...tableLines, ...endOf(tableLines, linesBetween)];
}

/** Splits a row whose wide cells almost touch, at the columns of the row above. */
function splitPieces(line: Line, { pieces: above }: Line): Line {
  if (line.pieces.length >= above.length) return line;
  const pieces = line.pieces.flatMap((piece) => {
    const groups: Word[][] = [];
    let last: Word | null = null;
    for (const word of piece.words) {
      const distanceToLast = last ? word.x - (last.x + last.width) : Infinity;
      const isOtherColumn =
        last && nearestColumn(edgesOf(last), above) !== nearestColumn(edgesOf(word), above);
      if (last && (!isOtherColumn || distanceToLast < CELL_GAP * word.size)) groups.at(-1)!.push(word);
      else groups.push([word]);
      last = word;
    }
    return groups.map(pieceOf);
  });
  return pieces.length === above.length ? { ...line, pieces } : line;
}

const edgesOf = ({ x, width }: Word): HorizontalEdges => ({ x, right: x + width });

/**
 * True for a single piece that is larger than the table's text, or that is bold while the rows are not. It is
 * the title of the rows below it.
 */
function isHeading({ pieces, size }: Line, first: Line, last: Line): boolean {
  if (pieces.length > 1) return false;
  return size > HEADING_RATIO * first.size || (pieces[0]!.bold && !last.pieces.some(({ bold }) => bold));
}

/** True if a single piece is within the width of a piece in previous lines, or has the same left edge. */
function isInColumn({ pieces: [piece], size }: Line, tableLines: readonly Line[]): boolean {
  return tableLines.slice(-MAX_LINES_ABOVE).some(({ pieces }) => {
    const at = pieces.findIndex(({ x, right }) => Math.abs(x - piece!.x) < size || right > piece!.x);
    const nextPiece = pieces[at + 1];
    return at >= 0 && (nextPiece ? piece!.right < nextPiece.x : at > 0);
  });
}

/** Returns the lines below the last row that continue its cells, because they are closer than rows. */
function endOf(tableLines: readonly Line[], between: readonly Line[]): Line[] {
  const maxDistance = MAX_ROW_OFFSET * rowDistance(tableLines, 2);
  const end: Line[] = [];
  for (const line of between) {
    const above = end.at(-1) ?? tableLines.at(-1)!;
    const continuesCell = line.y - above.y < maxDistance || /^[\p{Ll}(]/u.test(line.pieces[0]!.text);
    if (!continuesCell || line.y - above.y > 1.6 * line.size) break;
    end.push(line);
  }
  return end;
}

/** Returns the usual distance of lines with at least `minPieces` pieces; 0 if there are too few. */
function rowDistance(tableLines: readonly Line[], minPieces: number): number {
  const fullRows = tableLines.filter(({ pieces }) => pieces.length >= minPieces);
  const distances = fullRows.slice(1).map(({ y }, index) => y - fullRows[index]!.y);
  return distances.sort((first, second) => first - second)[Math.floor(distances.length / 2)] ?? 0;
}

/** Returns the positions of the columns, from the lines with the most pieces; null if they are not aligned. */
function columnsOf(tableLines: readonly Line[]): Column[] | null {
  const lineCounts = new Map<number, number>();
  for (const { pieces } of tableLines)
    lineCounts.set(pieces.length, (lineCounts.get(pieces.length) ?? 0) + 1);
  const usualCounts = [...lineCounts]
    .filter(([count, lines]) => count > 1 && lines > 1)
    .map(([count]) => count);
  const width = Math.max(2, ...(usualCounts.length > 0 ? usualCounts : lineCounts.keys()));
  if (width > MAX_COLUMNS) return null;
  const columns: Column[] = Array.from({ length: width }, () => ({ x: Infinity, right: -Infinity }));
  for (const { pieces } of tableLines)
    if (pieces.length === width) for (const [at, piece] of pieces.entries()) widen(columns[at]!, piece);
  return columns.every(({ right }, at) => at === 0 || columns[at - 1]!.right < columns[at]!.x || right < 0)
    ? columns
    : null;
}

function widen(column: Column, { x, right }: Piece): void {
  column.x = Math.min(column.x, x);
  column.right = Math.max(column.right, right);
}

function rowsOf(tableLines: readonly Line[], columns: readonly Column[]): Row[] {
  const maxRowGap = MAX_ROW_OFFSET * rowDistance(tableLines, columns.length);
  const rows: Row[] = [];
  let last: Line | null = null;
  for (const line of tableLines) {
    const cells = cellsOf(line, columns);
    const above = rows.at(-1);
    const gap = last ? line.y - last.y : 0;
    // Two consecutive lines that both fill every column are two rows, unless they are column names.
    const isApart = last && isFull(line, columns) && isFull(last, columns) && !isBold(cells);
    if (above && ((gap < maxRowGap && !isApart) || continues(cells, above, gap, line.size)))
      appendCells(above, cells);
    else rows.push(above ? withLabel(cells, above) : cells);
    last = line;
  }
  return rows;
}

const isFull = ({ pieces }: Line, columns: readonly Column[]): boolean => pieces.length >= columns.length;

/** Assigns each piece to every column that it touches, or to the nearest one. */
function cellsOf({ pieces }: Line, columns: readonly Column[]): Row {
  const cells: Row = columns.map(() => ({ text: '', bold: false }));
  for (const piece of pieces.flatMap((one) => partsOf(one, columns))) {
    const touchedIndices = touchedColumns(piece, columns);
    for (const at of touchedIndices.length > 0 ? touchedIndices : [nearestColumn(piece, columns)]) {
      const cell = cells[at]!;
      cell.bold = piece.bold && (cell.text === '' || cell.bold);
      cell.text = [cell.text, piece.text].filter(Boolean).join(' ');
    }
  }
  return cells;
}

const touchedColumns = (piece: HorizontalEdges, columns: readonly Column[]): number[] =>
  columns.flatMap(({ x, right }, at) => (piece.x < right && piece.right > x ? [at] : []));

/** Splits a piece with words of several columns, which occurs in rows with narrow gaps. */
function partsOf(
  piece: Piece,
  columns: readonly Column[],
): (HorizontalEdges & { text: string; bold: boolean })[] {
  if (touchedColumns(piece, columns).length < 2) return [piece];
  const parts = piece.words.map(({ text, x, width, isBold: bold }) => ({
    text: text.trim(),
    x,
    right: x + width,
    bold,
  }));
  return parts.every((pieceText) => touchedColumns(pieceText, columns).length === 1) ? parts : [piece];
}

function nearestColumn(piece: HorizontalEdges, columns: readonly Column[]): number {
  const distance = ({ x, right }: Column) => Math.max(x - piece.right, piece.x - right);
  return columns.reduce(
    (nearest, column, index) => (distance(column) < distance(columns[nearest]!) ? index : nearest),
    0,
  );
}

/** True if the cells of a line continue the row above: the first cell is missing, or starts in the middle of a text. */
function continues(cells: Row, above: Row, distance: number, size: number): boolean {
  if (distance > 1.6 * size) return false;
  const filledCells = cells.filter(({ text }) => text !== '').length;
  if (cells[0]!.text === '') return filledCells === 1 || filledCells < cells.length - 1;
  return filledCells === 1 && /^[\p{Ll}(]/u.test(cells[0]!.text) && above.some(({ text }) => text !== '');
}

function appendCells(above: Row, cells: Row): void {
  for (const [at, { text, bold }] of cells.entries()) {
    const cell = above[at]!;
    cell.bold = cell.text === '' ? bold : cell.bold && (bold || text === '');
    cell.text = [cell.text, text].filter(Boolean).join(' ');
  }
}

/** Adds the label of the row above to a row in which only the first cell is empty. */
function withLabel(cells: Row, above: Row): Row {
  const [firstCell, ...otherCells] = cells;
  const full = otherCells.length > 1 && firstCell!.text === '' && otherCells.every(({ text }) => text !== '');
  return full ? [above[0]!, ...otherCells] : cells;
}
