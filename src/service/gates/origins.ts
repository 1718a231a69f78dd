/** The pages that may use a deployment: `allowed_origins` (docs/decisions/0025-interface.md#deployments). */
import { ServiceError } from '@palkit/contract/service-error';
import type { Store } from '../store/store.ts';

/**
 * An exact origin, or a pattern for sub-domains: the scheme, the rest of the host and the port must agree.
 */
export function originAllowed(allowed: readonly string[], origin: string | undefined): boolean {
  if (allowed.length === 0) return true;
  if (!origin) return false;
  const requested = origin.toLowerCase();
  return allowed.some((entry) => {
    const pattern = entry.toLowerCase();
    if (!pattern.includes('//*.')) return pattern === requested;
    const [scheme, rest] = pattern.split('//*.') as [string, string];
    if (!requested.startsWith(`${scheme}//`) || !requested.endsWith(`.${rest}`)) return false;
    return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(requested.slice(scheme.length + 2, -rest.length - 1));
  });
}

export function checkOrigin(
  deployment: { channel: string; document: { allowed_origins: string[] } },
  origin: string | undefined,
): void {
  // Landing pages are served by the service itself.
  if (deployment.channel !== 'landing-page' && !originAllowed(deployment.document.allowed_origins, origin))
    throw new ServiceError('origin_not_allowed');
}

/** The origin to name in the CORS answer, or nothing. */
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
  // Every page may read the answer for an unknown deployment, so that it sees the 404 and no network error.
  if (!row || row.channel === 'landing-page') return origin;
  return originAllowed(row.document.allowed_origins, origin) ? origin : undefined;
}
