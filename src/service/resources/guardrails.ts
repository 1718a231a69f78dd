/** Guardrails and their sets share the same paths: on create the body distinguishes them, elsewhere the id does. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ServiceError } from '@palkit/contract/service-error';
import {
  GUARDRAIL_PAGES,
  GuardrailFields,
  SET_FIELDS,
  type createGuardrail,
  type deleteGuardrail,
  type getGuardrail,
  type Guardrail,
  type listGuardrails,
  type patchGuardrail,
} from '@palkit/contract/guardrails';
import type { JsonPatch } from '@palkit/contract/json-patch';
import { toIso } from '@palkit/runtime/clock';
import type { Handler } from '../http/binder.ts';
import { checkIfMatch, etag } from '../http/etag.ts';
import type { Database } from '../store/store.ts';
import { lockAccount } from '../store/accounts.ts';
import { applyJsonPatch } from '../http/json-patch.ts';
import { isSameDocument } from '@palkit/runtime/same';
import { removeFromPals } from './guardrail-references.ts';
import { createSet, itemsOf, patchSet, showSet, type GuardrailRow, type SetRow } from './guardrail-sets.ts';
import { readPage } from '../store/page.ts';
import { applyFilters } from '../store/list-filters.ts';

export const create: Handler<typeof createGuardrail> = async ({ account, body, warn }, { store, clock }) => {
  const now = toIso(clock.now());
  const { name, data, ...fields } = body;
  if (fields.guardrail_name === undefined) {
    const set = await store.db.transaction().execute((trx) => createSet(trx, account, name!, data!, now));
    return {
      guardrails_id: set.id,
      guardrails_name: set.name,
      status: 'active' as const,
      created_at: toIso(set.created_at),
    };
  }
  warn(SET_FIELDS.filter((field) => body[field] !== undefined));
  const row = await store.db
    .insertInto('guardrails')
    .values({
      uuid: randomUUID(),
      account_id: account,
      set_id: null,
      position: 0,
      document: JSON.stringify(fields),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return show(row);
};

export const list: Handler<typeof listGuardrails> = async ({ account, query }, { store }) => {
  const { sort, legacy, page, tags = [] } = query;
  const limit = query.limit ?? (legacy ? GUARDRAIL_PAGES.sets : GUARDRAIL_PAGES.individual);
  if (!legacy) {
    const standaloneItems = store.db
      .selectFrom('guardrails')
      .where('account_id', '=', account)
      .where(applyFilters(query, { name: sql`document->>'guardrail_name'`, id: sql.ref('uuid') }))
      .$if(tags.length > 0, (all) => all.where(sql<boolean>`document->'tags' ?| ${tags}::text[]`))
      .selectAll();
    const { rows, total_count } = await readPage(
      standaloneItems.orderBy('created_at', sort).orderBy('set_id').orderBy('position').orderBy('uuid'),
      { limit, page },
    );
    return { data: rows.map(show), total_count };
  }
  const own = store.db
    .selectFrom('guardrail_sets')
    .where('account_id', '=', account)
    .where(applyFilters(query, { name: sql.ref('name') }))
    .$if(tags.length > 0, (all) =>
      all.where(
        sql<boolean>`exists (select 1 from guardrails as item
          where item.set_id = guardrail_sets.id and item.document->'tags' ?| ${tags}::text[])`,
      ),
    )
    .selectAll();
  const { rows: sets, total_count } = await readPage(own.orderBy('created_at', sort).orderBy('id', sort), {
    limit,
    page,
  });
  const items = await itemsOf(
    store.db,
    sets.map((set) => set.id),
  );
  return { data: sets.map((set) => showSet(set, items.get(set.id)!)), total_count };
};

export const get: Handler<typeof getGuardrail> = async ({ account, params, answer }, { store }) => {
  // Read the set and its items in one transaction, so that they are consistent.
  return store.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const entry = await find(trx, params.guardrails_id, account);
      answer({ etag: etag(idOf(entry), entry.version) });
      return 'uuid' in entry ? show(entry) : showSet(entry, (await itemsOf(trx, [entry.id])).get(entry.id)!);
    });
};

export const patch: Handler<typeof patchGuardrail> = async (
  { account, params, body, ifMatch, answer },
  { store, clock },
) =>
  store.db.transaction().execute(async (trx) => {
    // The lock serializes changes to an account's guardrails: an item and its set change together, and deleted
    // guardrails are removed from PALs.
    await lockAccount(trx, account);
    const now = toIso(clock.now());
    const entry = await find(trx, params.guardrails_id, account);
    if ('uuid' in entry) {
      const row = await patchItem(trx, entry, body, ifMatch, now);
      answer({ etag: etag(row.uuid, row.version) });
      return show(row);
    }
    const set = await patchSet(trx, entry, body, ifMatch, now);
    answer({ etag: etag(set.id, set.version) });
    return showSet(set, (await itemsOf(trx, [set.id])).get(set.id)!);
  });

export const remove: Handler<typeof deleteGuardrail> = async ({ account, params }, { store, clock }) => {
  await store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    const now = toIso(clock.now());
    const entry = await find(trx, params.guardrails_id, account);
    if ('uuid' in entry) {
      await trx.deleteFrom('guardrails').where('uuid', '=', entry.uuid).execute();
      await markSetChanged(trx, entry.set_id, now);
      return removeFromPals(trx, account, { uuids: [entry.uuid] }, now);
    }
    const items = (await itemsOf(trx, [entry.id])).get(entry.id)!;
    await trx.deleteFrom('guardrail_sets').where('id', '=', entry.id).execute();
    await removeFromPals(trx, account, { uuids: items.map((item) => item.uuid), set: entry.id }, now);
  });
};

async function patchItem(
  trx: Database,
  storedRow: GuardrailRow,
  body: JsonPatch,
  ifMatch: string | undefined,
  now: string,
): Promise<GuardrailRow> {
  checkIfMatch(ifMatch, storedRow.uuid, storedRow.version);
  const fields = applyJsonPatch(storedRow.document, body, {
    schema: GuardrailFields,
    patchable: Object.keys(GuardrailFields.shape),
  });
  if (isSameDocument(fields, storedRow.document)) return storedRow;
  await markSetChanged(trx, storedRow.set_id, now);
  return trx
    .updateTable('guardrails')
    .set({ document: JSON.stringify(fields), version: storedRow.version + 1, updated_at: now })
    .where('uuid', '=', storedRow.uuid)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Marks a set as changed when its items change. */
async function markSetChanged(trx: Database, id: string | null, now: string): Promise<void> {
  if (id !== null)
    await trx
      .updateTable('guardrail_sets')
      .set((update) => ({ version: update('version', '+', 1), updated_at: now }))
      .where('id', '=', id)
      .execute();
}

async function find(db: Database, id: string, account: number): Promise<GuardrailRow | SetRow> {
  const row =
    (await db.selectFrom('guardrails').selectAll().where('uuid', '=', id).executeTakeFirst()) ??
    (await db.selectFrom('guardrail_sets').selectAll().where('id', '=', id).executeTakeFirst());
  if (!row) throw new ServiceError('guardrail_not_found');
  if (row.account_id !== account) throw new ServiceError('forbidden');
  return row;
}

const idOf = (row: GuardrailRow | SetRow) => ('uuid' in row ? row.uuid : row.id);

function show(row: GuardrailRow): Guardrail {
  return {
    uuid: row.uuid,
    ...row.document,
    guardrails_id: row.set_id,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  };
}
