/** True if two documents have the same content; the order of keys does not matter. */
export function isSameDocument(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (
    typeof one !== 'object' ||
    typeof other !== 'object' ||
    one === null ||
    other === null ||
    Array.isArray(one) !== Array.isArray(other)
  )
    return false;
  const keys = (value: object) =>
    Object.keys(value).filter((key) => (value as Record<string, unknown>)[key] !== undefined);
  const keysOfOne = keys(one);
  return (
    keysOfOne.length === keys(other).length &&
    keysOfOne.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isSameDocument((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}
