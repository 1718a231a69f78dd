/** Decides which pages may use a deployment, by `allowed_origins` (docs/decisions/0025-interface.md#deployments). */
import { ServiceError } from '@palkit/contract/service-error';
import type { Store } from '../store/store.ts';

/**
 * True if the list is empty, or contains the origin or a pattern for it. The pattern `https://*.example.com`
 * matches all subdomains with the same scheme and port.
 */
export function isOriginAllowed(allowedOrigins: readonly string[], origin: string | undefined): boolean {
  if (allowedOrigins.length === 0) return true;
  if (!origin) return false;
  const lowerOrigin = origin.toLowerCase();
  return allowedOrigins.some((entry) => {
    const pattern = entry.toLowerCase();
    if (!pattern.includes('//*.')) return pattern === lowerOrigin;
    const [scheme, rest] = pattern.split('//*.') as [string, string];
    if (!lowerOrigin.startsWith(`${scheme}//`) || !lowerOrigin.endsWith(`.${rest}`)) return false;
    return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(lowerOrigin.slice(scheme.length + 2, -rest.length - 1));
  });
}

export function checkOrigin(
  deployment: { channel: string; document: { allowed_origins: string[] } },
  origin: string | undefined,
): void {
  // The service itself serves landing pages, so their origin is not checked.
  if (deployment.channel !== 'landing-page' && !isOriginAllowed(deployment.document.allowed_origins, origin))
    throw new ServiceError('origin_not_allowed');
}

/** Returns the origin for the CORS header of the response; undefined for no header. */
export async function deploymentCors(
  { store }: { store: Store },
  id: string,
  origin: string | undefined,
): Promise<string | undefined> {
  if (!origin) return undefined;
  const row = await store.db
    .selectFrom('deployments')
    .select(['channel', 'document'])
    .where('id', '=', id.slice(0, 128).replace(/\0/g, ''))
    .executeTakeFirst();
  // Any page may read the response for an unknown deployment, so that it sees a 404 instead of a network error.
  if (!row || row.channel === 'landing-page') return origin;
  return isOriginAllowed(row.document.allowed_origins, origin) ? origin : undefined;
}
