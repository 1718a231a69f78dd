/** The identity of a deployment's visitors: the stored keys, and the memory tags of a start. */
import type { PatchableDeployment, startDeployment } from '@palkit/contract/deployments';
import type { Body } from '@palkit/contract/endpoint';
import { ServiceError } from '@palkit/contract/service-error';
import { VisitorKeys, type VisitorKey } from '@palkit/contract/visitor-identity';
import type { Clock } from '@palkit/runtime/clock';
import { isSameDocument } from '@palkit/runtime/same';
import { checkVisitorKeys, readVisitorToken } from '../gates/visitor-tokens.ts';
import type { Seal } from '../platform/sealing.ts';
import type { DeploymentDocument } from '../store/schema.ts';

interface StoredDeployment {
  id: string;
  document: DeploymentDocument;
}

type Identity = Pick<PatchableDeployment, 'visitor_identity' | 'visitor_keys'>;

const sealContext = (id: string) => `visitor keys of ${id}`;

/**
 * Returns the stored fields of a deployment that concern the identity of visitors, with sealed keys. Throws
 * if a key is required and missing, or cannot be read.
 */
export async function storedIdentity(
  id: string,
  { visitor_identity, visitor_keys }: Identity,
  seal: Seal,
): Promise<Pick<DeploymentDocument, 'visitor_identity' | 'sealed_visitor_keys'>> {
  if (visitor_identity === 'signed' && visitor_keys.length === 0)
    throw new ServiceError('invalid_request', 'visitor_identity signed needs at least one of visitor_keys.');
  await checkVisitorKeys(visitor_keys);
  const sealed_visitor_keys =
    visitor_keys.length === 0 ? null : seal.close(JSON.stringify(visitor_keys), sealContext(id));
  return { visitor_identity, sealed_visitor_keys };
}

/** Lists new keys without an effect: if `visitor_identity` is `open`, pages name visitors without a token. */
export const needlessKeys = (
  { visitor_identity, visitor_keys }: Identity,
  storedKeys: readonly VisitorKey[] = [],
): string[] =>
  visitor_identity === 'open' && visitor_keys.length > 0 && !isSameDocument(visitor_keys, storedKeys)
    ? ['visitor_keys']
    : [];

export function visitorKeysOf({ id, document }: StoredDeployment, seal: Seal): VisitorKey[] {
  const sealedText = document.sealed_visitor_keys;
  return sealedText ? VisitorKeys.parse(JSON.parse(seal.open(sealedText, sealContext(id)))) : [];
}

/**
 * Returns the memory tags of a start. With a token, which is verified, a start may use only the tags in the token.
 * Without a token, a deployment that requires signed visitors allows no tags. Throws a `ServiceError` for other
 * tags.
 */
export async function memoryTags(
  row: StoredDeployment,
  { memory_stores, visitor_token }: Pick<Body<typeof startDeployment>, 'memory_stores' | 'visitor_token'>,
  { seal, clock }: { seal: Seal; clock: Clock },
): Promise<string[]> {
  const storeNames = memory_stores ?? [];
  if (!visitor_token) {
    if (row.document.visitor_identity === 'signed' && storeNames.length > 0)
      throw new ServiceError('visitor_token_required');
    return storeNames;
  }
  const certifiedTags = await readVisitorToken(visitor_token, visitorKeysOf(row, seal), {
    deploymentId: row.id,
    now: clock.now(),
  });
  const uncertifiedTag = storeNames.find((tag) => !certifiedTags.includes(tag));
  if (uncertifiedTag !== undefined)
    throw new ServiceError(
      'invalid_visitor_token',
      'The visitor_token must name every entry of memory_stores in its sub or memory_stores.',
    );
  return storeNames.length > 0 ? storeNames : certifiedTags;
}
