/**
 * Films that are uploaded in chunks: the files, and database rows with owner, size limit and expiry. This module
 * does not depend on HTTP. A request that refers to the address of a finished upload takes over its file.
 */
import fs from 'node:fs/promises';
import * as z from 'zod';
import { TRAINING_VIDEO } from '@palkit/contract/faces';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso, type Clock } from '@palkit/runtime/clock';
import type { Selectable } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { newMediaName, type MediaFiles } from '../media/media-files.ts';
import { newId } from '@palkit/runtime/ids';
import { lockAccount } from '../store/accounts.ts';
import { countRows } from '../store/page.ts';
import type { FaceTables } from '../store/face-tables.ts';
import type { Database, Store } from '../store/store.ts';

/** Maximum number of open uploads of one account. Each can be as large as a training film. */
export const MAX_UPLOADS = 4;
/** Milliseconds after the last chunk until an upload is removed. */
export const UPLOAD_LIFETIME = 24 * 3600_000;
const EXPIRY_JOB = 'expire upload';
const Payload = z.object({ id: z.string() });

export interface Upload {
  id: string;
  account: number;
  file: string;
  length: number;
  received: number;
  expiresAt: Date;
}
interface Parts {
  store: Store;
  clock: Clock;
  jobs: Jobs;
  media: MediaFiles;
}

const read = (row: Selectable<FaceTables['uploads']>): Upload => ({
  id: row.id,
  account: row.account_id,
  file: row.file,
  length: Number(row.length),
  received: Number(row.received),
  expiresAt: row.expires_at,
});

/** @throws ServiceError `body_too_large`, or `too_many_requests` if the account has too many open uploads */
export async function createUpload(
  { store, clock, jobs, media }: Parts,
  account: number,
  { length, name }: { length: number; name: string },
): Promise<Upload> {
  if (length > TRAINING_VIDEO.maxBytes)
    throw new ServiceError(
      'body_too_large',
      `The file is larger than ${TRAINING_VIDEO.maxBytes / 1024 / 1024} MiB.`,
    );
  const now = clock.now();
  const upload = await store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    const count = await countRows(
      trx.selectFrom('uploads').where('account_id', '=', account).where('expires_at', '>', new Date(now)),
    );
    if (count >= MAX_UPLOADS)
      throw new ServiceError(
        'too_many_requests',
        `${MAX_UPLOADS} uploads are unfinished. Finish or delete one of them first.`,
      );
    const row = await trx
      .insertInto('uploads')
      .values({
        id: newId('upload'),
        account_id: account,
        file: newMediaName(),
        name,
        length,
        created_at: toIso(now),
        expires_at: toIso(now + UPLOAD_LIFETIME),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await jobs.enqueue(trx, EXPIRY_JOB, {
      key: row.id,
      account,
      payload: { id: row.id },
      runAt: now + UPLOAD_LIFETIME,
    });
    return read(row);
  });
  await fs.mkdir(media.folder('films'), { recursive: true });
  await (await fs.open(media.path('films', upload.file, 'film'), 'a')).close();
  return upload;
}

/** @throws ServiceError `upload_not_found`, also after its expiry; `forbidden` for an upload of another account */
export async function findUpload(
  { store, clock }: Pick<Parts, 'store' | 'clock'>,
  account: number,
  id: string,
): Promise<Upload> {
  const row = await store.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || row.expires_at.getTime() <= clock.now()) throw new ServiceError('upload_not_found');
  if (row.account_id !== account) throw new ServiceError('forbidden');
  return read(row);
}

/** Ids of uploads that this process is writing to. */
const writing = new Set<string>();

/**
 * Appends a chunk; returns the number of bytes received so far. The received part of an interrupted chunk is kept.
 * @throws ServiceError `upload_conflict` if the chunk does not begin at the end of the upload or another one is
 *   being written; `body_too_large` if it exceeds the announced length
 */
