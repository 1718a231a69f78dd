/** Writes JSON on pages whose libraries add a `toJSON` to arrays and strings (Prototype 1.6 and older). */

/** The JSON of a value; of its objects, such as dates, by their own `toJSON`. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, keepPlain);
}

/** JSON.stringify calls `toJSON` first and this function afterwards, which still sees the original value. */
function keepPlain(this: Record<string, unknown>, key: string, changed: unknown): unknown {
  const plain = this[key];
  return typeof plain !== 'object' || Array.isArray(plain) ? plain : changed;
}
