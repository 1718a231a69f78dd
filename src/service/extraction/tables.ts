/** Tables as text that can be asked about: each row becomes a paragraph of `column: value`. */

/** Rows of RFC 4180 text, one by one, for a file of them is larger in memory than as text. */
export function* parseCsv(text: string, delimiter: string): Generator<string[]> {
  let row: string[] = [];
  for (let at = 0; at < text.length || row.length > 0;) {
    let field: string;
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1);
      while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
      if (end < 0) end = text.length;
      field = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else {
      const start = at;
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++;
      field = text.slice(start, at);
    }
    row.push(field);
    // What stands between a closing quote and the delimiter is no part of the table.
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at++;
    const more = text[at++] === delimiter;
    if (more && at < text.length) continue;
    yield more ? [...row, ''] : row;
    row = [];
  }
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