export async function appendChunk(
  parts: Parts,
  upload: Upload,
  offset: number,
  chunk: AsyncIterable<Uint8Array>,
): Promise<number> {
  if (offset !== upload.received)
    throw new ServiceError('upload_conflict', `The next chunk must begin at byte ${upload.received}.`);
  if (writing.has(upload.id))
    throw new ServiceError('upload_conflict', 'Another chunk of this upload is being sent.');
  writing.add(upload.id);
  try {
    const { at: offsetAfter, error } = await write(parts, upload, chunk);
    const isStored = await store(parts, upload, offsetAfter);
    if (error !== null) throw error as Error;
    if (!isStored) throw new ServiceError('upload_conflict', 'Another chunk was stored in the meantime.');
    return offsetAfter;
  } finally {
    writing.delete(upload.id);
  }
}

async function write(
  { media }: Pick<Parts, 'media'>,
  upload: Upload,
  piece: AsyncIterable<Uint8Array>,
): Promise<{ at: number; error: unknown }> {
  const handle = await fs.open(media.path('films', upload.file, 'film'), 'r+').catch(() => {
    throw new ServiceError('upload_not_found');
  });
  let at = upload.received;
  let error: unknown = null;
  try {
    for await (const chunk of piece) {
      if (at + chunk.length > upload.length)
        throw new ServiceError('body_too_large', `The upload was created for ${upload.length} bytes.`);
      for (let writtenBytes = 0; writtenBytes < chunk.length;) {
        const { bytesWritten } = await handle.write(chunk, writtenBytes, chunk.length - writtenBytes, at);
        writtenBytes += bytesWritten;
        at += bytesWritten;
      }
    }
  } catch (cause) {
    error = cause;
  }
  // Bytes that the database counts must survive a power failure.
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { at, error };
}

async function store({ store, clock }: Pick<Parts, 'store' | 'clock'>, upload: Upload, at: number) {
  if (at === upload.received) return true;
  const { numUpdatedRows } = await store.db
    .updateTable('uploads')
    .set({ received: at, expires_at: toIso(clock.now() + UPLOAD_LIFETIME) })
    .where('id', '=', upload.id)
    .where('received', '=', upload.received)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function removeUpload({ store, jobs, media }: Parts, { id, file }: Upload): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    const deletion = await trx.deleteFrom('uploads').where('id', '=', id).returning('id').executeTakeFirst();
    // If a face has taken over the film in the meantime, keep it.
    if (deletion) await media.removeWith(trx, jobs, 'films', file);
  });
}

/**
 * Takes over the film of a finished upload by its address; null if it is not the address of an upload. @throws
 * ServiceError `unknown_reference`, or `upload_conflict` if bytes are missing
 */
export async function takeUpload(
  trx: Database,
  { config, clock }: { config: Pick<Config, 'publicUrl'>; clock: Clock },
  account: number,
  url: string,
): Promise<string | null> {
  const prefix = `${config.publicUrl}/v2/uploads/`;
  if (!url.startsWith(prefix)) return null;
  const row = await trx
    .deleteFrom('uploads')
    .where('id', '=', url.slice(prefix.length))
    .where('account_id', '=', account)
    .where('expires_at', '>', new Date(clock.now()))
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new ServiceError('unknown_reference', 'train_video_url names an unknown upload.');
  const { received, length, file } = read(row);
  if (received < length)
    throw new ServiceError(
      'upload_conflict',
      `The upload has ${received} of ${length} bytes. Send the remaining bytes first.`,
    );
  return file;
}

export function registerUploads(context: Parts): void {
  const { jobs, store, clock } = context;
  jobs.register({
    name: EXPIRY_JOB,
    payload: Payload,
    concurrency: 2,
    run: async ({ payload: { id }, key, account }) => {
      const row = await store.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) return;
      if (row.expires_at.getTime() <= clock.now()) return removeUpload(context, read(row));
      await store.db.transaction().execute((trx) =>
        jobs.enqueue(trx, EXPIRY_JOB, {
          key: key!,
          account: account!,
          payload: { id },
          runAt: row.expires_at.getTime(),
        }),
      );
    },
  });
}
