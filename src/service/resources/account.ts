/** The calling account itself: the address that its callbacks go to. */
import type { Account, changeAccount, getAccount } from '@palkit/contract/account';
import type { Handler } from '../http/binder.ts';
import type { Database } from '../store/store.ts';

export const get: Handler<typeof getAccount> = ({ account }, { store }) => read(store.db, account);

export const change: Handler<typeof changeAccount> = async ({ account, body }, { store }) => {
  if (body.callback_url !== undefined)
    await store.db
      .updateTable('accounts')
      .set({ callback_url: body.callback_url })
      .where('id', '=', account)
      .execute();
  return read(store.db, account);
};

async function read(db: Database, account: number): Promise<Account> {
  const { id, callback_url } = await db
    .selectFrom('accounts')
    .select(['id', 'callback_url'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  return { account_id: id, callback_url };
}
