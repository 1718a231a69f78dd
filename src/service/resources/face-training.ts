/** Trains a face in a durable job, which restarts after a crash and ends once: as completed or with an error. */
import { sql } from 'kysely';
import * as z from 'zod';
import { FILM_CHECKS, type FaceReport } from '@palkit/contract/face-report';
import { FACE_MOVES, TRAINING_VIDEO, type FaceCallback, type FaceStatus } from '@palkit/contract/faces';
import { findFfmpeg } from '@palkit/face-training/films/ffmpeg';
import { toLegacy } from '@palkit/contract/aliases';
import { assetPath } from '@palkit/runtime/asset-data';
import { toIso } from '@palkit/runtime/clock';
import type { Context } from '../http/context.ts';
import type { Job } from '../jobs/jobs.ts';
import { download, DownloadError } from '../media/download.ts';
import type { MediaFiles } from '../media/media-files.ts';
import type { FaceDocument } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { MediaJobRefusal, type MediaJobResult } from '@palkit/rooms/media-jobs/media-jobs';
import { TRAIN_FACE_JOB, type FaceRow } from './faces.ts';
import { examine, type Examination } from './film-examination.ts';

/** Maximum number of runs; after that a temporary fault counts as permanent. */
const MAX_TRIES = 5;

/** The model name of a face with moving lips. Other faces keep their initial model name. */
const SPEAKING_MODEL = 'palkit-filmed-2';

/** Returns the path of the file with a face's frames. */
export function facePath(media: MediaFiles, face: FaceDocument): string {
  return face.trained ? media.path('faces', face.asset, 'face') : assetPath(`faces/${face.asset}.face`);
}

export function registerFaceTraining(context: Context): void {
  context.jobs.register({
    name: TRAIN_FACE_JOB,
    payload: z.object({}),
    concurrency: 6,
    share: 3,
    run: (job) => train(job, context),
  });
}

