/** Orders the columns of a table so that the first one names its rows, and formats rows as text. */
export interface TableCells {
  names: readonly string[];
  rows: readonly (readonly string[])[];
}

const CODE = /^(?=.*\d)[\p{L}\d]{0,5}[-./ ]?\d{1,6}[a-z]?$/iu;
const CODE_NAME =
  /^(?:#|no\.?|nr\.?|id|code|number|ref(?:erence)?\.?|sku|(?:article|item|course|product) (?:no\.?|number|code|id))$/i;
const LETTER_AND_DIGIT = /\p{L}-?\d/u;
const TWO_LETTERS = /\p{L}{2}/u;
/** Minimum number of different names in a column of names, as a fraction of the rows. */
const MIN_DISTINCT_FRACTION = 0.7;

/** Returns the value of a cell; empty for a dash, which means that there is none. */
const valueOf = (cell: string): string => (/^[-\u2013\u2014]$/.test(cell) ? '' : cell);

/**
 * Moves the column with the names of the rows before a column of codes such as "L101". A cell with only a dash
 * becomes empty.
 */
export function namesFirst(table: TableCells): TableCells {
  const rows = table.rows.map((row) => row.map(valueOf));
  const at = hasCodes(table) ? nameColumn(rows) : 0;
  if (at < 1) return { names: table.names, rows };
  const move = (cells: readonly string[]): string[] => [
    cells[at] ?? '',
    ...cells.filter((_, index) => index !== at),
  ];
  return { names: move(table.names), rows: rows.map(move) };
}

/**
 * True if the first column has codes. Numbers alone may be rooms or years, so they need a column name such as
 * "code".
 */
function hasCodes({ names, rows }: TableCells): boolean {
  if (rows.length < 2 || !rows.every(([cell = '']) => CODE.test(cell))) return false;
  return CODE_NAME.test(names[0] ?? '') || rows.every(([cell = '']) => LETTER_AND_DIGIT.test(cell));
}

/**
 * Returns the first column, apart from column 0, whose texts mostly differ from row to row; -1 if there is none.
 */
function nameColumn(rows: readonly (readonly string[])[]): number {
  const width = rows[0]?.length ?? 0;
  return Array.from({ length: width }, (_, at) => at).findIndex((column) => {
    const texts = rows
      .map((row) => row[column] ?? '')
      .filter((cell) => TWO_LETTERS.test(cell) && !/^[€$£\d]/.test(cell));
    return (
      column > 0 && texts.length === rows.length && new Set(texts).size >= MIN_DISTINCT_FRACTION * rows.length
    );
  });
}

/** Formats rows as a person reads them aloud, first column first: "Monday: Galleries closed, Café closed" */
export function rowTexts({ names, rows }: TableCells): string[] {
  return rows.map(([first = '', ...rest]) => {
    const namedCells = rest
      .map(
        (cell, index) =>
          cell &&
          [rest.length > 1 || names.length > 2 ? names[index + 1] : '', cell].filter(Boolean).join(' '),
      )
      .filter(Boolean);
    return [first, namedCells.join(', ')].filter(Boolean).join(': ');
  });
}
