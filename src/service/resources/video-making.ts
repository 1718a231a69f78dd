/** Renders a video in a durable job, which restarts after a crash and ends once: as ready or with an error. */
import { sql } from 'kysely';
import * as z from 'zod';
import { RECORDING_LIMITS, VIDEO_MOVES, type VideoCallback, type VideoStatus } from '@palkit/contract/videos';
import { toIso } from '@palkit/runtime/clock';
import { faceVoice } from '../engines/pal-voice.ts';
import type { Context } from '../http/context.ts';
import type { Job } from '../jobs/jobs.ts';
import { download, DownloadError } from '../media/download.ts';
import { voiceOfFace } from '../seed/system-faces.ts';
import { MediaJobRefusal, type SpokenScript } from '@palkit/rooms/media-jobs/media-jobs';
import { facePath } from './face-training.ts';
import { speak } from './speech.ts';
import { MAKE_VIDEO_JOB, show, type VideoRow } from './videos.ts';

const MAX_TRIES = 5;
/** Progress in percent after the sound and after the pictures. */
const SOUND_DONE = 50;
const PICTURES_DONE = 95;

export function registerVideoMaking(context: Context): void {
  context.jobs.register({
    name: MAKE_VIDEO_JOB,
    payload: z.object({}),
    // A run consists mostly of downloads; `src/rooms/media-jobs/turns.ts` limits the rendering itself.
    concurrency: 6,
    share: 3,
    run: (job) => renderVideo(job, context),
  });
}

/** The video cannot be rendered; the message explains the reason to the owner. */
class UnrenderableVideo extends Error {}
/** Thrown if the video was deleted during the run. */
class VideoGoneError extends Error {}

