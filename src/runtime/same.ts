/** True if two documents have the same content; the order of keys does not matter. */
export function isSameDocument(first: unknown, second: unknown): boolean {
  if (first === second) return true;
  if (
    typeof first !== 'object' ||
    typeof second !== 'object' ||
    first === null ||
    second === null ||
    Array.isArray(first) !== Array.isArray(second)
  )
    return false;
  const keys = (value: object) =>
    Object.keys(value).filter((key) => (value as Record<string, unknown>)[key] !== undefined);
  const firstKeys = keys(first);
  return (
    firstKeys.length === keys(second).length &&
    firstKeys.every(
      (key) =>
        Object.hasOwn(second, key) &&
        isSameDocument((first as Record<string, unknown>)[key], (second as Record<string, unknown>)[key]),
    )
  );
}
