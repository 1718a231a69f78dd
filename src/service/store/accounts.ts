/** Accounts and their keys. A key is shown once and stored as a hash. */
import { ServiceError } from '@palkit/contract/service-error';
import { iso, type Clock } from '@palkit/runtime/clock';
import { hashSecret, newSecret } from '../platform/ids.ts';
import type { Database } from './store.ts';

/** The account that a key belongs to, or the refusal. */
export async function accountOfKey(db: Database, key: string | undefined): Promise<number> {
  const account = key ? await findAccount(db, key) : null;
  if (account === null) throw new ServiceError('invalid_key');
  return account;
}

export async function findAccount(db: Database, key: string): Promise<number | null> {
  const row = await db
    .selectFrom('api_keys')
    .select('account_id')
    .where('hash', '=', hashSecret(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/**
 * Holds the account for the rest of a transaction that writes a reference between its resources, or deletes
 * what may be referred to: the two take turns, so that no reference outlives what it names. What is counted
 * under it (crawls, documents) stays true until the transaction ends. Always the first lock that is taken.
 */
export async function lockAccount(trx: Database, account: number): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', account).forNoKeyUpdate().execute();
}

export async function anyAccount(db: Database): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Makes sure that an account with this id exists and that this key opens it. */
export async function ensureKey(db: Database, clock: Clock, id: number, key: string): Promise<void> {
  const now = iso(clock.now());
  await db
    .insertInto('accounts')
    .values({ id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('api_keys')
    .values({ hash: hashSecret(key), account_id: id, shown: shown(key), created_at: now, revoked_at: null })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ account_id: id, revoked_at: null }))
    .execute();
}

export async function createKey(db: Database, clock: Clock, id: number): Promise<string> {
  const key = newSecret('palkit_');
  await ensureKey(db, clock, id, key);
  return key;
}

export async function listKeys(
  db: Database,
): Promise<{ account_id: number; shown: string; created_at: Date; revoked_at: Date | null }[]> {
  return db
    .selectFrom('api_keys')
    .select(['account_id', 'shown', 'created_at', 'revoked_at'])
    .orderBy('account_id')
    .orderBy('created_at')
    .execute();
}

/** Revokes by the key itself or by the part of it that lists show; says how many it found. */
export async function revokeKey(db: Database, clock: Clock, keyOrShown: string): Promise<number> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at: iso(clock.now()) })
    .where((where) => where.or([where('hash', '=', hashSecret(keyOrShown)), where('shown', '=', keyOrShown)]))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Enough to tell keys apart, too little to guess one. */
const shown = (key: string) =>
  `${key.slice(0, Math.min(10, Math.floor(key.length / 3)))}…${key.slice(-Math.min(4, Math.floor(key.length / 4)))}`;
