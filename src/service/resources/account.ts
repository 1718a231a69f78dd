/** The account of the caller: its callback address and the retention of its conversations. */
import type { Account, changeAccount, getAccount } from '@palkit/contract/account';
import type { Handler } from '../http/binder.ts';
import { runRetentionSoon } from './conversation-removal.ts';
import { isOwner } from '../store/accounts.ts';
import type { Database } from '../store/store.ts';

export const get: Handler<typeof getAccount> = ({ account }, { store }) => read(store.db, account);

export const change: Handler<typeof changeAccount> = async ({ account, body }, context) => {
  const { store } = context;
  await store.db.transaction().execute(async (trx) => {
    const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    if (Object.keys(changes).length === 0) return;
    await trx.updateTable('accounts').set(changes).where('id', '=', account).execute();
    if (body.retention_days !== undefined) await runRetentionSoon(trx, context);
  });
  return read(store.db, account);
};

async function read(db: Database, account: number): Promise<Account> {
  const { id, callback_url, retention_days } = await db
    .selectFrom('accounts')
    .select(['id', 'callback_url', 'retention_days'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  return { account_id: id, is_owner: await isOwner(db, account), callback_url, retention_days };
}
