/** Whether the service of another origin answers at all; what it says stays hidden. */
import type { SessionOptions } from './session-context.ts';

export async function isThere(options: SessionOptions, signal: AbortSignal): Promise<boolean> {
  const { baseUrl, fetch: given, pageOrigin = globalThis.location?.origin } = options;
  if (!pageOrigin || new URL(baseUrl, pageOrigin).origin === pageOrigin) return false;
  const address = `${baseUrl.replace(/\/+$/, '')}/healthz`;
  return (given ?? fetch)(address, { mode: 'no-cors', signal }).then(
    () => true,
    () => false,
  );
}
