/** Text that PostgreSQL accepts: it contains neither NUL nor half of a surrogate pair. */

/** Removes NUL and replaces half surrogate pairs, which models, recognisers and pages may send. */
export const storableText = (text: string): string =>
  text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');

/** Applies `storableText` to each string; a reviver for `JSON.parse`. */
export const storableValue = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? storableText(value) : value;
