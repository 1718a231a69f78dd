/**
 * Recordings: after a call, its log becomes a recording, which is kept for 30 days and copied to the owner's storage.
 * Each step is a durable job that may run twice but causes one callback.
 */
import * as z from 'zod';
import { RECORDING_DAYS, RecordingStorage, type Recording } from '@palkit/contract/recordings';
import { toIso } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Context } from '../http/context.ts';
import { newId } from '@palkit/runtime/ids';
import { newMediaName } from '../media/media-files.ts';
import { createGuardedAgents } from '@palkit/outbound/agents';
import { OutboundError } from '@palkit/outbound/outbound-error';
import type { Resolve } from '@palkit/outbound/public-connections';
import { publishEvent } from '../conversations/events.ts';
import { callLogFiles, type CallLogPath } from '@palkit/rooms/embedded/call-log';
import type { Database } from '../store/store.ts';
import { MediaJobRefusal } from '@palkit/rooms/media-jobs/media-jobs';
import { openStore } from '@palkit/rooms/recording-stores/open-store';
import { StoreError } from '@palkit/rooms/recording-stores/store';
import type { Selectable } from 'kysely';
import type { ConversationRow, Tables } from '../store/schema.ts';
import { MissingPackageError } from '@palkit/runtime/optional-package';

const MAKE_JOB = 'film recording';
const COPY_JOB = 'copy recording';
const EXPIRY_JOB = 'expire recording';
const Payload = z.object({ recording_id: z.string() });

/** Milliseconds after the end of a call until the media process has written the last half second to disk. */
const LOG_WRITE_DELAY_MS = 3000;
const RETENTION_MS = RECORDING_DAYS * 24 * 3600_000;
/**
 * Maximum number of internal errors before a recording is given up. Its logs are kept as long as the recording would
 * have been.
 */
const MAX_FAULTS = 5;
const MINUTE = 60_000;
/** Milliseconds before each retry of the copy, about seven hours in total. */
export const COPY_RETRIES = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  60 * MINUTE,
  120 * MINUTE,
  180 * MINUTE,
] as const;
const COPY_TIME = 60 * MINUTE;

type Row = Selectable<Tables['recordings']>;
type Parts = Pick<
  Context,
  'store' | 'clock' | 'jobs' | 'callbacks' | 'media' | 'runMediaJob' | 'seal' | 'log' | 'config'
>;
const sealContext = (recording: string) => `recording storage ${recording}`;

/** Stores the request for a recording in the transaction that creates its conversation. */
export async function keepRecording(
  trx: Database,
  { seal, clock }: Pick<Context, 'seal' | 'clock'>,
  conversation: ConversationRow,
  storage: RecordingStorage | undefined,
): Promise<void> {
  const id = newId('recording');
  const now = toIso(clock.now());
  await trx
    .insertInto('recordings')
    .values({
      id,
      conversation_id: conversation.id,
      account_id: conversation.account_id,
      file: newMediaName(),
      status: 'recording',
      created_at: now,
      updated_at: now,
      ...(storage
        ? {
            storage: JSON.stringify({
              provider: storage.provider,
              bucket_name: storage.bucket_name,
              s3_key: `${storage.prefix}${conversation.id}/${id}.webm`,
            }),
            sealed: seal.close(JSON.stringify(storage), sealContext(id)),
            copy_status: 'pending' as const,
          }
        : {}),
    })
    .execute();
}

/** Returns the path of a running call's log; null if the call is not recorded. */
export async function callLogPath(
  { store, media }: Pick<Context, 'store' | 'media'>,
  conversation: string,
): Promise<CallLogPath | null> {
  const row = await store.db
    .selectFrom('recordings')
    .select('file')
    .where('conversation_id', '=', conversation)
    .where('status', '=', 'recording')
    .executeTakeFirst();
  return row ? { folder: media.folder('recordings'), name: row.file } : null;
}

/** Queues the job that makes a recording, in the transaction that ends the call. */
export async function queueRecording(
  trx: Database,
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  conversation: ConversationRow,
): Promise<void> {
  const now = clock.now();
  const row = await trx
    .updateTable('recordings')
    .set({ status: 'processing', updated_at: toIso(now) })
    .where('conversation_id', '=', conversation.id)
    .where('status', '=', 'recording')
    .returning('id')
    .executeTakeFirst();
  if (row)
    await jobs.enqueue(trx, MAKE_JOB, {
      key: row.id,
      account: conversation.account_id,
      payload: { recording_id: row.id },
      runAt: now + LOG_WRITE_DELAY_MS,
    });
}

