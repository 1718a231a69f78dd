/** Converts a file's bytes to Markdown. Runs in the extraction process, because files are not trusted. */
import { ExtractionError } from './extraction-error.ts';
import { detectFormat, type DetectedFormat } from './formats.ts';
import { readPage, wholeText, type Page } from './html.ts';
import { readDocx } from './docx.ts';
import { readPdf } from './pdf.ts';
import { readPptx } from './pptx.ts';
import { sheetMarkdown } from './sheets.ts';
import { readXlsx } from './xlsx.ts';
import { csvRows } from './csv.ts';

/** Maximum number of characters of text from a file. */
const MAX_TEXT = 100 * 1024 * 1024;

/** Matches any markup; a fragment may begin with a link, a form or a custom element. */
const MARKUP = /<[a-z][\w-]*(\s[^<>]*)?>/i;

/** Reads a website's response as a page; null if it is not a page. */
export function extractPage(bytes: Uint8Array, charset?: string, isDeclaredHtml = false): Page | null {
  let format: DetectedFormat;
  try {
    format = detectFormat(bytes, charset);
  } catch (error) {
    if (error instanceof ExtractionError) return null;
    throw error;
  }
  if (format.is === 'html') return readPage(removeUnstorable(format.text));
  const text = isDeclaredHtml && (format.is === 'text' || format.is === 'csv') ? format.text : '';
  return MARKUP.test(text) ? readPage(removeUnstorable(text)) : null;
}

export async function extractFile(bytes: Uint8Array, charset?: string): Promise<string> {
  const format = detectFormat(bytes, charset);
  const text = removeUnstorable(await read(format, bytes)).trim();
  if (text === '') throw new ExtractionError('file_empty');
  if (text.length > MAX_TEXT) throw new ExtractionError('file_size_too_large');
  return text;
}

function read(format: DetectedFormat, bytes: Uint8Array): Promise<string> | string {
  switch (format.is) {
    case 'pdf':
      return readPdf(bytes);
    case 'docx':
      return readDocx(format.zip);
    case 'pptx':
      return readPptx(format.zip, format.main);
    case 'xlsx':
      return readXlsx(format.zip, format.main);
    case 'html':
      return wholeText(readPage(format.text));
    case 'csv':
      return readCsv(format.text, format.delimiter!);
    case 'text':
      return format.text.replace(/\r\n?/g, '\n');
  }
}

function readCsv(text: string, delimiter: string): string {
  function* rows() {
    for (const fields of csvRows(text, delimiter))
      yield fields.map((field) => ({ text: field.replace(/\s+/g, ' ').trim(), bold: false }));
  }
  return sheetMarkdown(rows());
}

/** Removes NUL and halves of surrogate pairs, which text in PostgreSQL cannot contain. */
export function removeUnstorable(text: string): string {
  return text.replace(/\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '');
}
