/**
 * The Range header (RFC 9110 §14): one range of bytes; several, or what is none, are answered with the whole.
 * Pure.
 */

/** First and last byte; null: the whole; `unsatisfiable`: 416. */
export function byteRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | null | 'unsatisfiable' {
  const asked = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '');
  if (!asked || (asked[1] === '' && asked[2] === '')) return null;
  if (asked[1] === '') {
    const suffix = Number(asked[2]);
    return suffix === 0 || size === 0
      ? 'unsatisfiable'
      : { first: Math.max(0, size - suffix), last: size - 1 };
  }
  const first = Number(asked[1]);
  const last = asked[2] === '' ? Infinity : Number(asked[2]);
  if (last < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last: Math.min(last, size - 1) };
}
