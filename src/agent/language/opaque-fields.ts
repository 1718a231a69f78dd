/**
 * Fields of an answer that only its server understands, such as signatures of its reasoning. They are assembled from
 * pieces and sent back unchanged, up to a size limit.
 */
export type OpaqueValues = Readonly<Record<string, unknown>>;

/** Maximum number of characters of JSON for one message or one call. */
const MAX_CHARACTERS = 65_536;
/** Maximum nesting of objects, and maximum number of entries of a list. */
const DEEPEST = 8;
const MAX_ENTRIES = 500;
/** Names of texts that arrive in pieces; any other text arrives complete. */
const GROWING = /reason|think|thought(?!_?sig)|text|summary|content/i;

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

function mergeValues(name: string, before: unknown, next: unknown, depth: number): unknown {
  if (next === null || next === undefined) return before;
  if (typeof before === 'string' && typeof next === 'string')
    return GROWING.test(name) ? before + next : next || before;
  if (Array.isArray(before) && Array.isArray(next)) return mergeLists(before, next, depth);
  return isFields(before) && isFields(next) && depth < DEEPEST ? mergeFields(before, next, depth + 1) : next;
}

function mergeFields(before: OpaqueValues, next: OpaqueValues, depth: number): OpaqueValues {
  const result = { ...before };
  for (const [name, value] of Object.entries(next)) {
    const own = Object.hasOwn(result, name) ? result[name] : undefined;
    if (name !== '__proto__') result[name] = mergeValues(name, own, value, depth);
  }
  return result;
}

/** Merges two lists. Entries with the same index and type are pieces of one entry. */
function mergeLists(before: readonly unknown[], next: readonly unknown[], depth: number): unknown[] {
  const result = [...before];
  for (const entry of next) {
    const place = isFields(entry) ? result.findIndex((each) => isFields(each) && isSame(each, entry)) : -1;
    if (place >= 0) result[place] = mergeValues('', result[place], entry, depth);
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

/** Returns the fields without `except` and without empty values; undefined if none remain. */
export function unknownFields(fields: OpaqueValues, except: ReadonlySet<string>): OpaqueValues | undefined {
  const entries = Object.entries(fields).filter(
    ([name, value]) => !except.has(name) && !isEmpty(name, value) && name !== '__proto__',
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/**
 * True for a value that is not sent back. A server that expects a reasoning field also expects an empty one.
 */
const isEmpty = (name: string, value: unknown): boolean =>
  value === null || value === undefined || (value === '' && !name.startsWith('reasoning'));
