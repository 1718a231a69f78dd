/**
 * Tokens in which a customer's server certifies a visitor's identity: JSON Web Tokens (RFC 7519), verified with jose.
 */
import { errors, importSPKI, jwtVerify, type CryptoKey, type JWTPayload } from 'jose';
import * as z from 'zod';
import { ServiceError } from '@palkit/contract/service-error';
import {
  memoryTag,
  MAX_MEMORY_TAGS,
  VISITOR_TOKEN_LIFETIME,
  type VisitorKey,
} from '@palkit/contract/visitor-identity';

/** Maximum seconds by which the clock of the customer's server may differ. */
const MAX_SKEW = 60;

const Claims = z.object({
  sub: memoryTag(),
  exp: z.number(),
  deployment_id: z.string(),
  memory_stores: z.array(memoryTag()).max(MAX_MEMORY_TAGS).optional(),
});

/**
 * Returns the tags that the token certifies; the visitor's own tag (`sub`) comes first. Throws a
 * `ServiceError` if the token is invalid or expired.
 */
export async function readVisitorToken(
  token: string,
  keys: readonly VisitorKey[],
  { deploymentId, now }: { deploymentId: string; now: number },
): Promise<string[]> {
  const claims = Claims.safeParse(await verify(token, keys, now));
  if (!claims.success)
    throw invalidTokenError(
      'Its claims must be sub, exp and deployment_id, and optionally a list memory_stores.',
    );
  const { sub, exp, deployment_id, memory_stores = [] } = claims.data;
  if (deployment_id !== deploymentId) throw invalidTokenError('It is for another deployment.');
  if (exp * 1000 > now + (VISITOR_TOKEN_LIFETIME + MAX_SKEW) * 1000)
    throw invalidTokenError(`Its exp must be within ${VISITOR_TOKEN_LIFETIME / 3600} hours.`);
  return [...new Set([sub, ...memory_stores])];
}

const invalidTokenError = (reason: string) =>
  new ServiceError('invalid_visitor_token', `The visitor_token is not valid. ${reason}`);

/**
 * Returns the payload if one of the keys, with its own algorithm, signed the token and the token is currently
 * valid; otherwise throws.
 */
async function verify(token: string, keys: readonly VisitorKey[], now: number): Promise<JWTPayload> {
  for (const key of keys)
    try {
      const { payload, protectedHeader } = await jwtVerify(token, await importKey(key), {
        algorithms: [key.algorithm],
        currentDate: new Date(now),
        clockTolerance: MAX_SKEW,
        requiredClaims: ['exp'],
      });
      if (protectedHeader.kid === undefined || protectedHeader.kid === key.key_id) return payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new ServiceError('expired_visitor_token');
      if (error instanceof errors.JWTClaimValidationFailed)
        throw invalidTokenError(`Its claim ${error.claim} is missing or not valid yet.`);
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  throw invalidTokenError('None of the visitor_keys of the deployment verifies it.');
}

const importKey = async (key: VisitorKey): Promise<CryptoKey | Uint8Array> =>
  key.algorithm === 'HS256' ? new TextEncoder().encode(key.secret) : importSPKI(key.public_key, 'EdDSA');

/** Throws unless every public key can be read. */
export async function checkVisitorKeys(keys: readonly VisitorKey[]): Promise<void> {
  for (const [index, key] of keys.entries())
    await importKey(key).catch(() => {
      throw new ServiceError(
        'invalid_request',
        `visitor_keys.${index}.public_key must be an Ed25519 public key in PEM.`,
      );
    });
}
