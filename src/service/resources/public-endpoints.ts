/**
 * Endpoints of a deployment for visitors: init, start with all its checks in order, end and captcha
 * (docs/decisions/0025-interface.md#deployments).
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type {
  captchaChallenge,
  DeploymentInit,
  endDeploymentConversation,
  initDeployment,
  startDeployment,
  UnavailableReason,
} from '@palkit/contract/deployments';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso } from '@palkit/runtime/clock';
import { contextWith, publicCustomization } from '@palkit/contract/customization';
import type { PalFields } from '@palkit/contract/pals';
import type { Config } from '../config/config.ts';
import type { Context } from '../http/context.ts';
import type { Handler } from '../http/binder.ts';
import { keepRecording } from '../recordings/recordings.ts';
import type { Database } from '../store/store.ts';
import { countRows } from '../store/page.ts';
import { findKey } from '../store/accounts.ts';
import { thumbnails } from './faces.ts';
import type { Medium } from '../conversations/call-slots.ts';
import type { Body } from '@palkit/contract/endpoint';
import type { Proof } from '../gates/captcha.ts';
import { beginConversation, writeConversation, type CreatedConversation } from './conversation-start.ts';
import { storeActions } from '../conversations/post-call-actions.ts';
import { actionsOf, faceOf, find, utcDate, type DeploymentRow } from './deployments.ts';
import { closedUntil } from '../gates/opening-hours.ts';
import { checkOrigin } from '../gates/origins.ts';
import { memoryTags } from './visitor-identity.ts';

export const init: Handler<typeof initDeployment> = async ({ params, origin, address }, context) => {
  const { store, config, clock, captcha } = context;
  const row = await find(store.db, params.deployment_id);
  checkOrigin(row, origin);
  const closure = closedUntil(row.document.customization, clock.now());
  const pal = await palOf(store.db, row.pal_id);
  const face = await faceOf(store.db, row.pal_id);
  const isReady = row.status === 'active' && pal !== undefined && face?.status === 'completed';
  const reason = isReady ? (closure ? 'closed' : await reachedLimit(row, address, context)) : 'inactive';
  // Load the sentence model now, because this takes seconds on a busy machine and the visitor may ask the
  // first question within seconds.
  if (reason === null && knowsDocuments(pal)) context.warmSentenceModel();
  const { customization, limits } = row.document;
  return {
    deployment_id: row.id,
    channel: row.channel,
    customization: publicCustomization(customization),
    has_password: row.password_hash !== null,
    ...thumbnails(face, config),
    pal_display_name: pal?.pal_name ?? row.name,
    languages: pal?.languages.length ? pal.languages : ['en'],
    limits: { max_call_duration: limits.max_call_duration },
    recording: isRecorded(row, config),
    captcha: limits.captcha_required ? captcha.settings(row.id) : null,
    is_available: reason === null,
    unavailable_reason: reason,
    ...(reason === 'closed' ? openingField(closure) : {}),
  };
};

const openingField = (closure: ReturnType<typeof closedUntil>): Pick<DeploymentInit, 'opens_at'> => ({
  opens_at: closure?.opensAt ? toIso(closure.opensAt) : null,
});

/** Returns the limit that would prevent a start now; null if there is none. */
async function reachedLimit(row: DeploymentRow, address: string, context: Context): Promise<Limit | null> {
  const { store, conversations, visitors } = context;
  const limit = await exceededLimit(store.db, row, address, context);
  if (limit !== null) return limit;
  const isFull = visitors.isAtLimit(address) || (await conversations.isFull(row.account_id, mediumOf(row)));
  return isFull ? 'busy' : null;
}

