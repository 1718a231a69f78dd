/**
 * The start of a conversation: stored in the caller's transaction, active after the commit
 * (docs/decisions/0025-interface.md#conversations).
 */
import type { StartedConversation } from '@palkit/contract/conversations';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso } from '@palkit/runtime/clock';
import type { Context } from '../http/context.ts';
import { hashSecret, newId, newSecret } from '@palkit/runtime/ids';
import type { ConversationDocument, ConversationRow } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { checkTrainedFace } from './faces.ts';
import { attachedSkills } from './skills.ts';

/** Seconds for which a token remains valid after the maximum duration of its call. */
const TOKEN_GRACE_SECONDS = 60;

export interface NewConversation {
  account: number;
  deploymentId: string | null;
  palId: string;
  faceId?: string | null;
  name: string;
  document: ConversationDocument;
}

export interface CreatedConversation {
  row: ConversationRow;
  started: StartedConversation;
}

type Parts = Pick<Context, 'store' | 'clock' | 'conversations' | 'daily'>;

/**
 * Stores a conversation; `beginConversation` activates it. Throws a `ServiceError` if the PAL or the face is
 * missing, or if the face is not ready.
 */
export async function writeConversation(
  trx: Database,
  { clock, conversations, daily }: Parts,
  created: NewConversation,
): Promise<CreatedConversation> {
  const pal = await trx
    .selectFrom('pals')
    .select(['id', 'document'])
    .where('id', '=', created.palId)
    .where('account_id', '=', created.account)
    .executeTakeFirst();
  if (!pal)
    throw new ServiceError(
      created.deploymentId === null ? 'unknown_reference' : 'deployment_inactive',
      created.deploymentId === null ? `Unknown PAL ${created.palId}.` : undefined,
    );
  const faceId = created.faceId ?? pal.document.default_face_id;
  if (!faceId)
    throw created.deploymentId === null
      ? new ServiceError('unknown_reference', 'face_id is required: the PAL has no face of its own.')
      : new ServiceError('deployment_inactive');
  await checkTrainedFace(trx, faceId, created.account).catch((error: unknown) => {
    // Visitors must not learn about internal faults of a deployment.
    throw created.deploymentId !== null && error instanceof ServiceError
      ? new ServiceError('deployment_inactive')
      : error;
  });
  const { callback_url: account_callback_url } = await trx
    .selectFrom('accounts')
    .select('callback_url')
    .where('id', '=', created.account)
    .executeTakeFirstOrThrow();
  const now = clock.now();
  const token = newSecret('t');
  const id = newId('conversation');
  const { max_call_duration, participant_absent_timeout } = created.document.properties;
  const row = await trx
    .insertInto('conversations')
    .values({
      id,
      account_id: created.account,
      deployment_id: created.deploymentId,
      pal_id: pal.id,
      face_id: faceId,
      name: created.name,
      status: 'active',
      document: JSON.stringify({
        ...created.document,
        account_callback_url,
        skills: await attachedSkills(trx, pal.id),
      }),
      token_hash: hashSecret(token),
      token_expires_at: toIso(
        now + (max_call_duration + participant_absent_timeout + TOKEN_GRACE_SECONDS) * 1000,
      ),
      created_at: toIso(now),
      updated_at: toIso(now),
      ...(daily ? { room_provider: 'daily' } : conversations.processColumns(id)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!row.document.test_mode) await daily?.enqueueAttendance(trx, row);
  return {
    row,
    started: {
      conversation_id: row.id,
      conversation_name: row.name,
      conversation_url: conversations.urlOf(row),
      status: 'active',
      callback_url: row.document.callback_url ?? '',
      created_at: toIso(row.created_at),
      meeting_token: token,
    },
  };
}

/**
 * Activates a committed conversation in this process or in a Daily room. If the room cannot be created, the
 * conversation is removed and `undo` reverts its counts, so that a failed start has no effect.
 */
export async function beginConversation(
  { store, conversations, daily }: Parts,
  { row, started }: CreatedConversation,
  undo: (trx: Database) => Promise<void> = async () => {},
): Promise<StartedConversation> {
  if (row.document.test_mode) {
    await conversations.end(row.id, 'end_conversation_endpoint_hit');
    return { ...started, status: 'ended' };
  }
  if (!daily) {
    conversations.watch(row);
    return started;
  }
  try {
    const { url, token } = await daily.createRoom(row);
    return {
      ...started,
      // If authentication is not required, the address alone must be enough to join.
      conversation_url: row.document.properties.require_auth ? url : `${url}?t=${encodeURIComponent(token)}`,
      meeting_token: token,
    };
  } catch (error) {
    await store.db.transaction().execute(async (trx) => {
      const openCalls = await trx
        .deleteFrom('conversations')
        .where('id', '=', row.id)
        .where('room_url', 'is', null)
        .executeTakeFirst();
      if (openCalls.numDeletedRows > 0n) await undo(trx);
    });
    throw error;
  }
}
