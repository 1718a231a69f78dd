/** True if a service on another origin responds at all; the `no-cors` response cannot be read. */
import type { SessionOptions } from './session-context.ts';

export async function isReachable(options: SessionOptions, signal: AbortSignal): Promise<boolean> {
  const { baseUrl, fetch: customFetch, pageOrigin = globalThis.origin } = options;
  if (!pageOrigin) return false;
  // A sandboxed frame has the origin "null", which is not a valid base for addresses.
  const base = URL.canParse(pageOrigin) ? pageOrigin : globalThis.document?.baseURI;
  if (!URL.canParse(baseUrl, base) || new URL(baseUrl, base).origin === pageOrigin) return false;
  const address = `${baseUrl.replace(/\/+$/, '')}/healthz`;
  return (customFetch ?? fetch)(address, { mode: 'no-cors', signal }).then(
    () => true,
    () => false,
  );
}
