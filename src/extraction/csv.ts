/** Reads tables in text files: comma-separated values (RFC 4180), and those with semicolons or tabs. */

/** Number of UTF-16 units and of rows that are examined at the beginning of a text. */
const MAX_EXAMINED_LENGTH = 20_000;
const HEAD_ROWS = 20;
const DELIMITERS = [',', ';', '\t'];
/** Matches a first line in which Excel names the delimiter. */
const NAMED_DELIMITER = /^\uFEFF?"?sep=(.)"?[ \t]*\r?\n/i;

/**
 * Returns the delimiter that the first line names, otherwise the character that splits the first rows into the same
 * number of columns, at least two; null if there is none.
 */
export function delimiterOf(text: string): string | null {
  const namedDelimiter = NAMED_DELIMITER.exec(text)?.[1];
  if (namedDelimiter) return namedDelimiter;
  const textStart = text.slice(0, MAX_EXAMINED_LENGTH).trim();
  return DELIMITERS.find((delimiter) => splitsEvenly(textStart, delimiter)) ?? null;
}

function splitsEvenly(head: string, delimiter: string): boolean {
  const rows: string[][] = [];
  for (const row of parseCsv(head, delimiter)) if (rows.push(row) === HEAD_ROWS) break;
  const width = rows[0]?.length ?? 0;
  // Empty lines separate paragraphs, but not rows.
  if (rows.length < 2 || width < 2 || rows.some((row) => row.join('').trim() === '')) return false;
  return rows.slice(0, -1).every((row) => row.length === width);
}

/** Returns the rows below the line that names the delimiter. */
export const csvRows = (text: string, delimiter: string): Generator<string[]> =>
  parseCsv(text.replace(NAMED_DELIMITER, ''), delimiter);

/** Yields the rows of RFC 4180 text one by one, because parsed rows need more memory than the text. */
export function* parseCsv(text: string, delimiter: string): Generator<string[]> {
  let row: string[] = [];
  for (let position = 0; position < text.length || row.length > 0;) {
    const { field, end } =
      text[position] === '"' ? quotedField(text, position) : plainField(text, position, delimiter);
    row.push(field);
    // Text between a closing quotation mark and the delimiter is not part of the table.
    const fieldEnd = endOfField([delimiter, '\n'], text, end);
    position = fieldEnd + 1;
    const hasMore = text[fieldEnd] === delimiter;
    if (hasMore && position < text.length) continue;
    yield hasMore ? [...row, ''] : row;
    row = [];
  }
}

interface Field {
  field: string;
  /** Index of the text after the field. */
  end: number;
}

/** Reads a quoted field, in which a quotation mark is written twice. */
function quotedField(text: string, start: number): Field {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end < 0) end = text.length;
  return { field: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
}

function plainField(text: string, start: number, delimiter: string): Field {
  const end = endOfField([delimiter, '\n', '\r'], text, start);
  return { field: text.slice(start, end), end };
}

/** Returns the first index from `start` on with one of the characters, or the end of the text. */
function endOfField(characters: readonly string[], text: string, start: number): number {
  let at = start;
  while (at < text.length && !characters.includes(text[at]!)) at++;
  return at;
}
