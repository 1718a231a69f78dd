import { createHash, randomBytes } from 'node:crypto';
import { ID_PREFIXES, type IdKind } from '@palkit/contract/ids';

/**
 * Returns a new identifier: the kind's prefix and 20 random lower-case hex characters. At least 16 are
 * required (docs/decisions/0025-interface.md#other-resources).
 */
export function newId(kind: IdKind): string {
  return ID_PREFIXES[kind] + randomBytes(10).toString('hex');
}

/** Returns a secret with 256 random bits; only its hash is stored. */
export function newSecret(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** Hashes a random secret. A fast hash is sufficient, because 256 random bits cannot be guessed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