async function renderVideo({ key: id, attempt, signal }: Job<object>, context: Context): Promise<void> {
  const { store, media, runMediaJob } = context;
  const row = await store.db.selectFrom('videos').selectAll().where('id', '=', id!).executeTakeFirst();
  if (row?.status !== 'generating') return;
  // Runs that crashed before they could report anything count too, because a video that crashes the process
  // must not be retried forever.
  if (attempt > MAX_TRIES)
    return void (await end(context, row, 'error', 'The generation was interrupted too often.'));
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  try {
    const face = await store.db
      .selectFrom('faces')
      .selectAll()
      .where('id', '=', row.face_id)
      .executeTakeFirst();
    if (!face) throw new UnrenderableVideo('The face was deleted before the video was made.');
    await media.inFolder(async (folder) => {
      const sound =
        row.document.audio_url === null
          ? await readScript(context, row, either)
          : await makeRecording(context, row, folder, either);
      // Progress is stored one step after another. If the video was deleted, the run ends.
      let progressWrite = progress(context, row, SOUND_DONE, 'Combining pictures and sound.');
      const report = (share: number) => {
        progressWrite = progressWrite.then(() =>
          progress(
            context,
            row,
            Math.round(SOUND_DONE + share * (PICTURES_DONE - SOUND_DONE)),
            'Combining pictures and sound.',
          ),
        );
        progressWrite.catch((error: Error) => stop.abort(error));
      };
      progressWrite.catch((error: Error) => stop.abort(error));
      await runMediaJob(
        {
          do: 'render',
          face: facePath(media, face.document),
          trained: face.document.trained !== undefined,
          sound,
          folder,
        },
        { signal: either, account: row.account_id, progress: report },
      );
      await progressWrite;
      await media.publish('videos', row.file, folder, ['webm', 'webp']);
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof VideoGoneError) return;
    const { message, retriable } = failureOf(error);
    if (retriable && attempt < MAX_TRIES) throw error;
    return void (await end(context, row, 'error', message));
  }
  if (!(await end(context, row, 'ready', null))) await media.remove('videos', row.file);
}

/** Returns the message for the owner. `retriable` is true if another attempt may succeed. */
function failureOf(error: unknown): { message: string; retriable: boolean } {
  if (error instanceof DownloadError)
    return {
      message: `The recording could not be downloaded: ${error.message}`,
      retriable: error.retriable,
    };
  if (error instanceof MediaJobRefusal || error instanceof UnrenderableVideo)
    return { message: error.message, retriable: false };
  return { message: 'The video could not be made.', retriable: true };
}

async function readScript(context: Context, row: VideoRow, signal: AbortSignal): Promise<SpokenScript> {
  if (!context.voice) throw new UnrenderableVideo('This service no longer has a voice.');
  const { script } = row.document;
  await progress(context, row, 1, 'Speaking the script.');
  const spokenScript = await speak(
    faceVoice(context.voice, voiceOfFace(row.face_id), context.config),
    script,
    signal,
    {
      account: row.account_id,
      onCharacters: (characters) =>
        progress(
          context,
          row,
          Math.max(1, Math.round(Math.min(1, characters / script.length) * (SOUND_DONE - 1))),
          'Speaking the script.',
        ),
    },
  );
  if (spokenScript.packets.length === 0)
    throw new UnrenderableVideo('The script contains nothing that the voice can speak.');
  return spokenScript;
}

async function makeRecording(
  context: Context,
  row: VideoRow,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  await progress(context, row, 1, 'Downloading the recording.');
  return download(context, row.document.audio_url!, folder, {
    maximumBytes: RECORDING_LIMITS.maxBytes,
    signal,
  });
}

async function progress(
  { store, clock }: Context,
  row: VideoRow,
  percent: number,
  status_details: string,
): Promise<void> {
  const { numUpdatedRows } = await store.db
    .updateTable('videos')
    .set({
      document: sql`document || ${JSON.stringify({ generation_progress: `${percent}/100`, status_details })}::jsonb`,
      updated_at: toIso(clock.now()),
    })
    .where('id', '=', row.id)
    .where('status', '=', 'generating')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new VideoGoneError();
}

/** Changes the status and queues the callback in one transaction; false if the status had changed before. */
async function end(
  { store, clock, callbacks, config }: Context,
  row: VideoRow,
  to: (typeof VIDEO_MOVES)['generating'][number],
  reason: string | null,
): Promise<boolean> {
  const from = (Object.keys(VIDEO_MOVES) as VideoStatus[]).filter((status) =>
    (VIDEO_MOVES[status] as readonly VideoStatus[]).includes(to),
  );
  return store.db.transaction().execute(async (trx) => {
    const changes = {
      error_details: reason,
      ...(to === 'ready'
        ? { generation_progress: '100/100', status_details: 'The video is ready.' }
        : { status_details: 'The video could not be made.' }),
    };
    const movedRow = await trx
      .updateTable('videos')
      .set({
        status: to,
        document: sql`document || ${JSON.stringify(changes)}::jsonb`,
        updated_at: toIso(clock.now()),
      })
      .where('id', '=', row.id)
      .where('status', 'in', from)
      .returningAll()
      .executeTakeFirst();
    if (!movedRow) return false;
    const url = movedRow.document.callback_url;
    if (url)
      await callbacks.queue(trx, {
        account: movedRow.account_id,
        subject: movedRow.id,
        url,
        body: callbackBody(movedRow, to, show(movedRow, config)),
      });
    return true;
  });
}

function callbackBody(
  row: VideoRow,
  status: VideoCallback['status'],
  video: ReturnType<typeof show>,
): VideoCallback {
  const {
    video_id,
    video_name,
    face_id,
    data,
    download_url,
    hosted_url,
    stream_url,
    generation_progress,
    status_details,
    created_at,
    updated_at,
  } = video;
  return {
    video_id,
    video_name,
    status,
    face_id,
    data,
    download_url,
    hosted_url,
    stream_url,
    generation_progress,
    status_details,
    ...(status === 'error' ? { error_details: row.document.error_details ?? '' } : {}),
    created_at,
    updated_at,
  };
}
