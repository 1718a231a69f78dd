/** The two ways in which `palkit keys` accesses keys: through a running service, and in the database. */
import { ApiError } from '@palkit/contract/api-error';
import { createClient } from '@palkit/contract/client';
import type { KeyScope } from '@palkit/contract/endpoint';
import { createKey, listKeys, revokeKey, type Key } from '@palkit/contract/keys';
import { toIso, type Clock } from '@palkit/runtime/clock';
import * as accounts from './store/accounts.ts';
import { openStore } from './store/store.ts';

export interface Keys {
  /** Returns the new key. */
  create(fields: { account: number; name: string; scope: KeyScope }): Promise<string>;
  list(): Promise<(Key & { account?: number })[]>;
  /** Accepts an id, a shortened key or the complete key; returns the number of revoked keys. */
  revoke(name: string): Promise<number>;
  close(): Promise<void>;
}

/** Thrown if the service does not answer. */
export class UnreachableError extends Error {}

/** Milliseconds that the service has to answer. */
const ANSWER_TIME = 10_000;
const PAGE = 200;

export function runningKeys(baseUrl: string, key: string): Keys {
  const call = createClient<AbortSignal>(baseUrl, (url, init) =>
    fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_TIME) }).catch(() => {
      throw new UnreachableError(
        `No service answers at ${baseUrl}. Start it, name it with --base-url, or ` +
          'unset PALKIT_KEY to open the database.',
      );
    }),
  );
  const list = async () => {
    const keys: Key[] = [];
    for (let page = 1; ; page++) {
      const query = { limit: String(PAGE), page: String(page), sort: 'asc' as const };
      const { data } = (await call(listKeys, { credential: key, query })).result;
      keys.push(...data);
      if (data.length < PAGE) return keys;
    }
  };
  return {
    async create({ name, scope }) {
      const body = { name: name || 'Made by palkit keys', scope };
      return (await call(createKey, { credential: key, body })).result.key;
    },
    list,
    async revoke(name) {
      const isMeant = ({ key_id, shown: shortForm }: Key) =>
        name === key_id || name === shortForm || accounts.shownKey(name) === shortForm;
      const keysToRevoke = (await list()).filter((each) => each.revoked_at === null && isMeant(each));
      for (const { key_id } of keysToRevoke)
        await call(revokeKey, { credential: key, params: { key_id } }).catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.code !== 'key_not_found') throw error;
        });
      return keysToRevoke.length;
    },
    close: async () => {},
  };
}

export async function databaseKeys(options: {
  dataDir: string;
  databaseUrl: string | null;
  clock: Clock;
}): Promise<Keys> {
  const { clock } = options;
  const store = await openStore(options);
  return {
    create: async (fields) => (await accounts.createKey(store.db, clock, fields)).key,
    list: async () =>
      (await accounts.listKeys(store.db)).map((row) => ({
        account: row.account_id,
        key_id: row.id,
        name: row.name,
        scope: row.scope,
        shown: row.shown,
        created_at: toIso(row.created_at),
        last_used_at: row.last_used_at && toIso(row.last_used_at),
        revoked_at: row.revoked_at && toIso(row.revoked_at),
      })),
    revoke: (name) => accounts.revokeKey(store.db, clock, name),
    close: () => store.close(),
  };
}
