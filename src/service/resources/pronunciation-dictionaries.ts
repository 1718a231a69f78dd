/** Pronunciation dictionaries: create, list, read, change, delete. */
import { sql, type Selectable } from 'kysely';
import {
  DICTIONARIES_PER_ACCOUNT,
  DictionaryFields,
  type changeDictionary,
  type createDictionary,
  type deleteDictionary,
  type Dictionary,
  type getDictionary,
  type listDictionaries,
} from '@palkit/contract/pronunciation-dictionaries';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso } from '@palkit/runtime/clock';
import type { Handler } from '../http/binder.ts';
import { applyJsonPatch } from '../http/json-patch.ts';
import { newId } from '@palkit/runtime/ids';
import { lockAccount } from '../store/accounts.ts';
import { applyFilters } from '../store/list-filters.ts';
import { countRows, readPage } from '../store/page.ts';
import type { Tables } from '../store/schema.ts';
import type { Database } from '../store/store.ts';

type Row = Selectable<Tables['pronunciation_dictionaries']>;

const PATCHABLE = Object.keys(DictionaryFields.shape);

export const create: Handler<typeof createDictionary> = async ({ account, body }, { store, clock }) => {
  const now = toIso(clock.now());
  return store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    const count = await countRows(
      trx.selectFrom('pronunciation_dictionaries').where('account_id', '=', account),
    );
    if (count >= DICTIONARIES_PER_ACCOUNT)
      throw new ServiceError(
        'account_limit',
        `An account has at most ${DICTIONARIES_PER_ACCOUNT} pronunciation dictionaries.`,
        { retryAfter: 60 },
      );
    const row = await trx
      .insertInto('pronunciation_dictionaries')
      .values({
        id: newId('dictionary'),
        account_id: account,
        document: JSON.stringify(body),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return show(row);
  });
};

export const list: Handler<typeof listDictionaries> = async ({ account, query }, { store }) => {
  const accountDictionaries = store.db
    .selectFrom('pronunciation_dictionaries')
    .where('account_id', '=', account)
    .where(applyFilters(query, { name: sql`document->>'name'` }));
  const { rows, total_count } = await readPage(
    accountDictionaries.selectAll().orderBy('created_at', query.sort).orderBy('id', query.sort),
    query,
  );
  return { data: rows.map(show), total_count };
};

export const get: Handler<typeof getDictionary> = async ({ account, params }, { store }) =>
  show(await find(store.db, params.pronunciation_dictionary_id, account));

export const change: Handler<typeof changeDictionary> = async ({ account, params, body }, { store, clock }) =>
  store.db.transaction().execute(async (trx) => {
    const storedRow = await find(trx, params.pronunciation_dictionary_id, account, 'lock');
    const document = Array.isArray(body)
      ? applyJsonPatch(storedRow.document, body, { schema: DictionaryFields, patchable: PATCHABLE })
      : { ...storedRow.document, ...body };
    const row = await trx
      .updateTable('pronunciation_dictionaries')
      .set({ document: JSON.stringify(document), updated_at: toIso(clock.now()) })
      .where('id', '=', storedRow.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return show(row);
  });

export const remove: Handler<typeof deleteDictionary> = async ({ account, params }, { store, clock }) => {
  const id = params.pronunciation_dictionary_id;
  await store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    await find(trx, id, account, 'lock');
    await trx
      .updateTable('pals')
      .set((update) => ({
        document: sql<string>`document #- '{layers,tts,pronunciation_dictionary_id}'`,
        version: update('version', '+', 1),
        updated_at: toIso(clock.now()),
      }))
      .where('account_id', '=', account)
      .where(sql`document #>> '{layers,tts,pronunciation_dictionary_id}'`, '=', id)
      .execute();
    await trx.deleteFrom('pronunciation_dictionaries').where('id', '=', id).execute();
  });
};

/**
 * Checks a dictionary that a body refers to. Throws a `ServiceError` if it is unknown; a dictionary of
 * another account causes the same error.
 */
export async function checkDictionary(
  db: Database,
  id: string | null | undefined,
  account: number,
): Promise<void> {
  if (!id) return;
  const row = await db
    .selectFrom('pronunciation_dictionaries')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', account)
    .executeTakeFirst();
  if (!row) throw new ServiceError('unknown_reference', `Unknown pronunciation dictionary ${id}.`);
}

async function find(db: Database, id: string, account: number, lock?: 'lock'): Promise<Row> {
  const select = db.selectFrom('pronunciation_dictionaries').selectAll().where('id', '=', id);
  const row = await (lock ? select.forUpdate() : select).executeTakeFirst();
  if (!row) throw new ServiceError('dictionary_not_found');
  if (row.account_id !== account) throw new ServiceError('forbidden');
  return row;
}

const show = (row: Row): Dictionary => ({
  pronunciation_dictionary_id: row.id,
  ...row.document,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
});
