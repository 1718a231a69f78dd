/** Removes conversations together with all data that contains their text, by age or at a visitor's request. */
import { sql } from 'kysely';
import * as z from 'zod';
import { MAX_ERASED_CONVERSATIONS, type eraseVisitor } from '@palkit/contract/retention';
import { toIso } from '@palkit/runtime/clock';
import { Pace } from '@palkit/runtime/pace';
import type { Handler } from '../http/binder.ts';
import type { Context } from '../http/context.ts';
import { removeRecording } from '../recordings/recordings.ts';
import type { Database } from '../store/store.ts';

const EXPIRY_JOB = 'expire conversations';
const HOUR = 3600_000;
const DAY = 24 * HOUR;
/** Number of conversations in one query. */
const BATCH = 100;

type Parts = Pick<Context, 'store' | 'clock' | 'jobs' | 'media'>;

/**
 * Removes a conversation; returns true if this call removed it. Waiting callbacks are deleted too, because their
 * bodies contain its text.
 */
async function removeWithWords(
  trx: Database,
  parts: Pick<Context, 'media' | 'jobs'>,
  id: string,
): Promise<boolean> {
  await removeRecording(trx, parts, id);
  await trx.deleteFrom('callbacks').where('subject', '=', id).execute();
  const { numDeletedRows } = await trx.deleteFrom('conversations').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

export function registerRetention(parts: Parts): void {
  parts.jobs.register({
    name: EXPIRY_JOB,
    payload: z.object({}),
    concurrency: 1,
    async run({ signal }) {
      while (!signal.aborted && (await removeExpired(parts, signal)) > 0);
      return { again: parts.clock.now() + HOUR };
    },
  });
}

export async function startRetention({ store, jobs }: Parts): Promise<void> {
  await store.db.transaction().execute((trx) => jobs.enqueue(trx, EXPIRY_JOB, { key: 'all', payload: {} }));
}

/** Makes a shorter retention apply immediately instead of at the next run. */
export const runRetentionSoon = (trx: Database, { jobs }: Pick<Context, 'jobs'>): Promise<void> =>
  jobs.runNow(trx, EXPIRY_JOB, 'all');

/** Removes a batch of expired conversations; returns their number. */
async function removeExpired({ store, clock, ...parts }: Parts, signal: AbortSignal): Promise<number> {
  const now = toIso(clock.now());
  const { rows } = await sql<{ id: string; account_id: number; deployment_id: string | null }>`
    select conversations.id, conversations.account_id, conversations.deployment_id
    from conversations join accounts on accounts.id = conversations.account_id
      left join deployments on deployments.id = conversations.deployment_id
    where conversations.status = 'ended' and conversations.ended_at <= ${now}::timestamptz
      - coalesce(deployments.retention_days, accounts.retention_days) * interval '24 hours'
    order by conversations.ended_at limit ${BATCH}`.execute(store.db);
  const pace = new Pace();
  let count = 0;
  for (const row of rows) {
    if (signal.aborted) break;
    const isRemoved = await store.db.transaction().execute(async (trx) => {
      const days = await lockedRetention(trx, row.account_id, row.deployment_id);
      if (days === null) return false;
      const expired = await trx
        .selectFrom('conversations')
        .select('id')
        .where('id', '=', row.id)
        .where('ended_at', '<=', new Date(clock.now() - days * DAY))
        .forUpdate()
        .executeTakeFirst();
      return expired !== undefined && removeWithWords(trx, parts, row.id);
    });
    if (isRemoved) count += 1;
    await pace.rest();
  }
  return count;
}

/**
 * Returns the current retention in days, or null if there is no limit, and locks it until the transaction
 * ends, so that a retention which was just extended is respected. The account is locked before the
 * deployment, as in all transactions.
 */
async function lockedRetention(
  trx: Database,
  account: number,
  deployment: string | null,
): Promise<number | null> {
  const accountRetention = await trx
    .selectFrom('accounts')
    .select('retention_days')
    .where('id', '=', account)
    .forShare()
    .executeTakeFirst();
  const ofDeployment = deployment
    ? await trx
        .selectFrom('deployments')
        .select('retention_days')
        .where('id', '=', deployment)
        .forShare()
        .executeTakeFirst()
    : undefined;
  return ofDeployment?.retention_days ?? accountRetention?.retention_days ?? null;
}

export const erase: Handler<typeof eraseVisitor> = async ({ account, body }, context) => {
  const { store, conversations } = context;
  const { participant_tag, dry_run } = body;
  const stores = store.db
    .selectFrom('memory_stores')
    .select('id')
    .where('account_id', '=', account)
    .where('participant_tag', '=', participant_tag);
  const ids = await conversationsOf(context, account, participant_tag);
  const is_complete = ids.length <= MAX_ERASED_CONVERSATIONS;
  const erased = ids.slice(0, MAX_ERASED_CONVERSATIONS);
  if (dry_run)
    return {
      participant_tag,
      conversation_count: erased.length,
      memory_store_count: (await stores.execute()).length,
      is_complete,
    };
  let conversation_count = 0;
  for (const id of erased) {
    await conversations.end(id, 'end_conversation_endpoint_hit');
    const isRemoved = await store.db.transaction().execute((trx) => removeWithWords(trx, context, id));
    if (isRemoved) conversation_count += 1;
  }
  // Delete the stores last, because the job that learns from a call may write to a store until the conversation is
  // deleted.
  const { numDeletedRows } = await store.db
    .deleteFrom('memory_stores')
    .where('account_id', '=', account)
    .where('participant_tag', '=', participant_tag)
    .executeTakeFirst();
  return {
    participant_tag,
    conversation_count,
    memory_store_count: Number(numDeletedRows),
    is_complete,
  };
};

/**
 * Returns the ids of the conversations with the visitor's tag, oldest first; at most one more than may be
 * erased.
 */
async function conversationsOf({ store }: Context, account: number, tag: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from conversations
    where (coalesce(document->'memory_stores', '[]'::jsonb) || coalesce(document->'participant_tags', '[]'::jsonb))
        @> ${JSON.stringify([tag])}::jsonb
      and account_id = ${account}
    order by created_at, id limit ${MAX_ERASED_CONVERSATIONS + 1}`.execute(store.db);
  return rows.map(({ id }) => id);
}
