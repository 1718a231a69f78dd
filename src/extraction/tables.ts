/** Formats tables as text from which questions can be answered: each row contains its column names. */

export interface Cell {
  text: string;
  bold: boolean;
}

export interface Table {
  /** The names of the columns; null if they have none. */
  names: readonly string[] | null;
  /** Each row has as many cells as there are names. */
  rows: readonly (readonly string[])[];
}

/** Formats Markdown: a table, or a list of rows if the columns have no names. */
export function tableMarkdown({ names, rows }: Table): string {
  if (!names) return rows.map((cells) => `- ${labelRow(cells)}`).join('\n');
  return [cellsMarkdown(names), cellsMarkdown(names.map(() => HEADER_RULE)), ...rows.map(cellsMarkdown)].join(
    '\n',
  );
}

/** Cell of the dashed line below the header row. */
export const HEADER_RULE = '---';

/** Formats a row of a Markdown table. */
export const cellsMarkdown = (cells: readonly string[]): string =>
  `| ${cells.map(escapeMarkdown).join(' | ')} |`;

/** Formats a row of a table without column names: "Monday: 9:00, 17:00". */
export function labelRow(cells: readonly string[]): string {
  const [label = '', ...values] = cells.map(escapeMarkdown).filter(Boolean);
  return values.length > 0 ? `${label.replace(/:$/, '')}: ${values.join(', ')}` : label;
}

/** Escapes characters that have a meaning in Markdown. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>|]/g, '\\$&');

/**
 * Finds the column names: in bold rows at the top, otherwise in the first row if `namesColumns` accepts it. Without
 * names, all rows are ordinary rows.
 */
export function findTitles(rows: readonly (readonly Cell[])[]): Table {
  let titleCount = 0;
  while (titleCount < rows.length - 1 && titleCount < 3 && isBold(rows[titleCount]!)) titleCount += 1;
  if (titleCount > 0 && rows.slice(titleCount).every(isBold)) titleCount = 0;
  if (titleCount === 0 && namesColumns(rows)) titleCount = 1;
  const texts = rows.map((row) => row.map(({ text }) => text));
  if (titleCount === 0) return { names: null, rows: texts };
  const names = texts[0]!.map((_, column) =>
    [...new Set(texts.slice(0, titleCount).map((row) => row[column]!))].join(' ').trim(),
  );
  return { names, rows: texts.slice(titleCount) };
}

export const isBold = (row: readonly Cell[]): boolean =>
  row.filter(({ text }) => text !== '').length > 1 && row.every(({ text, bold }) => bold || text === '');

/**
 * True if an unmarked first row contains column names. "Monday: closed" above rows with numbers is an ordinary row,
 * so a table of two columns has names only if the second contains values.
 */
function namesColumns([first, ...rest]: readonly (readonly Cell[])[]): boolean {
  const names = first!.slice(1);
  if (rest.length === 0 || names.some(({ text }) => text === '' || isValue(text))) return false;
  const numberedColumns = names.flatMap(({ text }, at) => (/\d/.test(text) ? [at + 1] : []));
  if (numberedColumns.length > 0)
    return (
      first!.length > 2 &&
      numberedColumns.every((at) =>
        namesValues(
          first![at]!.text,
          rest.map((row) => row[at]!.text),
        ),
      )
    );
  if (first!.length === 2) return NAME_OF_VALUES.test(names[0]!.text);
  const numberCount = (at: number) => rest.filter((row) => /\d/.test(row[at + 1]!.text)).length;
  if (first![0]!.text === '' || names.some((_, index) => numberCount(index) > rest.length / 2)) return true;
  return namesTexts(first!, rest);
}

/** Maximum number of words of a column's name above texts. */
const MAX_NAME_WORDS = 4;
/** Minimum number of rows that show the difference between names and texts. */
const MIN_TEXT_ROWS = 3;

/**
 * True for short capitalised names above texts that differ from them: most texts of one column begin with a small
 * letter, or in every column most texts are more than twice as long as the name.
 */
function namesTexts(first: readonly Cell[], rest: readonly (readonly Cell[])[]): boolean {
  const isName = ({ text }: Cell) => /^\p{Lu}/u.test(text) && text.split(' ').length <= MAX_NAME_WORDS;
  if (rest.length < MIN_TEXT_ROWS || !first.every(isName)) return false;
  const columns = first.slice(1).map(({ text: name }, at) => ({
    name,
    texts: rest.map((row) => row[at + 1]!.text).filter(Boolean),
  }));
  const holdsForMost = (texts: readonly string[], test: (text: string) => boolean) =>
    texts.length >= MIN_TEXT_ROWS && texts.filter(test).length > texts.length / 2;
  if (columns.some(({ texts }) => holdsForMost(texts, (text) => /^\p{Ll}/u.test(text)))) return true;
  return columns.every(({ name, texts }) => holdsForMost(texts, (text) => text.length > 2 * name.length));
}

/** True for "3 days" or "Under 2" above numbers, prices or times, whose format differs from the name's. */
export function namesValues(name: string, values: readonly string[]): boolean {
  return /\p{L}{2}/u.test(name) && !isBare(name) && values.filter(isBare).length > values.length / 2;
}
const CURRENCY = /\b(?:eur|euros?|usd|gbp|chf|kr)\b/gi;
const isBare = (text: string): boolean =>
  /^[-\u2013\u2014]$/.test(text) || (/\d/.test(text) && !/\p{L}/u.test(text.replace(CURRENCY, '')));

const oneOf = (words: string): string => `(?:${words.split(' ').join('|')})`;

/** Words that are values, not names. */
const VALUES = new RegExp(
  `^${oneOf(
    'closed open free none yes no all included geschlossen frei kostenlos ja nein keine? ferm\u00e9e? gratuite? oui ' +
      'non cerrado gratis s\u00ed chiuso gesloten [-\u2013\u2014]',
  )}$`,
  'i',
);
export const isValue = (text: string): boolean => VALUES.test(text);

/** Names of value columns, recognised by the first or last word. */
const NAME_OF_VALUES = new RegExp(
  `^(?:(?:per|each|pro|par|por)\\b|.*\\b${oneOf(
    'prices? costs? fees? rates? amount hours? times? dates? duration length age number quantity size value preise? ' +
      'kosten geb\u00fchr(?:en)? betrag uhrzeit zeit zeiten datum dauer menge alter wert prix tarifs? horaires? ' +
      'dur\u00e9e precio tarifa horario prezzo orario prijs tarief',
  )}$)`,
  'i',
);
