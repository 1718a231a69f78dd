/** Objectives: create, list, read, change by JSON Patch, delete. */
import { sql, type Selectable } from 'kysely';
import { ServiceError } from '@palkit/contract/service-error';
import {
  ObjectivesFields,
  type createObjectives,
  type deleteObjectives,
  type getObjectives,
  type listObjectives,
  type Objectives,
  type patchObjectives,
  withOlderBranches,
} from '@palkit/contract/objectives';
import { toIso } from '@palkit/runtime/clock';
import type { Handler } from '../http/binder.ts';
import { checkIfMatch, etag } from '../http/etag.ts';
import { newId } from '@palkit/runtime/ids';
import type { Tables } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { lockAccount } from '../store/accounts.ts';
import { applyJsonPatch } from '../http/json-patch.ts';
import { isSameDocument } from '@palkit/runtime/same';
import { readPage } from '../store/page.ts';
import { applyFilters } from '../store/list-filters.ts';

type ObjectivesRow = Selectable<Tables['objectives']>;

export const create: Handler<typeof createObjectives> = async ({ account, body }, { store, clock }) => {
  const now = toIso(clock.now());
  const row = await store.db
    .insertInto('objectives')
    .values({
      id: newId('objectives'),
      account_id: account,
      document: JSON.stringify(body),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return show(row);
};

export const list: Handler<typeof listObjectives> = async ({ account, query }, { store }) => {
  const accountObjectives = store.db
    .selectFrom('objectives')
    .where('account_id', '=', account)
    .where(applyFilters(query, { name: sql`document->>'name'` }));
  const { rows, total_count } = await readPage(
    accountObjectives.selectAll().orderBy('created_at', query.sort).orderBy('id', query.sort),
    query,
  );
  return { data: rows.map(show), total_count };
};

export const get: Handler<typeof getObjectives> = async ({ account, params, answer }, { store }) => {
  const row = await find(store.db, params.objectives_id, account);
  answer({ etag: etag(row.id, row.version) });
  return show(row);
};

export const patch: Handler<typeof patchObjectives> = async (
  { account, params, body, ifMatch, answer },
  { store, clock },
) =>
  store.db.transaction().execute(async (trx) => {
    const storedRow = await find(trx, params.objectives_id, account, 'lock');
    checkIfMatch(ifMatch, storedRow.id, storedRow.version);
    const document = withOlderBranches(storedRow.document, body);
    const fields = applyJsonPatch(document, body, {
      schema: ObjectivesFields,
      patchable: Object.keys(ObjectivesFields.shape),
    });
    const row =
      isSameDocument(fields, document) || isSameDocument(fields, storedRow.document)
        ? storedRow
        : await trx
            .updateTable('objectives')
            .set({
              document: JSON.stringify(fields),
              version: storedRow.version + 1,
              updated_at: toIso(clock.now()),
            })
            .where('id', '=', storedRow.id)
            .returningAll()
            .executeTakeFirstOrThrow();
    answer({ etag: etag(row.id, row.version) });
    return show(row);
  });

export const remove: Handler<typeof deleteObjectives> = async ({ account, params }, { store, clock }) => {
  await store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    await find(trx, params.objectives_id, account, 'lock');
    await trx
      .updateTable('pals')
      .set((update) => ({
        document: sql<string>`document - 'objectives_id'`,
        version: update('version', '+', 1),
        updated_at: toIso(clock.now()),
      }))
      .where('account_id', '=', account)
      .where(sql`document->>'objectives_id'`, '=', params.objectives_id)
      .execute();
    await trx.deleteFrom('objectives').where('id', '=', params.objectives_id).execute();
  });
};

/**
 * Checks the objectives that a body refers to. Throws a `ServiceError` if they are unknown; objectives of
 * another account cause the same error.
 */
export async function checkObjectives(db: Database, id: string, account: number): Promise<void> {
  const row = await db
    .selectFrom('objectives')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', account)
    .executeTakeFirst();
  if (!row) throw new ServiceError('unknown_reference', `Unknown objectives ${id}.`);
}

async function find(db: Database, id: string, account: number, lock?: 'lock'): Promise<ObjectivesRow> {
  const select = db.selectFrom('objectives').selectAll().where('id', '=', id);
  const row = await (lock ? select.forUpdate() : select).executeTakeFirst();
  if (!row) throw new ServiceError('objectives_not_found');
  if (row.account_id !== account) throw new ServiceError('forbidden');
  return row;
}

const show = (row: ObjectivesRow): Objectives => ({
  objectives_id: row.id,
  ...row.document,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
});
