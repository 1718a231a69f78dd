/** Text that PostgreSQL accepts: it contains neither NUL nor half of a surrogate pair. Pure. */

/** Replaces characters that cannot be stored, which models, recognisers and pages may send. */
export const storableText = (text: string): string =>
  text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');

/** A reviver for `JSON.parse` that applies `storableText` to each string. */
export const storableValue = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? storableText(value) : value;
