/** The callbacks of an account: lists attempts and starts new ones. */
import type {
  Callback,
  getCallback,
  getCallbackSecret,
  listCallbacks,
  retryCallback,
} from '@palkit/contract/callbacks';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso } from '@palkit/runtime/clock';
import type { CallbackRow } from '../callbacks/callbacks.ts';
import type { Handler } from '../http/binder.ts';
import type { Database } from '../store/store.ts';
import { applyFilters } from '../store/list-filters.ts';
import { readPage } from '../store/page.ts';

export const list: Handler<typeof listCallbacks> = async ({ account, query }, { store }) => {
  const accountCallbacks = store.db.selectFrom('callbacks').where('account_id', '=', account);
  let matches = accountCallbacks.where(applyFilters(query, null));
  for (const subject of [query.subject, query.conversation_id])
    if (subject) matches = matches.where('subject', '=', subject);
  if (query.status) matches = matches.where('status', '=', query.status);
  if (query.event_type) matches = matches.where('event_type', '=', query.event_type);
  if (query.deployment_id)
    matches = matches.where('subject', 'in', (select) =>
      select
        .selectFrom('conversations')
        .select('id')
        .where('account_id', '=', account)
        .where('deployment_id', '=', query.deployment_id!),
    );
  const { rows, total_count } = await readPage(matches.selectAll().orderBy('position', query.sort), query);
  return { data: await show(store.db, rows), total_count };
};

export const get: Handler<typeof getCallback> = async ({ account, params }, { store }) =>
  (await show(store.db, [await find(store.db, params.callback_id, account)]))[0]!;

export const retry: Handler<typeof retryCallback> = async ({ account, params }, { store, callbacks }) =>
  store.db.transaction().execute(async (trx) => {
    const row = await callbacks.retry(trx, await find(trx, params.callback_id, account, 'lock'));
    return (await show(trx, [row]))[0]!;
  });

export const secret: Handler<typeof getCallbackSecret> = async ({ account }, { callbacks }) => ({
  secret: await callbacks.signingSecret(account),
});

async function find(db: Database, id: string, account: number, lock?: 'lock'): Promise<CallbackRow> {
  const select = db.selectFrom('callbacks').selectAll().where('id', '=', id);
  const row = await (lock ? select.forUpdate() : select).executeTakeFirst();
  if (!row) throw new ServiceError('callback_not_found');
  if (row.account_id !== account) throw new ServiceError('forbidden');
  return row;
}

async function show(db: Database, rows: CallbackRow[]): Promise<Callback[]> {
  if (rows.length === 0) return [];
  const attempts = await db
    .selectFrom('callback_attempts')
    .selectAll()
    .where(
      'callback_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('position')
    .execute();
  const firstPending = await db
    .selectFrom('callbacks')
    .select(['subject', 'lane'])
    .select((select) => select.fn.min<number>('position').as('position'))
    .where('status', '=', 'pending')
    .where(
      'subject',
      'in',
      rows.map((row) => row.subject),
    )
    .groupBy(['subject', 'lane'])
    .execute();
  const queueHeads = new Set(firstPending.map((head) => `${head.subject} ${head.lane} ${head.position}`));
  return rows.map((row) => ({
    callback_id: row.id,
    subject: row.subject,
    url: row.url,
    event_type: row.event_type,
    status: row.status,
    attempts: attempts
      .filter((attempt) => attempt.callback_id === row.id)
      .map((attempt) => ({
        attempted_at: toIso(attempt.attempted_at),
        status_code: attempt.status_code,
        failure: attempt.failure,
        duration: attempt.duration,
      })),
    next_attempt_at: queueHeads.has(`${row.subject} ${row.lane} ${row.position}`) ? toIso(row.next_at) : null,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  }));
}
