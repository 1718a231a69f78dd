/** Text that PostgreSQL accepts, which contains neither NUL nor half of a surrogate pair. Pure. */

/** The text without characters that cannot be stored; models, recognisers and pages may send them. */
export const storableText = (text: string): string =>
  text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');

/** For `JSON.parse`: applies it to each string of a value. */
export const storableValue = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? storableText(value) : value;