/** Deletes the files of a recording, in the transaction that deletes the conversation. */
export async function removeRecording(
  trx: Database,
  { media, jobs }: Pick<Context, 'media' | 'jobs'>,
  conversation: string,
): Promise<void> {
  const row = await trx
    .deleteFrom('recordings')
    .where('conversation_id', '=', conversation)
    .returning('file')
    .executeTakeFirst();
  if (row) await media.removeWith(trx, jobs, 'recordings', row.file);
}

export async function readRecording(
  db: Database,
  { config }: Pick<Context, 'config'>,
  conversation: string,
): Promise<Recording | null> {
  const row = await db
    .selectFrom('recordings')
    .selectAll()
    .where('conversation_id', '=', conversation)
    .executeTakeFirst();
  return row
    ? {
        recording_id: row.id,
        status: row.status,
        duration: row.seconds,
        recording_url:
          row.status === 'ready' ? `${config.publicUrl}/media/recordings/${row.file}.webm` : null,
        expires_at: row.expires_at && toIso(row.expires_at),
        storage_provider: row.storage?.provider ?? null,
        bucket_name: row.storage?.bucket_name ?? null,
        s3_key: row.storage?.s3_key ?? null,
        copy_status: row.copy_status,
      }
    : null;
}

/** Registers the jobs; `close` releases their resources at the shutdown. */
export function registerRecordings(parts: Parts, resolve?: Resolve): { close(): void } {
  const agents = createGuardedAgents(parts.config.outboundAllowedHosts, resolve);
  const { jobs, store } = parts;
  const find = (id: string) =>
    store.db.selectFrom('recordings').selectAll().where('id', '=', id).executeTakeFirst();
  // In each process at most two recordings are made at a time, and one of each account, because running calls
  // have priority.
  jobs.register({
    name: MAKE_JOB,
    payload: Payload,
    concurrency: 2,
    run: async ({ payload, attempt, signal }) =>
      make(parts, await find(payload.recording_id), attempt, signal),
  });
  jobs.register({
    name: COPY_JOB,
    payload: Payload,
    concurrency: 4,
    run: async ({ payload, signal }) => copy(parts, await find(payload.recording_id), agents, signal),
  });
  jobs.register({
    name: EXPIRY_JOB,
    payload: Payload,
    concurrency: 2,
    run: async ({ payload }) => expire(parts, await find(payload.recording_id)),
  });
  return agents;
}

async function make(parts: Parts, row: Row | undefined, attempt: number, signal: AbortSignal): Promise<void> {
  const { store, clock, jobs, media, runMediaJob, log } = parts;
  if (row?.status !== 'processing') return;
  const completeRecording = (change: { status: 'ready' | 'error'; seconds?: number }): Promise<boolean> =>
    store.db.transaction().execute(async (trx) => {
      const now = clock.now();
      const expires_at = now + RETENTION_MS;
      const updatedRow = await trx
        .updateTable('recordings')
        .set({
          ...change,
          expires_at: toIso(expires_at),
          updated_at: toIso(now),
          ...(change.status === 'error' ? { sealed: null, copy_status: null } : {}),
        })
        .where('id', '=', row.id)
        .where('status', '=', 'processing')
        .returning('id')
        .executeTakeFirst();
      if (!updatedRow) return false;
      await jobs.enqueue(trx, EXPIRY_JOB, {
        key: row.id,
        account: row.account_id,
        payload: { recording_id: row.id },
        runAt: expires_at,
      });
      if (change.status === 'ready' && row.sealed)
        await jobs.enqueue(trx, COPY_JOB, {
          key: row.id,
          account: row.account_id,
          payload: { recording_id: row.id },
        });
      return true;
    });
  const callLogs = await callLogFiles({ folder: media.folder('recordings'), name: row.file });
  // There is no log if no visitor joined or the call was in text.
  if (callLogs.length === 0)
    return void (await store.db
      .transaction()
      .execute((trx) => removeRecording(trx, parts, row.conversation_id)));
  try {
    await media.inFolder(async (folder) => {
      const { seconds } = await runMediaJob(
        { do: 'record', callLogs, face: media.path('recordings', row.file, 'face'), folder },
        { signal, account: row.account_id },
      );
      await media.publish('recordings', row.file, folder, ['webm']);
      // If the conversation was deleted meanwhile, delete the new recording too.
      await media.remove(
        'recordings',
        row.file,
        (await completeRecording({ status: 'ready', seconds })) ? 'webm' : undefined,
      );
    });
  } catch (error) {
    if (signal.aborted || (!(error instanceof MediaJobRefusal) && attempt < MAX_FAULTS)) throw error;
    log.error({ recording: row.id, ...describe(error) }, 'a recording could not be made');
    await completeRecording({ status: 'error' });
  }
}

