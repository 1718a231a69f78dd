/** The calling account itself. Decisions §11. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { HttpUrl } from './ids.ts';

export const Account = z.object({
  account_id: z.int(),
  /** Hears of every conversation of the account, besides the conversation's own address. */
  callback_url: z.nullable(z.string()),
});
export type Account = z.output<typeof Account>;

export const getAccount = endpoint({
  name: 'getAccount',
  method: 'GET',
  path: '/v2/account',
  auth: 'key',
  tag: 'account',
  summary: 'Read the account that the key belongs to',
  result: Account,
  status: 200,
  errors: [],
});
/** Conversations that go on keep the address they began with. */
export const changeAccount = endpoint({
  name: 'changeAccount',
  method: 'PATCH',
  path: '/v2/account',
  auth: 'key',
  tag: 'account',
  summary: 'Change where the account hears of its conversations',
  body: z.strictObject({ callback_url: z.optional(z.nullable(HttpUrl)) }),
  result: Account,
  status: 200,
  errors: [],
});

export const accountEndpoints = [getAccount, changeAccount] as const;
