/** Maps that keep the most recently used entries. */

/** Returns the value of a key, which is created if it is missing. The least recently used entries are removed. */
export function getOrCreate<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  maximum: number,
  create: () => Value,
): Value {
  const value = map.has(key) ? (map.get(key) as Value) : create();
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= maximum) break;
    map.delete(oldest);
  }
  return value;
}
