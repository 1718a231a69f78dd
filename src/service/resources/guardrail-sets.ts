/**
 * The deprecated named sets. The items of a set are stored as individual guardrails, so both views show the same
 * data.
 */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { PatchableGuardrailSet, type GuardrailFields, type GuardrailSet } from '@palkit/contract/guardrails';
import type { JsonPatch } from '@palkit/contract/json-patch';
import { checkIfMatch } from '../http/etag.ts';
import { newId } from '@palkit/runtime/ids';
import type { Tables } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { applyJsonPatchToItems } from '../http/json-patch.ts';
import { isSameDocument } from '@palkit/runtime/same';
import { removeFromPals } from './guardrail-references.ts';

export type SetRow = Selectable<Tables['guardrail_sets']>;
export type GuardrailRow = Selectable<Tables['guardrails']>;

export async function createSet(
  trx: Database,
  account: number,
  name: string,
  data: readonly GuardrailFields[],
  now: string,
): Promise<SetRow> {
  const set = await trx
    .insertInto('guardrail_sets')
    .values({ id: newId('guardrailSet'), account_id: account, name, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (data.length > 0)
    await trx
      .insertInto('guardrails')
      .values(data.map((fields, position) => newItem(set, fields, position, now)))
      .execute();
  return set;
}

/** Applies a patch; an item that is moved keeps its uuid. */
export async function patchSet(
  trx: Database,
  set: SetRow,
  patch: JsonPatch,
  ifMatch: string | undefined,
  now: string,
): Promise<SetRow> {
  checkIfMatch(ifMatch, set.id, set.version);
  const rows = (await itemsOf(trx, [set.id])).get(set.id) ?? [];
  const { fields, origins } = applyJsonPatchToItems(showSet(set, rows), patch, {
    schema: PatchableGuardrailSet,
    patchable: ['name', 'data'],
    testOnly: /^\/data\/[^/]+\/uuid(\/|$)/,
  });
  const documents = fields.data.map(({ uuid: _, ...document }) => document);
  if (
    fields.name === set.name &&
    documents.length === rows.length &&
    documents.every(
      (document, index) => origins[index] === index && isSameDocument(document, rows[index]!.document),
    )
  )
    return set;
  const ids = new Set(origins);
  const removed = rows.filter((_, index) => !ids.has(index)).map((row) => row.uuid);
  if (removed.length > 0) await trx.deleteFrom('guardrails').where('uuid', 'in', removed).execute();
  await removeFromPals(trx, set.account_id, { uuids: removed }, now);
  for (const [position, document] of documents.entries()) {
    const row = rows[origins[position] ?? -1];
    if (!row)
      await trx
        .insertInto('guardrails')
        .values(newItem(set, document, position, now))
        .execute();
    else if (!isSameDocument(row.document, document))
      await trx
        .updateTable('guardrails')
        .set({ document: JSON.stringify(document), position, version: row.version + 1, updated_at: now })
        .where('uuid', '=', row.uuid)
        .execute();
    else if (row.position !== position)
      await trx.updateTable('guardrails').set({ position }).where('uuid', '=', row.uuid).execute();
  }
  return trx
    .updateTable('guardrail_sets')
    .set({ name: fields.name, version: set.version + 1, updated_at: now })
    .where('id', '=', set.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the items of each set in order. */
export async function itemsOf(db: Database, ids: readonly string[]): Promise<Map<string, GuardrailRow[]>> {
  const items = new Map<string, GuardrailRow[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return items;
  for (const row of await db
    .selectFrom('guardrails')
    .selectAll()
    .where('set_id', 'in', [...ids])
    .orderBy('position')
    .execute())
    items.get(row.set_id!)!.push(row);
  return items;
}

export function showSet(set: SetRow, rows: readonly GuardrailRow[]): GuardrailSet {
  return { uuid: set.id, name: set.name, data: rows.map((row) => ({ uuid: row.uuid, ...row.document })) };
}

const newItem = (set: SetRow, fields: GuardrailFields, position: number, now: string) => ({
  uuid: randomUUID(),
  account_id: set.account_id,
  set_id: set.id,
  position,
  document: JSON.stringify(fields),
  created_at: now,
  updated_at: now,
});