async function train({ key: id, attempt, signal }: Job<object>, context: Context): Promise<void> {
  const { store, media, runMediaJob, config } = context;
  const row = await store.db.selectFrom('faces').selectAll().where('id', '=', id!).executeTakeFirst();
  if (row?.status !== 'started' || !row.document.trained) return;
  // Runs that crashed before they could report anything count too, because a video that crashes the process must not
  // be retried forever.
  if (attempt > MAX_TRIES)
    return void (await end(
      context,
      row,
      'error',
      'The training was interrupted too often. Try again with another video.',
    ));
  const { asset: name, trained } = row.document;
  const stop = new AbortController();
  const endSignal = AbortSignal.any([signal, stop.signal]);
  let result: MediaJobResult;
  try {
    result = await media.inFolder(async (folder) => {
      await progress(context, row, 10);
      const file = trained.film
        ? media.path('films', trained.film, 'film')
        : await download(context, trained.train_video_url, folder, {
            maximumBytes: TRAINING_VIDEO.maxBytes,
            signal,
          });
      const steps = new ProgressSteps(context, row, (error) => stop.abort(error));
      steps.report(0);
      const ffmpeg = await findFfmpeg(config.ffmpegPath);
      const change: Examination['change'] = (changes, alsoWrite) => update(context, row, changes, alsoWrite);
      const consent = await examine(context, row, { file, folder, ffmpeg, signal: endSignal, change });
      const created = await runMediaJob(
        { do: 'train', file, folder, name: row.id, consent, ffmpeg },
        { signal: endSignal, account: row.account_id ?? undefined, progress: (share) => steps.report(share) },
      );
      await steps.lastWrite;
      await progress(context, row, TRAINED);
      const mouths = created.report?.verdict === 'speaks' ? (['mouths'] as const) : [];
      await media.publish('faces', name, folder, ['face', 'webm', 'webp', ...mouths]);
      return created;
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FaceGoneError) return void (await media.remove('faces', name));
    const final =
      error instanceof MediaJobRefusal ||
      (error instanceof DownloadError && !error.retriable) ||
      attempt >= MAX_TRIES;
    if (!final) throw error;
    const reason =
      error instanceof DownloadError
        ? `The training video could not be downloaded: ${error.message}`
        : error instanceof MediaJobRefusal
          ? error.message
          : 'The training video could not be processed.';
    const error_code = error instanceof MediaJobRefusal ? error.code : null;
    await media.remove('faces', name);
    return void (await end(context, row, 'error', reason, { error_code }));
  }
  if (!(await end(context, row, 'completed', null, findings(result.report))))
    await media.remove('faces', name);
}

/** Progress in percent after the download of the film, and after the training. */
const FETCHED = 20;
const TRAINED = 95;

/** Stores the progress in whole percent, one step after another. Calls `onDeleted` if the face was deleted. */
class ProgressSteps {
  readonly #store: (percent: number) => Promise<void>;
  readonly #onDeleted: (error: Error) => void;
  #percent = 0;
  /** Settles when the latest step is stored. */
  lastWrite: Promise<void> = Promise.resolve();

  constructor(context: Context, row: FaceRow, onDeleted: (error: Error) => void) {
    this.#store = (percent) => progress(context, row, percent);
    this.#onDeleted = onDeleted;
  }

  report(share: number): void {
    const percent = Math.round(FETCHED + share * (TRAINED - FETCHED));
    if (percent <= this.#percent) return;
    this.#percent = percent;
    this.lastWrite = this.lastWrite.then(() => this.#store(percent));
    this.lastWrite.catch((error: Error) => this.#onDeleted(error));
  }
}

/** Returns the fields of a face that store the result of the training. */
function findings(report: FaceReport | undefined): Partial<FaceDocument> {
  if (!report) return {};
  if (report.verdict === 'speaks')
    return { report, model_name: SPEAKING_MODEL, lips: { state: 'speaks', code: null, reason: null } };
  const code = report.reasons.find((reason) => reason !== 'no_consent');
  // Without consent the film was not examined, so the face keeps the reason that was stored before.
  return code ? { report, lips: { state: 'rests', code, reason: FILM_CHECKS[code] } } : { report };
}

/** Thrown if the face was deleted during the training. */
class FaceGoneError extends Error {}

const progress = (context: Context, row: FaceRow, percent: number): Promise<void> =>
  update(context, row, { training_progress: `${percent}/100` });

/** Changes the stored face. @throws FaceGoneError if the face was deleted, or is no longer in training */
async function update(
  { store, clock }: Context,
  row: FaceRow,
  changes: Partial<FaceDocument>,
  alsoWrite?: (trx: Database) => Promise<void>,
): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('faces')
      .set({
        document: sql`document || ${JSON.stringify(changes)}::jsonb`,
        updated_at: toIso(clock.now()),
      })
      .where('id', '=', row.id)
      .where('status', '=', 'started')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new FaceGoneError();
    await alsoWrite?.(trx);
  });
}

/** Changes the status and queues the callback in one transaction; false if the status had changed before. */
async function end(
  { store, clock, callbacks, jobs, media }: Context,
  row: FaceRow,
  to: (typeof FACE_MOVES)['started'][number],
  reason: string | null,
  outcome: Partial<FaceDocument> = {},
): Promise<boolean> {
  const from = (Object.keys(FACE_MOVES) as FaceStatus[]).filter((status) =>
    (FACE_MOVES[status] as readonly FaceStatus[]).includes(to),
  );
  return store.db.transaction().execute(async (trx) => {
    const changes = JSON.stringify({
      error_message: reason,
      ...(to === 'completed' ? { training_progress: '100/100' } : {}),
      ...outcome,
    });
    const face = await trx
      .updateTable('faces')
      .set({ status: to, document: sql`document || ${changes}::jsonb`, updated_at: toIso(clock.now()) })
      .where('id', '=', row.id)
      .where('status', 'in', from)
      .returningAll()
      .executeTakeFirst();
    if (!face) return false;
    if (face.document.trained?.film) await media.removeWith(trx, jobs, 'films', face.document.trained.film);
    const url = face.document.trained?.callback_url;
    const body: FaceCallback = {
      face_id: face.id,
      status: to === 'completed' ? 'ready' : 'error',
      ...(reason === null ? {} : { error_message: reason }),
    };
    // Send the legacy names first, then the current ones (specification: events-21).
    if (url)
      for (const payload of [toLegacy(body) as object, body])
        await callbacks.queue(trx, { account: face.account_id!, subject: face.id, url, body: payload });
    return true;
  });
}
