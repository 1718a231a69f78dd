/**
 * Returns the page's origin. `location.origin` is "null" in a frame with `srcdoc` and in a window that a
 * script has written, although both have the origin of their creator. `globalThis.origin` is "null" only in a
 * sandboxed frame.
 */
export const pageOrigin = (): string => globalThis.origin;

/**
 * Resolves the address of the service. In a sandboxed frame, a relative address is resolved against the surrounding
 * page.
 */
export function serviceAddress(address: string): string {
  const base = pageOrigin() === 'null' ? document.baseURI : pageOrigin();
  return new URL(address, base).href.replace(/\/+$/, '');
}