export const start: Handler<typeof startDeployment> = async (
  { params, body, origin, address, key },
  context,
) => {
  const { store, clock, conversations, passwords, captcha, visitors } = context;
  const row = await find(store.db, params.deployment_id);
  checkOrigin(row, origin);
  if (body.pal_id !== undefined && (key === undefined || !(await mayPreview(store.db, key, row.account_id))))
    throw new ServiceError('preview_forbidden');
  checkOpen(row, clock.now());
  if (row.document.customization.consent?.required && !body.consent)
    throw new ServiceError('consent_required');
  await conversations.checkCapacity(row.account_id, mediumOf(row));
  const call = await visitors.start(address);
  try {
    await passwords.check(row.id, address, body.password, row.password_hash);
    const tags = await memoryTags(row, body, context);
    const proof = row.document.limits.captcha_required
      ? await captcha.check(row.id, body.captcha_token)
      : null;
    const created = await store.db
      .transaction()
      .execute((trx) => write(trx, context, { id: row.id, body, tags, address, proof }));
    const conversation = await beginConversation(context, created, (trx) =>
      uncount(trx, row.id, address, created.row.created_at.getTime()),
    );
    call.keep(conversation.conversation_id, created.row.token_expires_at.getTime());
    // Visitors must not see the owner's callback address.
    return { ...conversation, callback_url: '' };
  } catch (error) {
    call.releaseSlot();
    throw error;
  }
};

/** Counts a start and stores its conversation in one transaction. */
async function write(
  trx: Database,
  context: Context,
  request: {
    id: string;
    body: Body<typeof startDeployment>;
    /** The verified memory tags of the visitor. */
    tags: string[];
    address: string;
    proof: Proof | null;
  },
): Promise<CreatedConversation> {
  const { config, clock, seal } = context;
  const { body, address } = request;
  // The row lock serializes the starts of this deployment, so that they do not exceed its limits.
  const row = await find(trx, request.id, 'lock');
  checkOpen(row, clock.now());
  await request.proof?.spend(trx);
  const limit = await exceededLimit(trx, row, address, context);
  if (limit) throw new ServiceError(limit, undefined, { retryAfter: secondsToWait(limit, clock.now()) });
  await count(trx, row, address, clock.now());
  const isCallRecorded = isRecorded(row, config);
  const created = await writeConversation(trx, context, {
    account: row.account_id,
    deploymentId: row.id,
    palId: body.pal_id ?? row.pal_id,
    name: row.name,
    document: {
      conversational_context: contextWith(row.document.customization, body.conversational_context),
      custom_greeting: body.custom_greeting ?? null,
      memory_stores: request.tags,
      callback_url: row.document.callback_url ?? null,
      ...(body.variables ? { variables: body.variables } : {}),
      ...(body.consent ? { consent: body.consent } : {}),
      properties: {
        max_call_duration: row.document.limits.max_call_duration,
        participant_left_timeout: 0,
        participant_absent_timeout: 300,
        ...(isCallRecorded ? { enable_recording: true } : {}),
      },
    },
  });
  await storeActions(trx, { seal }, created.row.id, actionsOf(row, seal));
  if (isCallRecorded) await keepRecording(trx, { seal, clock }, created.row, undefined);
  return created;
}

function checkOpen({ status, document }: DeploymentRow, now: number): void {
  if (status !== 'active') throw new ServiceError('deployment_inactive');
  if (closedUntil(document.customization, now)) throw new ServiceError('deployment_closed');
}

/** Returns the kind of slot that a call needs: a text call does not take a media slot. */
const mediumOf = (row: DeploymentRow): Medium =>
  row.document.customization.modality === 'chat' ? 'text' : 'media';

export const end: Handler<typeof endDeploymentConversation> = async (
  { params, query, origin },
  { store, conversations },
) => {
  const row = await find(store.db, params.deployment_id);
  checkOrigin(row, origin);
  const conversation = await store.db
    .selectFrom('conversations')
    .select(['id', 'status'])
    .where('id', '=', params.conversation_id)
    .where('deployment_id', '=', row.id)
    .executeTakeFirst();
  if (!conversation) throw new ServiceError('conversation_not_found');
  if (query.when === 'unless_resumed') {
    conversations.startReconnectTimer(conversation.id);
    return { conversation_id: conversation.id, status: conversation.status };
  }
  await conversations.end(conversation.id, 'end_conversation_endpoint_hit');
  return { conversation_id: conversation.id, status: 'ended' as const };
};

export const challenge: Handler<typeof captchaChallenge> = async (
  { params, origin, address },
  { store, captcha, visitors },
) => {
  const row = await find(store.db, params.deployment_id);
  checkOrigin(row, origin);
  await visitors.captcha(address);
  return (await captcha.challenge(row.id)) as unknown as Record<string, unknown>;
};

