/** Detects the format of a file from its content, never from its name (docs/decisions/0025-interface.md#documents). */
import { delimiterOf } from './csv.ts';
import { ExtractionError } from './extraction-error.ts';
import { mainPart, type OfficeKind } from './office-parts.ts';
import { Zip } from './zip.ts';

/** Maximum size in bytes to which an archive may unpack. */
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;

export type DetectedFormat =
  | { is: 'pdf' }
  | { is: OfficeKind; zip: Zip; main: string }
  | { is: 'html' | 'csv' | 'text'; text: string; delimiter?: string };

/** Minimum number of characters beyond ASCII for each invalid byte that is tolerated in UTF-8. */
const MIN_VALID_RATIO = 3;
/** Number of bytes in which a page declares its encoding: the standard's 1024, and more for long comments. */
const DECLARATION_BYTES = 4096;

/** Matches possible beginnings of HTML; the html, head and body tags may be omitted (HTML §13.1.2.4). */
const HTML = new RegExp(
  String.raw`^<(!doctype html|html|head|body|title|meta|link|base|script|style|main|header|nav|article|` +
    String.raw`section|div|p|h[1-6]|ul|ol|table)[\s>]`,
);

/** Detects the format of a file. `charset` is the encoding that the sender stated, if it did. */
export function detectFormat(bytes: Uint8Array, charset?: string): DetectedFormat {
  if (bytes.length === 0) throw new ExtractionError('file_empty');
  const fileStart = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (fileStart.includes('%PDF-')) return { is: 'pdf' };
  if (fileStart.startsWith('PK\x03\x04') || fileStart.startsWith('PK\x05\x06')) {
    const zip = new Zip(bytes, MAX_UNPACKED_BYTES);
    const officePart = mainPart(zip);
    if (!officePart) throw new ExtractionError('file_format_unsupported');
    return { is: officePart.kind, zip, main: officePart.part };
  }
  const text = decode(bytes, charset);
  if (text === null) throw new ExtractionError('file_format_unsupported');
  if (text.trim() === '') throw new ExtractionError('file_empty');
  const start = text
    .slice(0, 4096)
    .replace(/^\s*(<\?xml[^>]*\?>|<!--[\s\S]*?-->|\s)*/, '')
    .toLowerCase();
  if (HTML.test(start) || /<html[\s>]/.test(start)) return { is: 'html', text };
  if (/^\s*<(\?xml|!doctype|svg|rss)[\s>]/i.test(text)) throw new ExtractionError('file_format_unsupported');
  const delimiter = delimiterOf(text);
  return delimiter ? { is: 'csv', text, delimiter } : { is: 'text', text };
}

/** Returns the text; null if the bytes are not text. */
export function decode(bytes: Uint8Array, charset?: string): string | null {
  const markedEncoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null;
  const text =
    decodeAs(bytes, markedEncoding ?? 'utf-8', true) ??
    probableUtf8(bytes) ??
    decodeAs(bytes, charset ?? declaredCharset(bytes), false) ??
    decodeAs(bytes, 'windows-1252', false);
  // Text contains no control characters except tabs, line ends and form feeds; a few exceptions are accepted.
  const sample = text!.slice(0, 65_536);
  const controlCount = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0;
  if (sample.includes('\u0000') || controlCount > sample.length / 200) return null;
  return text!.replaceAll('\u0000', '');
}

/**
 * Decodes UTF-8; null for too many invalid bytes. A few are accepted, because text in other encodings rarely
 * looks like UTF-8.
 */
function probableUtf8(bytes: Uint8Array): string | null {
  const text = decodeAs(bytes, 'utf-8', false)!;
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return text;
  let invalidCount = 0;
  let validCount = 0;
  for (const [character] of text.matchAll(/[\u0080-\uFFFF]/g))
    if (character === '\uFFFD') invalidCount += 1;
    else validCount += 1;
  return validCount >= MIN_VALID_RATIO * invalidCount ? text : null;
}

/** Returns the encoding that a page declares in its first bytes (HTML §13.2.3.2). */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1');
  return /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1];
}

function decodeAs(bytes: Uint8Array, charset: string | undefined, rejectInvalid: boolean): string | null {
  if (charset === undefined) return null;
  try {
    return new TextDecoder(charset, { fatal: rejectInvalid }).decode(bytes);
  } catch {
    return null;
  }
}
