/** Accounts and their API keys. A key is shown once and stored as a hash. */
import { ServiceError } from '@palkit/contract/service-error';
import type { KeyScope } from '@palkit/contract/endpoint';
import type { Selectable } from 'kysely';
import { toIso, type Clock } from '@palkit/runtime/clock';
import { hashSecret, newId, newSecret } from '@palkit/runtime/ids';
import type { Tables } from './schema.ts';
import type { Database } from './store.ts';

export type KeyRow = Selectable<Tables['api_keys']>;

export interface OpenKey {
  id: string;
  account: number;
  scope: KeyScope;
}

/** Finds a key; throws if it is unknown or revoked. */
export async function openKey(db: Database, key: string | undefined): Promise<OpenKey> {
  const storedKey = key ? await findKey(db, key) : null;
  if (!storedKey) throw new ServiceError('invalid_key');
  return storedKey;
}

/** True if this account owns the service: it has the lowest id. */
export async function isOwner(db: Database, account: number): Promise<boolean> {
  const owner = await db.selectFrom('accounts').select('id').orderBy('id').limit(1).executeTakeFirst();
  return owner?.id === account;
}

export async function findKey(db: Database, key: string): Promise<OpenKey | null> {
  const row = await db
    .selectFrom('api_keys')
    .select(['id', 'account_id as account', 'scope'])
    .where('hash', '=', hashSecret(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Locks the account until the end of a transaction that writes a reference between its resources or deletes a
 * possible target. Such transactions run one after another, so a reference never outlives its target. Counts under
 * this lock (crawls, documents) stay valid. Take this lock before all others.
 */
export async function lockAccount(trx: Database, account: number): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', account).forNoKeyUpdate().execute();
}

export async function anyAccount(db: Database): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Ensures that the account exists and that this key has all rights in it. */
export async function ensureKey(db: Database, clock: Clock, id: number, key: string): Promise<void> {
  await ensureAccount(db, clock, id);
  await db
    .insertInto('api_keys')
    .values(newKeyRow(clock, { account: id, key }))
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet({ account_id: id, revoked_at: null, scope: 'all' }),
    )
    .execute();
}

async function ensureAccount(db: Database, clock: Clock, id: number): Promise<void> {
  await db
    .insertInto('accounts')
    .values({ id, created_at: toIso(clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Prefixes by which a person recognises the scope of a key. */
const KEY_PREFIXES: Record<KeyScope, string> = {
  all: 'palkit_',
  read: 'palkit_read_',
  publishable: 'palkit_pub_',
};

interface NewKey {
  account: number;
  name?: string;
  scope?: KeyScope;
}

const newKeyRow = (clock: Clock, created: NewKey & { key: string }) => ({
  id: newId('key'),
  hash: hashSecret(created.key),
  account_id: created.account,
  name: created.name ?? '',
  scope: created.scope ?? ('all' as const),
  shown: shownKey(created.key),
  created_at: toIso(clock.now()),
  revoked_at: null,
});

/** Creates a key, and the account if it is missing. */
export async function createKey(
  db: Database,
  clock: Clock,
  fields: NewKey,
): Promise<{ key: string; row: KeyRow }> {
  await ensureAccount(db, clock, fields.account);
  const key = newSecret(KEY_PREFIXES[fields.scope ?? 'all']);
  const row = await db
    .insertInto('api_keys')
    .values(newKeyRow(clock, { ...fields, key }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return { key, row };
}

export async function listKeys(db: Database): Promise<KeyRow[]> {
  return db.selectFrom('api_keys').selectAll().orderBy('account_id').orderBy('created_at').execute();
}

/** Revokes keys by the complete key, the id, or the shortened form in lists; returns the number of revoked keys. */
export async function revokeKey(db: Database, clock: Clock, name: string): Promise<number> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at: toIso(clock.now()) })
    .where((where) =>
      where.or([where('hash', '=', hashSecret(name)), where('shown', '=', name), where('id', '=', name)]),
    )
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Shortens a key for display: long enough to distinguish keys, too short to guess the rest. */
export const shownKey = (key: string): string =>
  `${key.slice(0, Math.min(/^palkit_(read|pub)_/.exec(key)?.[0].length ?? 10, Math.floor(key.length / 3)))}…` +
  key.slice(-Math.min(4, Math.floor(key.length / 4)));