async function mayPreview(db: Database, key: string, account: number): Promise<boolean> {
  const openKey = await findKey(db, key);
  return openKey?.account === account && openKey.scope === 'all';
}

/** True if the service records the call. It does not record calls in Daily rooms. */
const isRecorded = (row: DeploymentRow, config: Config) =>
  row.document.enable_recording === true && config.daily === null;

const knowsDocuments = (pal: PalFields | undefined): boolean =>
  pal !== undefined && pal.document_ids.length + pal.document_tags.length > 0;

async function palOf(db: Database, id: string): Promise<PalFields | undefined> {
  return (await db.selectFrom('pals').select('document').where('id', '=', id).executeTakeFirst())?.document;
}

/**
 * Returns the hash that is stored instead of a visitor's address. It is bound to the deployment, and stored
 * only for the day that it counts for.
 */
const visitorOf = (deploymentId: string, address: string) =>
  createHash('sha256').update(`${deploymentId} ${address}`).digest('hex');

type Limit = Exclude<UnavailableReason, 'inactive' | 'closed'>;

/** Returns the limit that the next call would exceed; null if there is none. */
async function exceededLimit(
  db: Database,
  row: DeploymentRow,
  address: string,
  { clock }: Context,
): Promise<Limit | null> {
  const { limits } = row.document;
  const day = utcDate(clock.now());
  if (limits.total_call_limit && row.usage_total >= limits.total_call_limit) return 'total_limit';
  if (limits.daily_call_limit && row.usage_day === day && row.usage_today >= limits.daily_call_limit)
    return 'daily_limit';
  if (limits.daily_call_limit_per_user) {
    const visitorCount = await db
      .selectFrom('deployment_visitors')
      .select('calls')
      .where('deployment_id', '=', row.id)
      .where('visitor', '=', visitorOf(row.id, address))
      .where('day', '=', day)
      .executeTakeFirst();
    if (visitorCount && visitorCount.calls >= limits.daily_call_limit_per_user) return 'user_limit';
  }
  if (limits.max_concurrent_calls) {
    const count = await countRows(
      db.selectFrom('conversations').where('deployment_id', '=', row.id).where('status', '=', 'active'),
    );
    if (count >= limits.max_concurrent_calls) return 'busy';
  }
  return null;
}

async function count(trx: Database, row: DeploymentRow, address: string, now: number): Promise<void> {
  const day = utcDate(now);
  await trx
    .updateTable('deployments')
    .set({
      usage_total: row.usage_total + 1,
      usage_today: row.usage_day === day ? row.usage_today + 1 : 1,
      usage_day: day,
    })
    .where('id', '=', row.id)
    .execute();
  if (!row.document.limits.daily_call_limit_per_user) return;
  await trx
    .deleteFrom('deployment_visitors')
    .where('deployment_id', '=', row.id)
    .where('day', '<', day)
    .execute();
  await trx
    .insertInto('deployment_visitors')
    .values({ deployment_id: row.id, visitor: visitorOf(row.id, address), day, calls: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['deployment_id', 'visitor', 'day'])
        .doUpdateSet({ calls: sql`deployment_visitors.calls + 1` }),
    )
    .execute();
}

/** Reverts the count of a call that was counted at `countedAt` and could not be created. */
async function uncount(trx: Database, id: string, address: string, countedAt: number): Promise<void> {
  const day = utcDate(countedAt);
  const row = await find(trx, id, 'lock');
  await trx
    .updateTable('deployments')
    .set({
      usage_total: row.usage_total - 1,
      ...(row.usage_day === day ? { usage_today: row.usage_today - 1 } : {}),
    })
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('deployment_visitors')
    .set({ calls: sql`calls - 1` })
    .where('deployment_id', '=', id)
    .where('visitor', '=', visitorOf(id, address))
    .where('day', '=', day)
    .where('calls', '>', 0)
    .execute();
}

/** Returns the seconds to wait: a minute if the deployment is busy, otherwise until the next UTC day. */
function secondsToWait(reason: Limit, now: number): number {
  if (reason === 'busy') return 60;
  const midnight = Date.parse(`${utcDate(now)}T00:00:00Z`) + 86_400_000;
  return Math.ceil((midnight - now) / 1000);
}
