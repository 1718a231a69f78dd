/** Faces: those that an account trained from a video, and the built-in ones, which every account may use. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { sql, type Selectable } from 'kysely';
import { LIPS_REASONS, type Lips, type LipsReason } from '@palkit/contract/face-consent';
import {
  MAX_FACES_IN_TRAINING,
  type createFace,
  type deleteFace,
  type Face,
  type getFace,
  type listFaces,
  type renameFace,
} from '@palkit/contract/faces';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso } from '@palkit/runtime/clock';
import type { Config } from '../config/config.ts';
import type { Handler } from '../http/binder.ts';
import type { Context } from '../http/context.ts';
import { takeUpload } from '../uploads/uploads.ts';
import { newId } from '@palkit/runtime/ids';
import { newMediaName } from '../media/media-files.ts';
import type { Database } from '../store/store.ts';
import type { FaceDocument, Tables } from '../store/schema.ts';
import { lockAccount } from '../store/accounts.ts';
import { countRows, readPage } from '../store/page.ts';
import { applyFilters } from '../store/list-filters.ts';
import { faceIdOf } from './stock-ids.ts';
import { addConsentEvent } from '../consent/audit.ts';

/** The job that trains a face; its key is the id of the face. */
export const TRAIN_FACE_JOB = 'train face';

export type FaceRow = Selectable<Tables['faces']>;

export const create: Handler<typeof createFace> = async (call, context) => {
  if (!call.upload) return insert(call, context, null);
  const film = newMediaName();
  await context.media.publish('films', film, await nameOfFilm(call.upload), ['film']);
  try {
    return await insert(call, context, film);
  } catch (error) {
    await context.media.remove('films', film);
    throw error;
  }
};

/** Renames the uploaded file to `film`, and returns its folder. */
async function nameOfFilm(folder: string): Promise<string> {
  await fs.rename(path.join(folder, 'file'), path.join(folder, 'film'));
  return folder;
}

/** Stores a face. `uploadedFile` is the media file of a film; null if the film has a URL. */
async function insert(
  { account, body }: Parameters<Handler<typeof createFace>>[0],
  { store, jobs, clock, config }: Context,
  uploadedFile: string | null,
): Promise<{ face_id: string; status: 'training' }> {
  return store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    const film = uploadedFile ?? (await takeUpload(trx, { config, clock }, account, body.train_video_url));
    const count = await countRows(
      trx.selectFrom('faces').where('account_id', '=', account).where('status', '=', 'started'),
    );
    if (count >= MAX_FACES_IN_TRAINING)
      throw new ServiceError(
        'too_many_requests',
        `${MAX_FACES_IN_TRAINING} faces are in training. Wait until one is finished.`,
      );
    const now = toIso(clock.now());
    const document: FaceDocument = {
      training_progress: '0/100',
      error_message: null,
      model_name: 'palkit-filmed-1',
      asset: newMediaName(),
      trained: {
        train_video_url: body.train_video_url,
        callback_url: body.callback_url ?? null,
        ...(film === null ? {} : { film }),
      },
      ...(body.consent ? { consent: { by: 'statement', ...body.consent, given_at: now } } : {}),
    };
    const { id } = await trx
      .insertInto('faces')
      .values({
        id: newId('face'),
        account_id: account,
        name: body.face_name,
        status: 'started',
        document: JSON.stringify(document),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (body.consent)
      await addConsentEvent(trx, clock, { id, account }, { event: 'statement', ...body.consent });
    await jobs.enqueue(trx, TRAIN_FACE_JOB, { key: id, account, payload: {} });
    return { face_id: id, status: 'training' as const };
  });
}

export const list: Handler<typeof listFaces> = async ({ account, query }, { store, config }) => {
  const visible = store.db
    .selectFrom('faces')
    .where((where) => where.or([where('account_id', '=', account), where('account_id', 'is', null)]))
    .where(applyFilters(query, { name: sql.ref('name') }))
    .$if(query.face_type === 'user', (all) => all.where('account_id', '=', account))
    .$if(query.face_type === 'system', (all) => all.where('account_id', 'is', null))
    .$if(query.status !== undefined, (all) => all.where('status', '=', query.status!));
  const { rows, total_count } = await readPage(
    visible.selectAll().orderBy('created_at', query.sort).orderBy('id'),
    query,
  );
  return { data: rows.map((row) => show(row, config, query.verbose)), total_count };
};

export const get: Handler<typeof getFace> = async ({ account, params, query }, { store, config }) =>
  show(await find(store.db, faceIdOf(params.face_id), account), config, query.verbose);

