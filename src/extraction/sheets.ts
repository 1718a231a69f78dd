/**
 * Converts sheets of spreadsheets and CSV files to Markdown: tables with column names, and the titles and notes
 * between them as headings and paragraphs.
 */
import {
  cellsMarkdown,
  escapeMarkdown,
  isValue,
  labelRow,
  namesValues,
  HEADER_RULE,
  type Cell,
} from './tables.ts';

export type SheetRow = readonly Cell[];

/**
 * Maximum number of characters of column names that are repeated above each part of a table; longer names are added
 * to every value.
 */
const MAX_NAMES_LENGTH = 280;
/** Maximum number of characters of a title, which is alone in its row. */
const MAX_TITLE_LENGTH = 80;
const YEAR = /^(?:19|20)\d\d$/;

interface RowPlace {
  row: SheetRow;
  /** The next row that has a value. */
  nextRow: SheetRow | undefined;
  /** True if the row follows an empty one. */
  isAfterGap: boolean;
}

export function sheetMarkdown(rows: Iterable<SheetRow>): string {
  const sheet = new Sheet();
  for (const place of placeRows(rows)) sheet.add(place);
  return sheet.markdown();
}

/** Formats a single column of words as a list. */
export const columnMarkdown = (rows: readonly SheetRow[]): string =>
  rows
    .flatMap((row) => filledCells(row))
    .map(({ text }) => `- ${escapeMarkdown(text)}`)
    .join('\n');

function* placeRows(rows: Iterable<SheetRow>): Generator<RowPlace> {
  let pendingPlace: Omit<RowPlace, 'nextRow'> | null = null;
  let followsGap = false;
  for (const row of rows) {
    if (row.every(({ text }) => text === '')) {
      followsGap = true;
      continue;
    }
    if (pendingPlace) yield { ...pendingPlace, nextRow: row };
    pendingPlace = { row, isAfterGap: followsGap };
    followsGap = false;
  }
  if (pendingPlace) yield { ...pendingPlace, nextRow: undefined };
}

const filledCells = (row: SheetRow): Cell[] => row.filter(({ text }) => text !== '');
const isBold = (row: SheetRow): boolean => filledCells(row).every(({ bold }) => bold);
const hasNumbers = (row: SheetRow): boolean => row.slice(1).some(({ text }) => /\d/.test(text));

/** True if each number of a row is a name above a value, as in "1 day" above "24". */
const namesNext = (row: SheetRow, next: SheetRow): boolean =>
  row.length > 2 &&
  row
    .slice(1)
    .every(({ text }, index) => !/\d/.test(text) || namesValues(text, [next[index + 1]?.text ?? '']));

class Sheet {
  readonly #markdownBlocks: string[] = [];
  /** The names of the columns; null if they have none, undefined outside of a table. */
  #names: string[] | null | undefined;
  #lines: string[] = [];
  /** True if the last row was a title, so that the next row is a note. */
  #hasTitle = false;
  /** True if names in merged cells continue in the next row. */
  #namesContinue = false;

  add({ row, nextRow: next, isAfterGap: followsGap }: RowPlace): void {
    if (this.#namesContinue) return this.#addNames(row);
    if (this.#isTitle(row, followsGap)) return this.#addTitle(filledCells(row)[0]!.text);
    const isAfterTitle = this.#hasTitle;
    this.#hasTitle = false;
    if (this.#beginsTable(row, next, followsGap || isAfterTitle)) {
      this.#close();
      this.#names = row.map(({ text }) => text);
      this.#namesContinue = next !== undefined && !hasNumbers(next) && hasDuplicates(this.#names);
    } else {
      this.#names ??= null;
      this.#lines.push(this.#line(row.map(({ text }) => text)));
    }
  }

  markdown(): string {
    this.#close();
    if (this.#markdownBlocks.length === 0 && this.#names)
      return this.#names.filter(Boolean).map(escapeMarkdown).join(', ');
    return this.#markdownBlocks.join('\n\n');
  }

  #addNames(row: SheetRow): void {
    this.#namesContinue = false;
    const namesAbove = this.#names ?? [];
    const width = Math.max(namesAbove.length, row.length);
    this.#names = Array.from({ length: width }, (_, index) =>
      [...new Set([namesAbove[index] ?? '', row[index]?.text ?? ''])].filter(Boolean).join(' '),
    );
  }

  /**
   * True for a row whose only cell is in the first column, if it is outside of a table, follows an empty row, or is
   * bold. Otherwise such a row is part of the table.
   */
  #isTitle(row: SheetRow, followsGap: boolean): boolean {
    const cells = filledCells(row);
    return (
      cells.length === 1 && row[0]?.text !== '' && (this.#names === undefined || followsGap || cells[0]!.bold)
    );
  }

  #addTitle(text: string): void {
    this.#close();
    const isNote = this.#hasTitle || text.length > MAX_TITLE_LENGTH || /[.!?:]$/.test(text);
    this.#hasTitle = true;
    this.#markdownBlocks.push(isNote ? escapeMarkdown(text) : `## ${escapeMarkdown(text)}`);
  }

  #beginsTable(row: SheetRow, next: SheetRow | undefined, followsGap: boolean): boolean {
    if (!next || filledCells(row).length < 2) return false;
    const areYears = row.length > 2 && row.slice(1).every(({ text }) => text === '' || YEAR.test(text));
    if (hasNumbers(row) && !((areYears || namesNext(row, next)) && this.#names === undefined)) return false;
    if (row.slice(1).some(({ text }) => isValue(text))) return false;
    if (isBold(row) && !isBold(next)) return true;
    return this.#names === undefined || (followsGap && hasNumbers(next));
  }

  #line(cells: readonly string[]): string {
    const names = this.#names;
    if (!names) return `- ${labelRow(cells)}`;
    if (this.#isWide()) return nameOfCells(names, cells);
    return cellsMarkdown(names.map((_, index) => cells[index] ?? '').concat(cells.slice(names.length)));
  }

  #isWide(): boolean {
    return cellsMarkdown(this.#names ?? []).length > MAX_NAMES_LENGTH;
  }

  #close(): void {
    const names = this.#names;
    if (this.#lines.length === 0) return;
    if (!names) this.#markdownBlocks.push(this.#lines.join('\n'));
    else if (this.#isWide()) this.#markdownBlocks.push(this.#lines.join('\n\n'));
    else
      this.#markdownBlocks.push(
        [cellsMarkdown(names), cellsMarkdown(names.map(() => HEADER_RULE)), ...this.#lines].join('\n'),
      );
    this.#lines = [];
  }
}

/** True if the same name is above two adjacent columns. */
const hasDuplicates = (names: readonly string[]): boolean =>
  names.some((name, at) => at > 0 && name !== '' && name === names[at - 1]);

/** Formats cells with their names: "Room: Hall, Seats: 150". */
const nameOfCells = (names: readonly string[], cells: readonly string[]): string =>
  cells
    .map((cell, at) => (cell === '' ? '' : names[at] ? `${names[at]}: ${cell}` : cell))
    .filter(Boolean)
    .map(escapeMarkdown)
    .join(', ');
