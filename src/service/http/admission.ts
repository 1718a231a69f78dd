import { scopeIncludes, scopeOf, type Endpoint } from '@palkit/contract/endpoint';
import { ServiceError } from '@palkit/contract/service-error';
import { callerOf, type Caller } from '../console/caller.ts';
import type { Header } from '../console/cookie.ts';
import type { Context } from './context.ts';

/**
 * Returns the caller of an endpoint that needs a key; account 0 for other endpoints. Throws if the key is not
 * valid or its scope does not include the endpoint.
 */
export async function admit(
  row: Endpoint,
  header: Header,
  context: Context,
): Promise<Pick<Caller, 'account' | 'scope' | 'session'>> {
  if (row.auth !== 'key') return { account: 0, scope: 'all', session: null };
  const caller = await callerOf(header, context);
  if (!scopeIncludes(caller.scope, scopeOf(row))) throw new ServiceError('scope_missing');
  if (caller.key) context.keyUses.note(caller.key);
  return caller;
}
