/** Writes JSON on pages whose libraries add `toJSON` to arrays and strings (Prototype 1.6 and older). */

/** Converts a value to JSON; objects such as dates use their `toJSON`. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, keepPlain);
}

/**
 * Ignores the `toJSON` of arrays and strings. JSON.stringify calls it before this function, which can still
 * access the original value.
 */
function keepPlain(this: Record<string, unknown>, key: string, changed: unknown): unknown {
  const plain = this[key];
  return typeof plain !== 'object' || Array.isArray(plain) ? plain : changed;
}
