/** Tables as text that can be asked about: each row has the names of its columns. */

export interface Table {
  /** The names of the columns; null where they have none. */
  names: readonly string[] | null;
  /** As many cells in each as there are names. */
  rows: readonly (readonly string[])[];
}

/** Markdown: a table, or a list of rows where the columns have no names. */
export function tableMarkdown({ names, rows }: Table): string {
  if (!names) return rows.map((cells) => `- ${labelled(cells)}`).join('\n');
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(names), line(names.map(() => '---')), ...rows.map(line)].join('\n');
}

/** "Monday: 9:00, 17:00": a row of a table whose columns have no names. */
function labelled(cells: readonly string[]): string {
  const [label = '', ...rest] = cells.map(escaped).filter(Boolean);
  return rest.length > 0 ? `${label.replace(/:$/, '')}: ${rest.join(', ')}` : label;
}

/** Words that Markdown would take for marks. */
export const escaped = (text: string): string => text.replace(/[\\`*_[\]<>|]/g, '\\$&');

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
