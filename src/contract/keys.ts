/** Keys of the account. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint, KEY_SCOPES } from './endpoint.ts';
import { Timestamp } from './ids.ts';
import { CREATED_FILTERS, NAME_FILTERS, page, paging, Sort } from './lists.ts';
import { nameSchema } from './names.ts';

/** Maximum number of keys of an account that are not revoked. */
export const MAX_KEYS = 100;
/** Days for which a revoked key is listed. */
export const REVOKED_KEY_DAYS = 30;

const Scope = z.enum(KEY_SCOPES, `must be one of ${KEY_SCOPES.join(', ')}`);

export const Key = z.object({
  key_id: z.string(),
  /** Empty for an unnamed key of the command line or the settings. */
  name: z.string(),
  scope: Scope,
  /** The first and last characters of the key. */
  shown: z.string(),
  created_at: Timestamp,
  /** Accurate to a minute; null if the key was never used. */
  last_used_at: z.nullable(Timestamp),
  revoked_at: z.nullable(Timestamp),
});
export type Key = z.output<typeof Key>;

export const createKey = endpoint({
  name: 'createKey',
  method: 'POST',
  path: '/v2/keys',
  auth: 'key',
  tag: 'account',
  body: z.object({ name: nameSchema(), scope: z._default(Scope, 'all') }),
  /** `key` is the complete key, which is returned only once. */
  result: z.object({ ...Key.shape, key: z.string() }),
  status: 200,
  errors: ['conflict'],
});
export const listKeys = endpoint({
  name: 'listKeys',
  method: 'GET',
  path: '/v2/keys',
  auth: 'key',
  scope: 'all',
  tag: 'account',
  query: z.object({ ...paging(50, 1), sort: Sort, ...NAME_FILTERS, ...CREATED_FILTERS }),
  result: page(Key),
  status: 200,
  errors: [],
});
export const revokeKey = endpoint({
  name: 'revokeKey',
  method: 'DELETE',
  path: '/v2/keys/{key_id}',
  auth: 'key',
  tag: 'account',
  status: 204,
  errors: ['key_not_found', 'forbidden', 'conflict'],
});

export const keyEndpoints = [createKey, listKeys, revokeKey] as const;
