/**
 * How a deployment identifies a visitor: by tags that the page names, or by a token that the owner's server signed
 * (docs/decisions/0025-interface.md#signed-visitors).
 */
import * as z from 'zod/mini';
import { whereUsed } from './endpoint.ts';

export const VISITOR_IDENTITIES = ['open', 'signed'] as const;
export type VisitorIdentity = (typeof VISITOR_IDENTITIES)[number];

/** Maximum number of keys: the key in use, and one that will replace it. */
export const MAX_VISITOR_KEYS = 2;
/** Maximum number of characters of a token. */
export const MAX_VISITOR_TOKEN = 4096;
/** Maximum seconds from now to the `exp` of a token. */
export const VISITOR_TOKEN_LIFETIME = 24 * 3600;

export const VisitorIdentitySchema = whereUsed(() => z.enum(VISITOR_IDENTITIES, 'must be open or signed'));

const keyId = () =>
  z.string('must be a string').check(z.regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits and . _ -'));

const VisitorKey = whereUsed(() =>
  z.discriminatedUnion(
    'algorithm',
    [
      z.strictObject({
        key_id: keyId(),
        algorithm: z.literal('HS256'),
        /** The UTF-8 bytes of this text are the key; RFC 7518 §3.2 requires 256 bits. */
        secret: z
          .string('must be a string')
          .check(z.regex(/^[\x21-\x7e]{32,256}$/, 'must be 32 to 256 visible ASCII characters')),
      }),
      z.strictObject({
        key_id: keyId(),
        algorithm: z.literal('EdDSA'),
        public_key: z
          .string('must be a string')
          .check(
            z.maxLength(500, 'must be at most 500 characters'),
            z.regex(
              /^\s*-----BEGIN PUBLIC KEY-----[\sA-Za-z0-9+/=]+-----END PUBLIC KEY-----\s*$/,
              'must be an Ed25519 public key in PEM, beginning with -----BEGIN PUBLIC KEY-----',
            ),
          ),
      }),
    ],
    'must have algorithm HS256 with secret, or EdDSA with public_key',
  ),
);
export type VisitorKey = z.output<typeof VisitorKey>;

/** Keys are write-only; a read returns `key_id` and `algorithm`. */
export const VisitorKeys = whereUsed(() =>
  z.array(VisitorKey, 'must be a list of keys').check(
    z.maxLength(MAX_VISITOR_KEYS, `must hold at most ${MAX_VISITOR_KEYS} keys`),
    z.refine(
      (keys: VisitorKey[]) => new Set(keys.map(({ key_id }) => key_id)).size === keys.length,
      'must not use a key_id twice',
    ),
  ),
);

export const ShownVisitorKey = z.object({ key_id: z.string(), algorithm: z.enum(['HS256', 'EdDSA']) });

/** Returns the schema of a visitor's tag, as in `memory_stores` of a start. */
export const memoryTag = /* @__NO_SIDE_EFFECTS__ */ () =>
  z
    .string('must be a string')
    .check(z.minLength(1, 'must not be empty'), z.maxLength(200, 'must be at most 200 characters'));
export const MAX_MEMORY_TAGS = 20;
export const MemoryTags = whereUsed(() =>
  z
    .array(memoryTag(), 'must be a list of strings')
    .check(z.maxLength(MAX_MEMORY_TAGS, `must hold at most ${MAX_MEMORY_TAGS} entries`)),
);
