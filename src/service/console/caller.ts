/** The account that an authenticated request acts for, by an API key, or by a console session with proof of origin. */
import type { KeyScope } from '@palkit/contract/endpoint';
import { ServiceError } from '@palkit/contract/service-error';
import type { Clock } from '@palkit/runtime/clock';
import type { Config } from '../config/config.ts';
import { openKey } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';
import { cookieOf, isOwnPage, type Header } from './cookie.ts';
import { findSession } from './sessions.ts';

export interface Caller {
  account: number;
  /** A session has all rights of the account. */
  scope: KeyScope;
  /** The API key's id; null for a console session. */
  key: string | null;
  /** The console session's id; null for an API key. */
  session: string | null;
}

export async function callerOf(
  header: Header,
  { store, clock, config }: { store: Store; clock: Clock; config: Config },
): Promise<Caller> {
  const key = header('x-api-key');
  const secret = key === undefined && config.console ? cookieOf(header, config.publicUrl) : null;
  if (secret === null) {
    const { id, account, scope } = await openKey(store.db, key);
    return { account, scope, key: id, session: null };
  }
  if (!isOwnPage(header, config.publicUrl)) throw new ServiceError('invalid_key');
  const session = await findSession(store.db, clock, secret);
  if (!session) throw new ServiceError('invalid_key');
  return { account: session.account_id, scope: 'all', key: null, session: session.id };
}
