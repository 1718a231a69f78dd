/** Text as PostgreSQL takes it, which holds neither NUL nor half of a surrogate pair. Pure. */

/** The same text without what cannot be stored; what a model, a recogniser or a page says may hold it. */
export const storableText = (text: string): string =>
  text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');

/** For `JSON.parse`: the same of each string in a value. */
export const storableValue = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? storableText(value) : value;
