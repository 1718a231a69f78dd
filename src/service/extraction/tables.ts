/** Tables as text that can be asked about: each row becomes a paragraph of `column: value`. */

/** Rows of RFC 4180 text, one by one, for a file of them is larger in memory than as text. */
export function* parseCsv(text: string, delimiter: string): Generator<string[]> {
  let row: string[] = [];
  for (let at = 0; at < text.length || row.length > 0;) {
    const { field, end } = text[at] === '"' ? quotedField(text, at) : plainField(text, at, delimiter);
    row.push(field);
    // What stands between a closing quote and the delimiter is no part of the table.
    const next = upTo([delimiter, '\n'], text, end);
    at = next + 1;
    const more = text[next] === delimiter;
    if (more && at < text.length) continue;
    yield more ? [...row, ''] : row;
    row = [];
  }
}

interface Field {
  field: string;
  /** Where the text goes on after it. */
  end: number;
}

/** A quote inside is written twice. */
function quotedField(text: string, start: number): Field {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end < 0) end = text.length;
  return { field: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
}

function plainField(text: string, start: number, delimiter: string): Field {
  const end = upTo([delimiter, '\n', '\r'], text, start);
  return { field: text.slice(start, end), end };
}

/** The first place from `start` on where one of the characters stands, or the text's end. */
function upTo(characters: readonly string[], text: string, start: number): number {
  let at = start;
  while (at < text.length && !characters.includes(text[at]!)) at++;
  return at;
}

/** Markdown; the first row that is filled names the columns. */
export function describeTable(rows: Iterable<readonly string[]>): string {
  let names: string[] | undefined;
  const paragraphs: string[] = [];
  for (const row of rows) {
    const cells = row.map((cell) => cell.replace(/\s+/g, ' ').trim());
    if (cells.every((cell) => cell === '')) continue;
    if (!names) names = cells;
    else
      paragraphs.push(
        cells
          .map((cell, column) => (cell === '' ? '' : names![column] ? `${names![column]}: ${cell}` : cell))
          .filter(Boolean)
          .join(', '),
      );
  }
  return paragraphs.length > 0 ? paragraphs.join('\n\n') : (names ?? []).filter(Boolean).join(', ');
}
