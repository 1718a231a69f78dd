/** Conversations in the API for owners. See docs/decisions/0025-interface.md#conversations. */
import type {
  ConversationRead,
  createConversation,
  deleteConversation,
  endConversation,
  getConversation,
  listConversations,
} from '@palkit/contract/conversations';
import { ServiceError } from '@palkit/contract/service-error';
import type { getRecording } from '@palkit/contract/recordings';
import { toIso } from '@palkit/runtime/clock';
import type { Context } from '../http/context.ts';
import type { Handler } from '../http/binder.ts';
import { keepRecording, readRecording, removeRecording } from '../recordings/recordings.ts';
import { checkDocuments } from '../documents/knowledge.ts';
import { checkLanguages, findReferenced } from './pals.ts';
import { faceIdOf, withStockPal } from './stock-ids.ts';
import type { Database } from '../store/store.ts';
import { beginConversation, writeConversation } from './conversation-start.ts';
import { checkPublishableFields, countStart } from './publishable-starts.ts';
import { envelope } from '../conversations/events.ts';
import { readTraces } from '../conversations/traces.ts';
import { missingClient } from '@palkit/rooms/recording-stores/open-store';
import { storeActions } from '../conversations/post-call-actions.ts';
import type { ConversationRow } from '../store/schema.ts';
import { readConversations } from '../conversations/conversation-list.ts';

export const create: Handler<typeof createConversation> = async (call, context) => {
  if (call.scope !== 'publishable') return createOwn(call, context);
  checkPublishableFields(call.body);
  const { max_call_duration, participant_absent_timeout } = call.body.properties;
  return countStart(context.visitors, call.address, {
    until: () => context.clock.now() + (max_call_duration + participant_absent_timeout) * 1000,
    start: () => createOwn(call, context),
  });
};

const createOwn: Handler<typeof createConversation> = async ({ account, body }, context) => {
  const { store, conversations, config, seal, clock } = context;
  const {
    pal_id,
    face_id,
    properties: { post_call_actions = [], recording_storage, ...properties },
    variables,
    ...rest
  } = body;
  if (recording_storage && !properties.enable_recording)
    throw new ServiceError(
      'invalid_request',
      'properties.recording_storage needs properties.enable_recording.',
    );
  const missingPackage = recording_storage ? missingClient(recording_storage.provider) : null;
  if (missingPackage) throw new ServiceError('recording_storage_unavailable', missingPackage);
  const document = { ...rest, ...(variables ? { variables } : {}), properties };
  const pal = await findReferenced(store.db, await withStockPal(store.db, pal_id, account, clock), account);
  await checkDocuments(store.db, body.document_ids ?? [], account);
  checkLanguages(body.properties.languages ?? [], pal.document.layers, config);
  // A test conversation takes no slot, because no visitor joins it.
  if (!body.test_mode) await conversations.checkCapacity(account);
  const conversation = await store.db.transaction().execute(async (trx) => {
    const created = await writeConversation(trx, context, {
      account,
      deploymentId: null,
      palId: pal.id,
      faceId: face_id && faceIdOf(face_id),
      name: body.conversation_name || pal.document.pal_name,
      document,
    });
    if (body.test_mode) return created;
    await storeActions(trx, { seal }, created.row.id, post_call_actions);
    if (properties.enable_recording)
      await keepRecording(trx, { seal, clock }, created.row, recording_storage);
    return created;
  });
  return beginConversation(context, conversation);
};

export const list: Handler<typeof listConversations> = async ({ account, query }, context) => {
  const { rows, total_count, next_cursor } = await readConversations(context.store.db, account, query);
  return { data: rows.map((row) => showConversation(row, context)), total_count, next_cursor };
};

export const get: Handler<typeof getConversation> = async ({ account, params, query }, context) => {
  const row = await findOwn(context.store.db, params.conversation_id, account);
  if (!query.verbose) return showConversation(row, context);
  const events = await context.store.db
    .selectFrom('conversation_events')
    .selectAll()
    .where('conversation_id', '=', row.id)
    .orderBy('position')
    .execute();
  return {
    ...showConversation(row, context),
    consent: row.document.consent ?? null,
    recording: await readRecording(context.store.db, context, row.id),
    events: events.map((event) => envelope(row, event)),
    traces: await readTraces(context.store.db, row.id),
  };
};

export const end: Handler<typeof endConversation> = async ({ account, params }, { store, conversations }) => {
  const row = await findOwn(store.db, params.conversation_id, account);
  await conversations.end(row.id, 'end_conversation_endpoint_hit');
  return { conversation_id: row.id, status: 'ended' as const };
};

export const recording: Handler<typeof getRecording> = async ({ account, params }, context) => {
  const row = await findOwn(context.store.db, params.conversation_id, account);
  const recording = await readRecording(context.store.db, context, row.id);
  if (!recording) throw new ServiceError('recording_not_found');
  return recording;
};

export const remove: Handler<typeof deleteConversation> = async (
  { account, params },
  { store, conversations, media, jobs },
) => {
  const row = await findOwn(store.db, params.conversation_id, account);
  await conversations.end(row.id, 'end_conversation_endpoint_hit');
  await store.db.transaction().execute(async (trx) => {
    await removeRecording(trx, { media, jobs }, row.id);
    await trx.deleteFrom('conversations').where('id', '=', row.id).execute();
  });
};

export async function findOwn(db: Database, id: string, account: number): Promise<ConversationRow> {
  const row = await db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new ServiceError('conversation_not_found');
  if (row.account_id !== account) throw new ServiceError('forbidden');
  return row;
}

export function showConversation(row: ConversationRow, { conversations }: Context): ConversationRead {
  return {
    conversation_id: row.id,
    conversation_name: row.name,
    conversation_url: conversations.urlOf(row),
    status: row.status,
    callback_url: row.document.callback_url ?? '',
    pal_id: row.pal_id,
    face_id: row.face_id,
    deployment_id: row.deployment_id,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    ended_at: row.ended_at && toIso(row.ended_at),
    shutdown_reason: row.shutdown_reason,
    rating: row.rating,
    language: row.language,
    outcomes: row.outcomes,
    handover: row.handover,
  };
}
