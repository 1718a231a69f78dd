/** Random and unguessable, also on a page without TLS, where `crypto.randomUUID` is absent. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
