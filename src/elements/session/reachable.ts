/** True if the service on another origin answers at all; a `no-cors` answer cannot be read. */
import type { SessionOptions } from './session-context.ts';

export async function isReachable(options: SessionOptions, signal: AbortSignal): Promise<boolean> {
  const { baseUrl, fetch: customFetch, pageOrigin = globalThis.location?.origin } = options;
  if (!pageOrigin || new URL(baseUrl, pageOrigin).origin === pageOrigin) return false;
  const address = `${baseUrl.replace(/\/+$/, '')}/healthz`;
  return (customFetch ?? fetch)(address, { mode: 'no-cors', signal }).then(
    () => true,
    () => false,
  );
}
