/** Memory stores and their pinned memories. Specification: resources-6. */
import type { Selectable } from 'kysely';
import { ServiceError } from '@palkit/contract/service-error';
import {
  MEMORY_STORE_ID,
  PINNED_PER_STORE,
  type changePinnedMemory,
  type createMemoryStore,
  type createPinnedMemory,
  type deleteMemoryStore,
  type deletePinnedMemory,
  type getMemoryStore,
  type listMemoryStores,
  type listPinnedMemories,
  type MemoryStore,
  type PinnedMemory,
} from '@palkit/contract/memory-stores';
import { toIso } from '@palkit/runtime/clock';
import type { Handler } from '../http/binder.ts';
import { newId } from '@palkit/runtime/ids';
import type { Tables } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { countRows, readPage } from '../store/page.ts';
import { applyFilters } from '../store/list-filters.ts';

type StoreRow = Selectable<Tables['memory_stores']>;
type PinnedRow = Selectable<Tables['pinned_memories']>;

export const create: Handler<typeof createMemoryStore> = async ({ account, body }, { store, clock }) =>
  store.db.transaction().execute(async (trx) => {
    // The key-share lock prevents the deletion of the PAL until the store is written.
    const pal = await trx
      .selectFrom('pals')
      .select('id')
      .where('id', '=', body.pal_id)
      .where('account_id', '=', account)
      .forKeyShare()
      .executeTakeFirst();
    if (!pal) throw new ServiceError('unknown_reference', `Unknown PAL ${body.pal_id}.`);
    const now = toIso(clock.now());
    const row = await trx
      .insertInto('memory_stores')
      .values({
        id: newId('memoryStore'),
        account_id: account,
        pal_id: pal.id,
        participant_tag: body.participant_tag,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.columns(['pal_id', 'participant_tag']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new ServiceError('memory_store_exists');
    const memories = (body.pinned_memories ?? []).map((memory) =>
      typeof memory === 'string' ? memory : memory.memory,
    );
    const pinnedRows: PinnedRow[] = [];
    for (const memory of memories) pinnedRows.push(await insert(trx, row.id, memory, now));
    return show(row, pinnedRows);
  });

export const list: Handler<typeof listMemoryStores> = async ({ account, query }, { store }) => {
  let stores = store.db
    .selectFrom('memory_stores')
    .where('account_id', '=', account)
    .where(applyFilters(query, null));
  if (query.pal_id) stores = stores.where('pal_id', '=', query.pal_id);
  if (query.participant_tag) stores = stores.where('participant_tag', '=', query.participant_tag);
  const { rows, total_count } = await readPage(
    stores.selectAll().orderBy('created_at', query.sort).orderBy('id', query.sort),
    query,
  );
  return { data: rows.map((row) => show(row)), total_count };
};

export const get: Handler<typeof getMemoryStore> = async ({ account, params }, { store }) => {
  const row = await findOwn(store.db, params.memory_store_id, account);
  return show(
    row,
    await store.db
      .selectFrom('pinned_memories')
      .selectAll()
      .where('store_id', '=', row.id)
      .orderBy('position')
      .execute(),
  );
};

export const remove: Handler<typeof deleteMemoryStore> = async ({ account, params }, { store }) => {
  await findOwn(store.db, params.memory_store_id, account);
  await store.db.deleteFrom('memory_stores').where('id', '=', params.memory_store_id).execute();
};

export const pin: Handler<typeof createPinnedMemory> = async ({ account, params, body }, { store, clock }) =>
  store.db.transaction().execute(async (trx) => {
    // The lock ensures that simultaneous requests do not exceed the limit.
    const row = await findOwn(trx, params.memory_store_id, account, 'lock');
    const count = await countRows(trx.selectFrom('pinned_memories').where('store_id', '=', row.id));
    if (count >= PINNED_PER_STORE) throw new ServiceError('memory_store_full');
    const now = toIso(clock.now());
    const pinnedRow = await insert(trx, row.id, body.memory, now);
    await trx.updateTable('memory_stores').set({ updated_at: now }).where('id', '=', row.id).execute();
    return showPinned(pinnedRow);
  });

export const listPinned: Handler<typeof listPinnedMemories> = async (
  { account, params, query },
  { store },
) => {
  const row = await findOwn(store.db, params.memory_store_id, account);
  const own = store.db.selectFrom('pinned_memories').where('store_id', '=', row.id);
  const { rows, total_count } = await readPage(own.selectAll().orderBy('position'), query);
  return { data: rows.map(showPinned), total_count };
};

export const change: Handler<typeof changePinnedMemory> = async (
  { account, params, body },
  { store, clock },
) => {
  const { id } = await findOwn(store.db, params.memory_store_id, account);
  const row = await store.db
    .updateTable('pinned_memories')
    .set({ memory: body.memory, updated_at: toIso(clock.now()) })
    .where('id', '=', params.memory_id)
    .where('store_id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new ServiceError('memory_not_found');
  return showPinned(row);
};

export const unpin: Handler<typeof deletePinnedMemory> = async ({ account, params }, { store }) => {
  const { id } = await findOwn(store.db, params.memory_store_id, account);
  const deletion = await store.db
    .deleteFrom('pinned_memories')
    .where('id', '=', params.memory_id)
    .where('store_id', '=', id)
    .executeTakeFirst();
  if (deletion.numDeletedRows === 0n) throw new ServiceError('memory_not_found');
};

async function findOwn(db: Database, id: string, account: number, lock?: 'lock'): Promise<StoreRow> {
  if (!MEMORY_STORE_ID.test(id)) throw new ServiceError('memory_store_not_found');
  const select = db.selectFrom('memory_stores').selectAll().where('id', '=', id);
  const row = await (lock ? select.forUpdate() : select).executeTakeFirst();
  if (!row) throw new ServiceError('memory_store_not_found');
  if (row.account_id !== account) throw new ServiceError('forbidden');
  return row;
}

const insert = (trx: Database, store_id: string, memory: string, now: string): Promise<PinnedRow> =>
  trx
    .insertInto('pinned_memories')
    .values({ id: newId('memory'), store_id, memory, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Formats a time as UTC, `YYYY-MM-DD HH:MM:SS` (specification: resources-8). */
const formatSpacedTime = (time: Date) => toIso(time).slice(0, 19).replace('T', ' ');

function showPinned(row: PinnedRow): PinnedMemory {
  return {
    memory_id: row.id,
    memory: row.memory,
    created_at: formatSpacedTime(row.created_at),
    updated_at: formatSpacedTime(row.updated_at),
  };
}

function show(row: StoreRow, pinnedRows?: PinnedRow[]): MemoryStore {
  return {
    memory_store_id: row.id,
    pal_id: row.pal_id,
    participant_tag: row.participant_tag,
    ...(pinnedRows ? { pinned_memories: pinnedRows.map(showPinned) } : {}),
    created_at: formatSpacedTime(row.created_at),
    updated_at: formatSpacedTime(row.updated_at),
  };
}
