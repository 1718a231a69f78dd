/** Faces. Training is not here yet; the system faces belong to nobody and are for everybody. */
import type { Selectable } from 'kysely';
import type { deleteFace, Face, getFace, listFaces, renameFace } from '../../contract/faces.ts';
import { Refusal } from '../../contract/errors.ts';
import { iso } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Handler } from '../http/binder.ts';
import type { Database } from '../store/store.ts';
import type { Tables } from '../store/schema.ts';

export type FaceRow = Selectable<Tables['faces']>;

export const list: Handler<typeof listFaces> = async ({ account, query }, { store, config }) => {
  const visible = store.db.selectFrom('faces').where((where) => where.or([where('account_id', '=', account), where('account_id', 'is', null)]));
  const rows = await visible.selectAll().orderBy('created_at', 'desc').orderBy('id').limit(query.limit).offset((query.page - 1) * query.limit).execute();
  const { count } = await visible.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { data: rows.map((row) => show(row, config, query.verbose)), total_count: Number(count) };
};

export const get: Handler<typeof getFace> = async ({ account, params, query }, { store, config }) => show(await find(store.db, params.face_id, account), config, query.verbose);

export const rename: Handler<typeof renameFace> = async ({ account, params, body }, { store, config, clock }) => {
  await findOwn(store.db, params.face_id, account);
  const row = await store.db.updateTable('faces').set({ name: body.face_name, updated_at: iso(clock.now()) }).where('id', '=', params.face_id).returningAll().executeTakeFirst();
  if (!row) throw new Refusal('face_not_found');
  return show(row, config);
};

export const remove: Handler<typeof deleteFace> = async ({ account, params }, { store }) => {
  await findOwn(store.db, params.face_id, account);
  await store.db.deleteFrom('faces').where('id', '=', params.face_id).execute();
  return { face_id: params.face_id };
};

/** A face the account may use: its own or the system's. */
export async function find(db: Database, id: string, account: number): Promise<FaceRow> {
  const row = await db.selectFrom('faces').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('face_not_found');
  if (row.account_id !== null && row.account_id !== account) throw new Refusal('forbidden');
  return row;
}

async function findOwn(db: Database, id: string, account: number): Promise<FaceRow> {
  const row = await find(db, id, account);
  if (row.account_id === null) throw new Refusal('forbidden', 'System faces belong to everybody and cannot be changed.');
  return row;
}

/** A face named in a body: unknown or another account's is the same refusal. */
export async function checkFace(db: Database, id: string, account: number): Promise<void> {
  const row = await db.selectFrom('faces').select('account_id').where('id', '=', id).executeTakeFirst();
  if (!row || (row.account_id !== null && row.account_id !== account)) throw new Refusal('unknown_reference', `Unknown face ${id}.`);
}

export function thumbnails(face: Pick<FaceRow, 'document'> | undefined, config: Config): { thumbnail_video_url: string; thumbnail_image_url: string } {
  const file = (ending: string) => (face ? `${config.publicUrl}/media/faces/${face.document.asset}.${ending}` : '');
  return { thumbnail_video_url: file('webm'), thumbnail_image_url: file('jpg') };
}

function show(row: FaceRow, config: Config, verbose = false): Face {
  return {
    face_id: row.id,
    face_name: row.name,
    ...thumbnails(row, config),
    training_progress: row.document.training_progress,
    status: row.document.status,
    error_message: row.document.error_message,
    model_name: row.document.model_name,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    ...(verbose ? { face_type: row.account_id === null ? ('system' as const) : ('user' as const) } : {}),
  };
}
