/** Videos: create, list, read, rename, delete. `video-making.ts` renders them. */
import { sql, type Selectable } from 'kysely';
import {
  MAX_GENERATING_VIDEOS,
  type createVideo,
  type deleteVideo,
  type getVideo,
  type listVideos,
  type renameVideo,
  type Video,
} from '@palkit/contract/videos';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso } from '@palkit/runtime/clock';
import type { Config } from '../config/config.ts';
import type { Handler } from '../http/binder.ts';
import { newId } from '@palkit/runtime/ids';
import { newMediaName } from '../media/media-files.ts';
import type { Database } from '../store/store.ts';
import type { Tables, VideoDocument } from '../store/schema.ts';
import { lockAccount } from '../store/accounts.ts';
import { checkTrainedFace } from './faces.ts';
import { faceIdOf } from './stock-ids.ts';
import { titleOf } from './speech.ts';
import { countRows, readPage } from '../store/page.ts';
import { applyFilters } from '../store/list-filters.ts';

/** The job that renders a video; its key is the id of the video. */
export const MAKE_VIDEO_JOB = 'make video';

export type VideoRow = Selectable<Tables['videos']>;

export const create: Handler<typeof createVideo> = async (
  { account, body },
  { store, jobs, voice, config, clock },
) => {
  if (body.script && !voice)
    throw new ServiceError(
      'voice_unavailable',
      'This service has no voice. Send audio_url instead of script.',
    );
  const row = await store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    const faceId = faceIdOf(body.face_id);
    await checkTrainedFace(trx, faceId, account);
    const count = await countRows(
      trx.selectFrom('videos').where('account_id', '=', account).where('status', '=', 'generating'),
    );
    if (count >= MAX_GENERATING_VIDEOS)
      throw new ServiceError(
        'too_many_requests',
        `${MAX_GENERATING_VIDEOS} videos are being generated. Wait until one is finished.`,
      );
    const now = toIso(clock.now());
    const document: VideoDocument = {
      script: body.script ?? '',
      audio_url: body.audio_url ?? null,
      callback_url: body.callback_url ?? null,
      background_url: body.background_url ?? '',
      generation_progress: '0/100',
      status_details: 'Waiting in the queue.',
      error_details: null,
    };
    const created = await trx
      .insertInto('videos')
      .values({
        id: newId('video'),
        account_id: account,
        face_id: faceId,
        name: body.video_name ?? titleOf(body.script ?? 'Recording'),
        status: 'generating',
        file: newMediaName(),
        document: JSON.stringify(document),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await jobs.enqueue(trx, MAKE_VIDEO_JOB, { key: created.id, account, payload: {} });
    return created;
  });
  return show(row, config);
};

export const list: Handler<typeof listVideos> = async ({ account, query }, { store, config }) => {
  const accountVideos = store.db
    .selectFrom('videos')
    .where('account_id', '=', account)
    .where(applyFilters(query, { name: sql.ref('name') }))
    .$if(query.status !== undefined, (all) => all.where('status', '=', query.status!));
  const { rows, total_count } = await readPage(
    accountVideos.selectAll().orderBy('created_at', query.sort).orderBy('id', query.sort),
    query,
  );
  return { data: rows.map((row) => show(row, config)), total_count };
};

export const get: Handler<typeof getVideo> = async ({ account, params }, { store, config }) =>
  show(await find(store.db, params.video_id, account), config);

export const rename: Handler<typeof renameVideo> = async (
  { account, params, body },
  { store, config, clock },
) => {
  await find(store.db, params.video_id, account);
  const row = await store.db
    .updateTable('videos')
    .set({ name: body.video_name, updated_at: toIso(clock.now()) })
    .where('id', '=', params.video_id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new ServiceError('video_not_found');
  return show(row, config);
};

export const remove: Handler<typeof deleteVideo> = async ({ account, params }, { store, jobs, media }) => {
  const row = await store.db.transaction().execute(async (trx) => {
    const own = await find(trx, params.video_id, account, 'lock');
    await trx.deleteFrom('videos').where('id', '=', own.id).execute();
    await media.removeWith(trx, jobs, 'videos', own.file);
    return own;
  });
  await media.remove('videos', row.file);
  return { video_id: row.id };
};

async function find(db: Database, id: string, account: number, lock?: 'lock'): Promise<VideoRow> {
  const select = db.selectFrom('videos').selectAll().where('id', '=', id);
  const row = await (lock ? select.forUpdate() : select).executeTakeFirst();
  if (!row) throw new ServiceError('video_not_found');
  if (row.account_id !== account) throw new ServiceError('forbidden');
  return row;
}

export function show(row: VideoRow, config: Config): Video {
  const { script, audio_url, generation_progress, status_details, error_details, background_url } =
    row.document;
  const file = (ending: string) =>
    row.status === 'ready' ? `${config.publicUrl}/media/videos/${row.file}.${ending}` : null;
  return {
    video_id: row.id,
    video_name: row.name,
    status: row.status,
    face_id: row.face_id,
    data: { script, ...(audio_url === null ? {} : { audio_url }) },
    download_url: file('webm?download=1'),
    hosted_url: `${config.publicUrl}/v/${row.file}`,
    stream_url: file('webm'),
    generation_progress,
    status_details,
    error_details,
    background_url,
    background_source_url: background_url,
    still_image_thumbnail_url: file('webp'),
    gif_thumbnail_url: null,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  };
}