export const rename: Handler<typeof renameFace> = async (
  { account, params, body },
  { store, config, clock },
) => {
  await findOwn(store.db, params.face_id, account);
  const row = await store.db
    .updateTable('faces')
    .set({ name: body.face_name, updated_at: toIso(clock.now()) })
    .where('id', '=', params.face_id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new ServiceError('face_not_found');
  return show(row, config);
};

/** Deletes a face and cancels its training. Throws if a PAL or an active conversation refers to it. */
export const remove: Handler<typeof deleteFace> = async ({ account, params }, { store, jobs, media }) => {
  const row = await store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    const ownFace = await findOwn(trx, params.face_id, account, 'lock');
    const pals = await trx
      .selectFrom('pals')
      .select('id')
      .where('account_id', '=', account)
      .where(sql<string>`document->>'default_face_id'`, '=', ownFace.id)
      .limit(1)
      .execute();
    if (pals[0])
      throw new ServiceError(
        'face_in_use',
        `The face is in use by the PAL ${pals[0].id}. Give it another face first.`,
      );
    const calls = await trx
      .selectFrom('conversations')
      .select('id')
      .where('face_id', '=', ownFace.id)
      .where('status', '=', 'active')
      .limit(1)
      .execute();
    if (calls[0])
      throw new ServiceError(
        'face_in_use',
        `The face is in use by the conversation ${calls[0].id}. End it first.`,
      );
    await trx.deleteFrom('faces').where('id', '=', ownFace.id).execute();
    await removeFaceFiles(trx, { jobs, media }, ownFace);
    return ownFace;
  });
  await media.remove('faces', row.document.asset);
  return { face_id: row.id };
};

/**
 * Finds a face that the account may use: one of its own or a built-in one. Throws a `ServiceError` for any
 * other id.
 */
export async function find(db: Database, id: string, account: number, lock?: 'lock'): Promise<FaceRow> {
  const select = db.selectFrom('faces').selectAll().where('id', '=', id);
  const row = await (lock ? select.forUpdate() : select).executeTakeFirst();
  if (!row) throw new ServiceError('face_not_found');
  if (row.account_id !== null && row.account_id !== account) throw new ServiceError('forbidden');
  return row;
}

/** Removes a face's files after the commit, including a film that waits for its training. */
export async function removeFaceFiles(
  trx: Database,
  { jobs, media }: Pick<Context, 'jobs' | 'media'>,
  { document }: Pick<FaceRow, 'document'>,
): Promise<void> {
  await media.removeWith(trx, jobs, 'faces', document.asset);
  if (document.trained?.film) await media.removeWith(trx, jobs, 'films', document.trained.film);
}

export async function findOwn(db: Database, id: string, account: number, lock?: 'lock'): Promise<FaceRow> {
  const row = await find(db, id, account, lock);
  if (row.account_id === null)
    throw new ServiceError('forbidden', 'System faces are shared by all accounts and cannot be changed.');
  return row;
}

/**
 * Checks a face that a body refers to, and locks it against deletion until the transaction ends. Throws a
 * `ServiceError` for an unknown face; a face of another account causes the same error.
 */
export async function checkFace(db: Database, id: string, account: number): Promise<FaceRow> {
  const row = await db.selectFrom('faces').selectAll().where('id', '=', id).forKeyShare().executeTakeFirst();
  if (!row || (row.account_id !== null && row.account_id !== account))
    throw new ServiceError('unknown_reference', `Unknown face ${id}.`);
  return row;
}

/** Like `checkFace`, but the face must also be ready for use. */
export async function checkTrainedFace(db: Database, id: string, account: number): Promise<FaceRow> {
  const row = await checkFace(db, id, account);
  if (row.status === 'started') throw new ServiceError('face_not_ready', `The face ${id} is in training.`);
  if (row.status === 'error')
    throw new ServiceError('face_not_ready', `The training of the face ${id} failed.`);
  return row;
}

/** Says whether the lips of a face move during speech, and if not, why. */
export function lipsOf({ status, document }: Pick<FaceRow, 'status' | 'document'>): Lips {
  const restingLips = (code: LipsReason): Lips => ({ state: 'rests', code, reason: LIPS_REASONS[code] });
  if (!document.trained) return { state: 'speaks', code: null, reason: null };
  if (status === 'started') return restingLips('in_training');
  if (status === 'error') return restingLips('training_failed');
  return document.lips ?? restingLips(document.consent ? 'loop_only' : 'consent_missing');
}

export function thumbnails(
  face: Pick<FaceRow, 'document' | 'status'> | undefined,
  config: Config,
): { thumbnail_video_url: string; thumbnail_image_url: string } {
  const file = (ending: string) => `${config.publicUrl}/media/faces/${face!.document.asset}.${ending}`;
  const isTrained = face?.status === 'completed';
  // The still exists as soon as the film was opened.
  const hasStill = isTrained || (face?.status === 'started' && face.document.film_seconds !== undefined);
  return {
    thumbnail_video_url: isTrained ? file('webm') : '',
    thumbnail_image_url: hasStill ? file(face.document.trained ? 'webp' : 'jpg') : '',
  };
}

const mouthsUrl = ({ document }: FaceRow, config: Config): string =>
  document.report?.verdict === 'speaks' ? `${config.publicUrl}/media/faces/${document.asset}.mouths` : '';

function show(row: FaceRow, config: Config, verbose = false): Face {
  return {
    face_id: row.id,
    face_name: row.name,
    ...thumbnails(row, config),
    training_progress: row.document.training_progress,
    status: row.status,
    error_message: row.document.error_message,
    model_name: row.document.model_name,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    ...(verbose
      ? {
          face_type: row.account_id === null ? ('system' as const) : ('user' as const),
          error_code: row.document.error_code ?? null,
          film_seconds: row.document.film_seconds ?? null,
          lips: lipsOf(row),
          consent: row.document.consent ?? null,
          report: row.document.report ?? null,
          mouths_image_url: mouthsUrl(row, config),
        }
      : {}),
  };
}
