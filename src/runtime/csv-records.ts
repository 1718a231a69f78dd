/** Formats CSV records (RFC 4180) that are safe to open in a spreadsheet. */

/** Byte-order mark, by which spreadsheets recognise UTF-8. */
export const CSV_START = '\ufeff';

/**
 * Matches the beginning of a cell that spreadsheets read as a formula, which may send data to others. A
 * leading apostrophe makes it text (OWASP, CSV injection); East Asian spreadsheets also accept the fullwidth
 * characters.
 */
const FORMULA = /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** Formats one record. Numbers are written unchanged. */
export function csvRecord(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