async function copy(
  parts: Parts,
  row: Row | undefined,
  agents: Parameters<typeof openStore>[1]['agents'],
  signal: AbortSignal,
): Promise<void | { again: number }> {
  const { store, clock, seal, media, config, log } = parts;
  if (row?.status !== 'ready' || row.copy_status !== 'pending' || !row.storage || !row.sealed) return;
  const { provider, bucket_name, s3_key } = row.storage;
  const report = { s3_key, duration: row.seconds ?? 0, storage_provider: provider };
  let uri: string | null = null;
  let failure: { error_code: string; error_message: string } | null = null;
  try {
    const storage = z.parse(RecordingStorage, JSON.parse(seal.open(row.sealed, sealContext(row.id))));
    const destination = await openStore(storage, { agents, allowedHosts: config.outboundAllowedHosts });
    await destination.put(
      media.path('recordings', row.file, 'webm'),
      s3_key,
      AbortSignal.any([signal, AbortSignal.timeout(COPY_TIME)]),
    );
    uri = destination.uri(s3_key);
  } catch (error) {
    signal.throwIfAborted();
    failure = wordsOf(error);
    log.warn(
      { recording: row.id, code: failure.error_code, tries: row.tries + 1 },
      'a recording could not be copied',
    );
    const delay = COPY_RETRIES[row.tries];
    if (delay !== undefined) {
      await store.db
        .updateTable('recordings')
        .set({ tries: row.tries + 1, updated_at: toIso(clock.now()) })
        .where('id', '=', row.id)
        .execute();
      return { again: clock.now() + delay };
    }
  }
  await store.db.transaction().execute(async (trx) => {
    const conversation = await trx
      .selectFrom('conversations')
      .select(['id', 'account_id', 'document'])
      .where('id', '=', row.conversation_id)
      .forUpdate()
      .executeTakeFirst();
    const updatedRow = await trx
      .updateTable('recordings')
      .set({ copy_status: failure ? 'failed' : 'copied', sealed: null, updated_at: toIso(clock.now()) })
      .where('id', '=', row.id)
      .where('copy_status', '=', 'pending')
      .returning('id')
      .executeTakeFirst();
    if (!updatedRow || !conversation) return;
    if (failure)
      await publishEvent(trx, parts, conversation, 'application.recording_copy_failed', {
        recording_id: row.id,
        ...report,
        ...failure,
      });
    else
      await publishEvent(trx, parts, conversation, 'application.recording_ready', {
        bucket_name,
        ...report,
        storage_uri: uri!,
      });
  });
}

async function expire({ store, media, clock }: Parts, row: Row | undefined): Promise<void> {
  if (!row) return;
  await media.remove('recordings', row.file);
  await store.db
    .updateTable('recordings')
    .set({ status: 'expired', sealed: null, updated_at: toIso(clock.now()) })
    .where('id', '=', row.id)
    .execute();
}

/** Returns the error code and message of the storage provider, without secrets. */
function wordsOf(error: unknown): { error_code: string; error_message: string } {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutboundError || cause instanceof StoreError || cause instanceof MissingPackageError)
      return { error_code: cause.code, error_message: cause.message };
  const { name, code, message } = error as { name?: unknown; code?: unknown; message?: unknown };
  const word = [code, name]
    .map(String)
    .find(
      (candidate) => /^[\w.-]{1,64}$/.test(candidate) && candidate !== 'Error' && candidate !== 'undefined',
    );
  return {
    error_code: word ?? 'copy_failed',
    error_message: (typeof message === 'string' ? message : 'The storage could not be reached.')
      .replace(/[\u0000-\u001f\ud800-\udfff]/g, ' ')
      .slice(0, 500),
  };
}
