/** The account of the caller. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { NullableHttpUrl } from './ids.ts';
import { RetentionDays } from './retention.ts';

export const Account = z.object({
  account_id: z.int(),
  /** True for the first account, which owns the service and may install models and download backups. */
  is_owner: z.boolean(),
  /** Receives the events of all conversations of the account, in addition to a conversation's own address. */
  callback_url: z.nullable(z.string()),
  /**
   * Days for which ended conversations are stored, unless their deployment sets another number; null means no limit.
   */
  retention_days: z.nullable(z.int()),
});
export type Account = z.output<typeof Account>;

export const getAccount = endpoint({
  name: 'getAccount',
  method: 'GET',
  path: '/v2/account',
  auth: 'key',
  tag: 'account',
  result: Account,
  status: 200,
  errors: [],
});
/** Changes the account. Running conversations keep the callback address that they started with. */
export const changeAccount = endpoint({
  name: 'changeAccount',
  method: 'PATCH',
  path: '/v2/account',
  auth: 'key',
  tag: 'account',
  body: z.strictObject({
    callback_url: z.optional(NullableHttpUrl),
    retention_days: z.optional(RetentionDays),
  }),
  result: Account,
  status: 200,
  errors: [],
});

export const accountEndpoints = [getAccount, changeAccount] as const;
