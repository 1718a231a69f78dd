/** One-time links to the console. The secret is in the fragment of the address, which no server or log receives. */
import { CONSOLE_LINK_MINUTES } from '@palkit/contract/console';
import { toIso, type Clock } from '@palkit/runtime/clock';
import { hashSecret, newSecret } from '@palkit/runtime/ids';
import type { Database } from '../store/store.ts';

export interface ConsoleLink {
  url: string;
  account_id: number;
  expires_at: string;
}

/** Creates a link for an account, by default the one with the lowest id; null if the account does not exist. */
export async function createLink(
  db: Database,
  clock: Clock,
  publicUrl: string,
  account?: number,
): Promise<ConsoleLink | null> {
  let accounts = db.selectFrom('accounts').select('id').orderBy('id');
  if (account !== undefined) accounts = accounts.where('id', '=', account);
  const row = await accounts.limit(1).executeTakeFirst();
  if (!row) return null;
  const now = clock.now();
  const secret = newSecret('');
  const expires_at = toIso(now + CONSOLE_LINK_MINUTES * 60_000);
  await db.deleteFrom('console_links').where('expires_at', '<=', new Date(now)).execute();
  await db
    .insertInto('console_links')
    .values({ hash: hashSecret(secret), account_id: row.id, created_at: toIso(now), expires_at })
    .execute();
  return { url: `${publicUrl}/console/sign-in#link=${secret}`, account_id: row.id, expires_at };
}

/** Creates the link that a start prints until a person can sign in; null after that. */
export async function firstLink(db: Database, clock: Clock, publicUrl: string): Promise<ConsoleLink | null> {
  const person = await db.selectFrom('console_people').select('id').limit(1).executeTakeFirst();
  return person ? null : createLink(db, clock, publicUrl);
}

/** True if the link is still valid. This is checked first because hashing a password is slow. */
export async function isOpenLink(db: Database, clock: Clock, secret: string): Promise<boolean> {
  const row = await db
    .selectFrom('console_links')
    .select('hash')
    .where('hash', '=', hashSecret(secret))
    .where('expires_at', '>', new Date(clock.now()))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Consumes the link and returns its account; undefined if the link is not valid. Only one of several
 * simultaneous requests succeeds.
 */
export async function useLink(trx: Database, clock: Clock, secret: string): Promise<number | undefined> {
  const row = await trx
    .deleteFrom('console_links')
    .where('hash', '=', hashSecret(secret))
    .where('expires_at', '>', new Date(clock.now()))
    .returning('account_id')
    .executeTakeFirst();
  return row?.account_id;
}
