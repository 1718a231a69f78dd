/**
 * Parses a Range header (RFC 9110 §14) with one byte range. Several ranges, or an invalid one, select the whole file.
 */

/** Returns the first and last byte; null for the complete file; `unsatisfiable` for status 416. */
export function byteRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | null | 'unsatisfiable' {
  const range = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '');
  if (!range || (range[1] === '' && range[2] === '')) return null;
  if (range[1] === '') {
    const suffix = Number(range[2]);
    return suffix === 0 || size === 0
      ? 'unsatisfiable'
      : { first: Math.max(0, size - suffix), last: size - 1 };
  }
  const first = Number(range[1]);
  const last = range[2] === '' ? Infinity : Number(range[2]);
  if (last < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last: Math.min(last, size - 1) };
}
