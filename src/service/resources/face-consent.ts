/**
 * The consent of the person whose face is trained: the sentence to speak, the audit log, and the withdrawal, which
 * removes the face everywhere (docs/decisions/0034-consent-of-a-face.md).
 */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type {
  ConsentEvent,
  getConsentSentence,
  listConsentEvents,
  withdrawConsent,
} from '@palkit/contract/face-consent';
import { DEFAULT_FACE_ID } from '@palkit/contract/faces';
import { toIso, type Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Handler } from '../http/binder.ts';
import type { Context } from '../http/context.ts';
import { addConsentEvent } from '../consent/audit.ts';
import { consentNumber, consentSentence } from '@palkit/face-training/consent-sentence';
import { lockAccount } from '../store/accounts.ts';
import type { Database } from '../store/store.ts';
import { findOwn, removeFaceFiles, type FaceRow } from './faces.ts';

export const sentence: Handler<typeof getConsentSentence> = async ({ account }, { store }) => {
  const number = await numberOf(store.db, account);
  return { sentence: consentSentence(number), language: 'en', number };
};

/** Returns the account's consent number, created on first use. Simultaneous requests get the same one. */
export async function numberOf(db: Database, account: number): Promise<string> {
  const digits = consentNumber((minimum, end) => randomInt(minimum, end));
  const { consent_number } = await db
    .updateTable('accounts')
    .set({ consent_number: sql<string>`coalesce(consent_number, ${digits})` })
    .where('id', '=', account)
    .returning('consent_number')
    .executeTakeFirstOrThrow();
  return consent_number!;
}

export const events: Handler<typeof listConsentEvents> = async ({ account, params }, { store }) => {
  const rows = await store.db
    .selectFrom('face_consents')
    .selectAll()
    .where('account_id', '=', account)
    .where('face_id', '=', params.face_id)
    .orderBy('id')
    .execute();
  // If there are no events, the face must exist and belong to the account.
  if (rows.length === 0) await findOwn(store.db, params.face_id, account);
  return {
    data: rows.map(({ face_id, event, name, statement_url, recognised_words, created_at }): ConsentEvent => ({
      face_id,
      event,
      name,
      statement_url,
      recognised_words,
      created_at: toIso(created_at),
    })),
  };
};

/**
 * Withdraws the consent. Running calls and PALs continue with the standard face; videos and recordings of the
 * face are removed. Calls in rooms of other providers end, because the provider produces their video.
 */
export const withdraw: Handler<typeof withdrawConsent> = async ({ account, params }, context) => {
  const { store, jobs, media, clock, conversations, log } = context;
  const { row, videos, calls } = await store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    await findOwn(trx, params.face_id, account);
    // Lock PALs before the face, in the same order as the start of a conversation does.
    await replaceInPals(trx, clock, account, params.face_id);
    const ownFace = await findOwn(trx, params.face_id, account, 'lock');
    await replaceInPals(trx, clock, account, ownFace.id);
    const removed = await removeVideos(trx, context, ownFace);
    await removeRecordings(trx, context, ownFace);
    const active = await trx
      .updateTable('conversations')
      .set({ face_id: DEFAULT_FACE_ID, face_withdrawn_at: toIso(clock.now()) })
      .where('face_id', '=', ownFace.id)
      .where('status', '=', 'active')
      .returning(['id', 'room_provider'])
      .execute();
    await addConsentEvent(trx, clock, { id: ownFace.id, account }, { event: 'withdrawn' });
    await trx.deleteFrom('faces').where('id', '=', ownFace.id).execute();
    await removeFaceFiles(trx, { jobs, media }, ownFace);
    return { row: ownFace, videos: removed, calls: active };
  });
  for (const { id, room_provider } of calls) {
    if (room_provider !== 'daily') conversations.replaceFace(id);
    else
      await conversations
        .end(id, 'end_conversation_endpoint_hit')
        .catch((error: unknown) =>
          log.error({ conversation: id, ...describe(error) }, 'a call with a withdrawn face did not end'),
        );
  }
  await media.remove('faces', row.document.asset);
  for (const file of videos) await media.remove('videos', file);
  return { face_id: row.id };
};

async function replaceInPals(trx: Database, clock: Clock, account: number, face: string): Promise<void> {
  await sql`
    update pals set
      document = jsonb_set(document, '{default_face_id}', to_jsonb(${DEFAULT_FACE_ID}::text)),
      version = version + 1,
      updated_at = ${toIso(clock.now())}
    where account_id = ${account} and document->>'default_face_id' = ${face}`.execute(trx);
}

async function removeVideos(
  trx: Database,
  { jobs, media }: Pick<Context, 'jobs' | 'media'>,
  face: FaceRow,
): Promise<string[]> {
  const rows = await trx.deleteFrom('videos').where('face_id', '=', face.id).returning('file').execute();
  const files = rows.map(({ file }) => file);
  if (files.length > 0) await media.removeAllWith(trx, jobs, 'videos', files);
  return files;
}

async function removeRecordings(
  trx: Database,
  { jobs, media }: Pick<Context, 'jobs' | 'media'>,
  face: FaceRow,
): Promise<void> {
  const rows = await trx
    .deleteFrom('recordings')
    .where('conversation_id', 'in', (select) =>
      select.selectFrom('conversations').select('id').where('face_id', '=', face.id),
    )
    .returning('file')
    .execute();
  if (rows.length > 0)
    await media.removeAllWith(
      trx,
      jobs,
      'recordings',
      rows.map(({ file }) => file),
    );
}
