/**
 * Messages that visitors leave outside opening hours. Each is stored as an ended conversation with one line, so that
 * it is listed, searched, exported, reported and deleted like a message that is left because no person was available.
 */
import { createHash } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Body } from '@palkit/contract/endpoint';
import type { leaveMessage } from '@palkit/contract/deployment-messages';
import { withoutInvisible } from '@palkit/contract/names';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso } from '@palkit/runtime/clock';
import { hashSecret, newId, newSecret } from '@palkit/runtime/ids';
import { storableText } from '@palkit/runtime/storable-text';
import { enqueueIndexing } from '../conversations/conversation-index.ts';
import { publishEvent } from '../conversations/events.ts';
import { changeHandover } from '../conversations/handovers.ts';
import { consume, consumeNetwork } from '../gates/limits.ts';
import { networkOf } from '../gates/networks.ts';
import { closedUntil } from '../gates/opening-hours.ts';
import { checkOrigin } from '../gates/origins.ts';
import type { Handler } from '../http/binder.ts';
import type { Context } from '../http/context.ts';
import type { Database } from '../store/store.ts';
import { find, type DeploymentRow } from './deployments.ts';

interface Limiters {
  /** Limit for each network. */
  hourly: RateLimiterAbstract;
  /** Limit for each deployment. */
  daily: RateLimiterAbstract;
}

export const leave =
  ({ hourly, daily }: Limiters): Handler<typeof leaveMessage> =>
  async ({ params, body, origin, address }, context) => {
    const { store, clock, passwords, captcha } = context;
    const row = await find(store.db, params.deployment_id);
    checkOrigin(row, origin);
    if (await isKept(store.db, row, body)) return;
    checkClosed(row, clock.now());
    if (row.document.customization.consent?.required && !body.consent)
      throw new ServiceError('consent_required');
    await consumeNetwork(hourly, networkOf(address), 'too_many_requests');
    await passwords.check(row.id, address, body.password, row.password_hash);
    const proof = row.document.limits.captcha_required
      ? await captcha.check(row.id, body.captcha_token)
      : null;
    await consume(daily, row.id, 'too_many_requests');
    await store.db.transaction().execute(async (trx) => {
      const lockedRow = await find(trx, row.id, 'lock');
      // The lock serializes the messages of a deployment, so the same message may have been stored in the meantime.
      if (await isKept(trx, lockedRow, body)) return;
      checkClosed(lockedRow, clock.now());
      await proof?.spend(trx);
      await write(trx, context, lockedRow, body);
    });
  };

type Message = Body<typeof leaveMessage>;

/** Returns the id of the conversation for a message. A message that is sent again gets the same id. */
const conversationId = (deployment: DeploymentRow, { message_id }: Message): string =>
  message_id === undefined
    ? newId('conversation')
    : `c${createHash('sha256').update(`message ${deployment.id} ${message_id}`).digest('hex').slice(0, 20)}`;

/** True if the message is already stored. A different message with the same id is a conflict. */
async function isKept(db: Database, deployment: DeploymentRow, body: Message): Promise<boolean> {
  if (body.message_id === undefined) return false;
  const row = await db
    .selectFrom('conversations')
    .select('handover')
    .where('id', '=', conversationId(deployment, body))
    .executeTakeFirst();
  if (row && row.handover?.message !== storableText(body.message.trim()))
    throw new ServiceError('conflict', 'This message_id belongs to another message.');
  return row !== undefined;
}

function checkClosed({ status, document }: DeploymentRow, now: number): void {
  if (status !== 'active') throw new ServiceError('deployment_inactive');
  if (!closedUntil(document.customization, now))
    throw new ServiceError('conflict', 'This agent is open. Start a conversation instead.');
}

async function write(
  trx: Database,
  context: Context,
  deployment: DeploymentRow,
  body: Message,
): Promise<void> {
  const { clock } = context;
  const pal = await trx
    .selectFrom('pals')
    .innerJoin('accounts', 'accounts.id', 'pals.account_id')
    .select(['pals.document', 'accounts.callback_url'])
    .where('pals.id', '=', deployment.pal_id)
    .executeTakeFirst();
  const face_id = pal?.document.default_face_id;
  if (!pal || !face_id) throw new ServiceError('deployment_inactive');
  const message = storableText(body.message.trim());
  const visitor = { name: words(body.name), contact: words(body.contact) };
  const now = toIso(clock.now());
  const row = await trx
    .insertInto('conversations')
    .values({
      id: conversationId(deployment, body),
      account_id: deployment.account_id,
      deployment_id: deployment.id,
      pal_id: deployment.pal_id,
      face_id,
      name: deployment.name,
      status: 'ended',
      document: JSON.stringify({
        callback_url: deployment.document.callback_url ?? null,
        account_callback_url: pal.callback_url,
        ...(body.consent ? { consent: body.consent } : {}),
        properties: { max_call_duration: 0, participant_left_timeout: 0, participant_absent_timeout: 0 },
      }),
      // No token has this hash, because there is no room to join.
      token_hash: hashSecret(newSecret('t')),
      token_expires_at: now,
      created_at: now,
      updated_at: now,
      ended_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('transcript_lines')
    .values({
      conversation_id: row.id,
      position: 0,
      role: 'user',
      content: message,
      began_at: clock.now() / 1000,
      duration: 0,
      inference_id: null,
    })
    .execute();
  await changeHandover(trx, clock, row.id, () => ({ state: 'message', message, visitor }));
  await publishEvent(trx, context, row, 'application.human_message_left', { message, visitor });
  await enqueueIndexing(trx, context, row);
}

/** Returns the text without invisible characters; null if it is empty. */
const words = (text: string | null | undefined): string | null =>
  storableText(withoutInvisible(text ?? '').trim()) || null;
