/**
 * Fields of an answer that only its server understands, such as signatures of its reasoning. They are assembled from
 * pieces and sent back unchanged, up to a size limit.
 */
export type OpaqueValues = Readonly<Record<string, unknown>>;

/** Maximum number of characters of JSON for one message or one call. */
const MAX_CHARACTERS = 65_536;
/** Maximum nesting of objects, and maximum number of entries of a list. */
const MAX_DEPTH = 8;
const MAX_ENTRIES = 500;
/** Names of text fields that arrive in pieces; the text of any other field arrives complete. */
const STREAMED_NAME = /reason|think|thought(?!_?sig)|text|summary|content/i;

export class OpaqueFields {
  #fields: OpaqueValues | undefined;
  #characters = 0;

  /** Adds the fields of one piece. A piece that exceeds the limit is ignored. */
  add(fields: OpaqueValues | undefined): void {
    if (fields === undefined) return;
    for (const [name, value] of Object.entries(fields)) {
      const size = name.length + JSON.stringify(value).length;
      if (this.#characters + size > MAX_CHARACTERS) continue;
      this.#characters += size;
      this.#fields = mergeFields(this.#fields ?? {}, { [name]: value }, 0);
    }
  }

  /** Returns the assembled fields; undefined if there are none. */
  all(): OpaqueValues | undefined {
    return this.#fields;
  }
}

function mergeValues(name: string, previous: unknown, next: unknown, depth: number): unknown {
  if (next === null || next === undefined) return previous;
  if (typeof previous === 'string' && typeof next === 'string')
    return STREAMED_NAME.test(name) ? previous + next : next || previous;
  if (Array.isArray(previous) && Array.isArray(next)) return mergeLists(previous, next, depth);
  return isFields(previous) && isFields(next) && depth < MAX_DEPTH
    ? mergeFields(previous, next, depth + 1)
    : next;
}

function mergeFields(before: OpaqueValues, next: OpaqueValues, depth: number): OpaqueValues {
  const result = { ...before };
  for (const [name, value] of Object.entries(next)) {
    const current = Object.hasOwn(result, name) ? result[name] : undefined;
    if (name !== '__proto__') result[name] = mergeValues(name, current, value, depth);
  }
  return result;
}

/** Merges two lists. Entries with the same index and type are pieces of one entry. */
function mergeLists(before: readonly unknown[], next: readonly unknown[], depth: number): unknown[] {
  const result = [...before];
  for (const entry of next) {
    const position = isFields(entry) ? result.findIndex((each) => isFields(each) && isSame(each, entry)) : -1;
    if (position >= 0) result[position] = mergeValues('', result[position], entry, depth);
    else if (result.length < MAX_ENTRIES) result.push(entry);
  }
  return result;
}

const isSame = (one: OpaqueValues, other: OpaqueValues): boolean =>
  typeof one['index'] === 'number' &&
  one['index'] === other['index'] &&
  one['type'] === other['type'] &&
  (!one['id'] || !other['id'] || one['id'] === other['id']);

const isFields = (value: unknown): value is OpaqueValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the fields without `excludedNames` and without empty values; undefined if none remain. */
export function unknownFields(
  fields: OpaqueValues,
  excludedNames: ReadonlySet<string>,
): OpaqueValues | undefined {
  const entries = Object.entries(fields).filter(
    ([name, value]) => !excludedNames.has(name) && !isEmpty(name, value) && name !== '__proto__',
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/**
 * True for an empty value, which is not sent back. An empty reasoning field is sent back, because some
 * servers require it.
 */
const isEmpty = (name: string, value: unknown): boolean =>
  value === null || value === undefined || (value === '' && !name.startsWith('reasoning'));
