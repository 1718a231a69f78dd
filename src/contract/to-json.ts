/** Writes JSON on pages whose libraries add `toJSON` to arrays and strings (Prototype 1.6 and older). */

/** Converts a value to JSON; objects such as dates use their `toJSON`. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, keepPlain);
}

/**
 * Ignores the `toJSON` of arrays and strings. JSON.stringify calls it before this function, which can still
 * access the original value.
 */
function keepPlain(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key];
  return typeof original !== 'object' || Array.isArray(original) ? original : value;
}
