/** Creates and revokes the API keys of an account. */
import { sql } from 'kysely';
import {
  MAX_KEYS,
  REVOKED_KEY_DAYS,
  type createKey,
  type Key,
  type listKeys,
  type revokeKey,
} from '@palkit/contract/keys';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso } from '@palkit/runtime/clock';
import type { Handler } from '../http/binder.ts';
import { hashSecret } from '@palkit/runtime/ids';
import * as accounts from '../store/accounts.ts';
import { applyFilters } from '../store/list-filters.ts';
import { countRows, readPage } from '../store/page.ts';

const DAY = 24 * 3600_000;

export const create: Handler<typeof createKey> = async ({ account, body }, { store, clock }) =>
  store.db.transaction().execute(async (trx) => {
    // The lock ensures that simultaneous requests do not exceed the limit.
    await accounts.lockAccount(trx, account);
    await trx
      .deleteFrom('api_keys')
      .where('account_id', '=', account)
      .where('revoked_at', '<', new Date(clock.now() - REVOKED_KEY_DAYS * DAY))
      .execute();
    const count = await countRows(
      trx.selectFrom('api_keys').where('account_id', '=', account).where('revoked_at', 'is', null),
    );
    if (count >= MAX_KEYS)
      throw new ServiceError('conflict', `An account has at most ${MAX_KEYS} keys. Revoke one first.`);
    const { key, row } = await accounts.createKey(trx, clock, { account, ...body });
    return { ...show(row), key };
  });

export const list: Handler<typeof listKeys> = async ({ account, query }, { store, clock }) => {
  const since = new Date(clock.now() - REVOKED_KEY_DAYS * DAY);
  const accountKeys = store.db
    .selectFrom('api_keys')
    .where('account_id', '=', account)
    .where(applyFilters(query, { name: sql.ref('name') }))
    .where(({ eb, or }) => or([eb('revoked_at', 'is', null), eb('revoked_at', '>=', since)]));
  const { rows, total_count } = await readPage(
    accountKeys.selectAll().orderBy('created_at', query.sort).orderBy('id', query.sort),
    query,
  );
  return { data: rows.map(show), total_count };
};

export const revoke: Handler<typeof revokeKey> = async ({ account, params }, { store, clock, config }) =>
  store.db.transaction().execute(async (trx) => {
    // The lock ensures that two simultaneous requests do not revoke the last two keys.
    await accounts.lockAccount(trx, account);
    const row = await trx
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', params.key_id)
      .executeTakeFirst();
    if (!row) throw new ServiceError('key_not_found');
    if (row.account_id !== account) throw new ServiceError('forbidden');
    if (row.revoked_at) return undefined;
    if (config.accounts.some(({ key }) => hashSecret(key) === row.hash))
      throw new ServiceError(
        'conflict',
        'This key is in API_KEYS and would return at the next start. Remove it there, then restart.',
      );
    if (row.scope === 'all') {
      const otherKey = await trx
        .selectFrom('api_keys')
        .select('id')
        .where('account_id', '=', account)
        .where('id', '!=', row.id)
        .where('scope', '=', 'all')
        .where('revoked_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      if (!otherKey)
        throw new ServiceError(
          'conflict',
          'This is the last key with the scope all. Create another one first.',
        );
    }
    await trx
      .updateTable('api_keys')
      .set({ revoked_at: toIso(clock.now()) })
      .where('id', '=', row.id)
      .execute();
    return undefined;
  });

const show = (row: accounts.KeyRow): Key => ({
  key_id: row.id,
  name: row.name,
  scope: row.scope,
  shown: row.shown,
  created_at: toIso(row.created_at),
  last_used_at: row.last_used_at && toIso(row.last_used_at),
  revoked_at: row.revoked_at && toIso(row.revoked_at),
});
