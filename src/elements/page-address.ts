/**
 * The page's origin. `location.origin` is "null" in a frame with `srcdoc` and in a window that a script writes,
 * although both have the origin of their creator; this one is "null" in a sandboxed frame only.
 */
export const pageOrigin = (): string => globalThis.origin;

/** Resolves the address of the service; in a sandboxed frame, a relative one belongs to the page around it. */
export function serviceAddress(address: string): string {
  const base = pageOrigin() === 'null' ? document.baseURI : pageOrigin();
  return new URL(address, base).href.replace(/\/+$/, '');
}
