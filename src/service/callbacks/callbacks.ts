/**
 * Delivers callbacks. A callback is queued in the transaction of the state change that it reports. Callbacks of one
 * subject are delivered in order and at least once, until the receiver answers 2xx or 410 or the retry schedule ends
 * (docs/decisions/0025-interface.md#callbacks). Bodies are never logged.
 */
import { sql, type Selectable } from 'kysely';
import * as z from 'zod';
import { SAME_RETRY_MS } from '@palkit/contract/callbacks';
import { toIso, type Clock } from '@palkit/runtime/clock';
import type { Log } from '@palkit/runtime/log';
import { newId } from '@palkit/runtime/ids';
import type { Jobs } from '../jobs/jobs.ts';
import { OutboundError } from '@palkit/outbound/outbound-error';
import type { Outbound } from '@palkit/outbound/outbound';
import type { Seal } from '../platform/sealing.ts';
import type { Tables } from '../store/schema.ts';
import type { Database, Store } from '../store/store.ts';
import { HostLimits } from './host-limits.ts';
import { nextAttemptAt } from './schedule.ts';
import { newCallbackSecret, signatureHeaders } from './sign.ts';

export type CallbackRow = Selectable<Tables['callbacks']>;

/** Milliseconds without an answer from the receiver after which an attempt fails. */
export const RESPONSE_TIMEOUT_MS = 10_000;
/** Maximum number of subjects whose callbacks one process delivers at the same time. */
const CONCURRENCY = 50;
/** Maximum number of subjects of one account whose callbacks one process delivers at the same time. */
const ACCOUNT_SHARE = 20;
/** Milliseconds after which settled callbacks are deleted, because their bodies contain visitors' words. */
const RETENTION_MS = 30 * 24 * 3600_000;
const DELIVER_JOB = 'deliver callbacks';
const FORGET_JOB = 'forget callbacks';

export interface NewCallback {
  account: number;
  /** Id of the conversation or resource that the callback is about. Callbacks of one subject arrive in order. */
  subject: string;
  url: string;
  /**
   * Callbacks of one lane are sent one after another. The account's address has a separate lane, so neither address
   * waits for the other.
   */
  lane?: 'account';
  body: object;
}

interface Parts {
  store: Store;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  outbound: Outbound;
  seal: Seal;
  random?: () => number;
}

export class Callbacks {
  readonly #parts: Parts;
  /** Running deliveries by account and host. */
  readonly #hostLimits = new HostLimits();

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.jobs.register({
      name: DELIVER_JOB,
      payload: z.object({}),
      concurrency: CONCURRENCY,
      share: ACCOUNT_SHARE,
      run: ({ key, signal }) => this.#deliver(key!, signal),
    });
    parts.jobs.register({
      name: FORGET_JOB,
      payload: z.object({}),
      concurrency: 1,
      run: () => this.#forget(),
    });
  }

  async start(): Promise<void> {
    await this.#parts.store.db
      .transaction()
      .execute((trx) => this.#parts.jobs.enqueue(trx, FORGET_JOB, { key: 'all', payload: {} }));
  }

  /**
   * Queues a callback in the transaction of the change that it reports. The caller holds the row lock of the subject,
   * so callbacks are queued in the order of the changes.
   */
  async queue(trx: Database, callback: NewCallback): Promise<void> {
    const now = toIso(this.#parts.clock.now());
    const { event_type } = callback.body as { event_type?: unknown };
    await trx
      .insertInto('callbacks')
      .values({
        id: newId('callback'),
        account_id: callback.account,
        subject: callback.subject,
        url: callback.url,
        lane: callback.lane ?? '',
        event_type: typeof event_type === 'string' ? event_type : null,
        body: JSON.stringify(callback.body),
        status: 'pending',
        next_at: now,
        created_at: now,
        updated_at: now,
      })
      .execute();
    const key = jobKey(callback.subject, callback.lane ?? '');
    await this.#parts.jobs.enqueue(trx, DELIVER_JOB, { key, account: callback.account, payload: {} });
  }

  /**
   * Starts a new series of attempts, or brings the next attempt of a pending callback forward. The caller holds the
   * row lock. A second request shortly after the first is ignored; otherwise the callback would be sent twice.
   */
  async retry(trx: Database, row: CallbackRow): Promise<CallbackRow> {
    if (row.retried_at && this.#parts.clock.now() - row.retried_at.getTime() < SAME_RETRY_MS) return row;
    const now = toIso(this.#parts.clock.now());
    const changedRow = await trx
      .updateTable('callbacks')
      .set({
        status: 'pending',
        next_at: now,
        updated_at: now,
        retried_at: now,
        ...(row.status === 'pending' ? {} : { tries: 0, first_at: null }),
        revision: sql`revision + 1`,
      })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const key = jobKey(row.subject, row.lane);
    await this.#parts.jobs.enqueue(trx, DELIVER_JOB, { key, account: row.account_id, payload: {} });
    await this.#parts.jobs.runNow(trx, DELIVER_JOB, key);
    return changedRow;
  }

  /** Returns the account's signing secret, and creates it on first use. */
  async signingSecret(account: number): Promise<string> {
    const { db } = this.#parts.store;
    const context = `callbacks ${account}`;
    const read = () =>
      db.selectFrom('callback_secrets').select('sealed').where('account_id', '=', account).executeTakeFirst();
    const storedSecret = await read();
    if (storedSecret) return this.#parts.seal.open(storedSecret.sealed, context);
    await db
      .insertInto('callback_secrets')
      .values({
        account_id: account,
        sealed: this.#parts.seal.close(newCallbackSecret(), context),
        created_at: toIso(this.#parts.clock.now()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return this.#parts.seal.open((await read())!.sealed, context);
  }

  /**
   * Delivers a subject's callbacks one after another, oldest first. Later callbacks wait until an earlier one
   * is delivered or given up.
   */
  async #deliver(key: string, signal: AbortSignal): Promise<void | { again: number }> {
    const [subject, lane = ''] = key.split(' ') as [string, string?];
    for (;;) {
      const row = await this.#parts.store.db
        .selectFrom('callbacks')
        .selectAll()
        .where('subject', '=', subject)
        .where('lane', '=', lane)
        .where('status', '=', 'pending')
        .orderBy('position')
        .limit(1)
        .executeTakeFirst();
      if (!row) return;
      if (row.next_at.getTime() > this.#parts.clock.now()) return { again: row.next_at.getTime() };
      const hostKey = `${row.account_id} ${hostOf(row.url)}`;
      const now = this.#parts.clock.now();
      const retryAt = this.#hostLimits.enter(hostKey, now);
      if (retryAt !== null) return { again: retryAt };
      try {
        await this.#attempt(row, signal);
      } finally {
        this.#hostLimits.leave(hostKey, now);
      }
    }
  }

  async #attempt(row: CallbackRow, signal: AbortSignal): Promise<void> {
    const startedAt = this.#parts.clock.now();
    const answer = await this.#post(row, startedAt, signal);
    const now = this.#parts.clock.now();
    const isDelivered = answer.status !== null && answer.status >= 200 && answer.status < 300;
    const firstAt = row.first_at?.getTime() ?? startedAt;
    const tries = row.tries + 1;
    const nextAt = isDelivered
      ? null
      : nextAttemptAt({
          tries,
          firstAt,
          now,
          status: answer.status,
          retryAfter: answer.retryAfter,
          random: (this.#parts.random ?? Math.random)(),
        });
    const status = isDelivered ? 'delivered' : nextAt === null ? 'failed' : 'pending';
    await this.#parts.store.db.transaction().execute(async (trx) => {
      // The callback may have been removed together with its conversation in the meantime.
      const storedRow = await trx
        .selectFrom('callbacks')
        .select('id')
        .where('id', '=', row.id)
        .forUpdate()
        .executeTakeFirst();
      if (!storedRow) return;
      await trx
        .insertInto('callback_attempts')
        .values({
          callback_id: row.id,
          attempted_at: toIso(startedAt),
          status_code: answer.status,
          failure: answer.failure,
          duration: now - startedAt,
        })
        .execute();
      // If a new series of attempts has begun meanwhile, this result must not change the callback's status.
      await trx
        .updateTable('callbacks')
        .set({
          status,
          tries,
          first_at: toIso(firstAt),
          updated_at: toIso(now),
          ...(nextAt === null ? {} : { next_at: toIso(nextAt) }),
        })
        .where('id', '=', row.id)
        .where('status', '=', 'pending')
        .where('revision', '=', row.revision)
        .execute();
    });
    if (status === 'failed')
      this.#parts.log.warn(
        { callback: row.id, status: answer.status, failure: answer.failure, tries },
        'a callback was abandoned after its last attempt',
      );
  }

  async #post(
    row: CallbackRow,
    now: number,
    signal: AbortSignal,
  ): Promise<{ status: number | null; failure: string | null; retryAfter: string | null }> {
    try {
      const headers = {
        'content-type': 'application/json',
        ...signatureHeaders(
          await this.signingSecret(row.account_id),
          row.id,
          Math.floor(now / 1000),
          row.body,
        ),
      };
      const response = await this.#parts.outbound.fetch(row.url, {
        method: 'POST',
        headers,
        body: row.body,
        timeout: RESPONSE_TIMEOUT_MS,
        signal,
        maximumBytes: Infinity,
        // The receiver recognises a repeated callback by its `webhook-id`.
        repeatable: true,
      });
      await response.body?.cancel();
      return { status: response.status, failure: null, retryAfter: response.headers.get('retry-after') };
    } catch (error) {
      // An attempt that was interrupted by the shutdown of the service does not count.
      if (!(error instanceof OutboundError) || signal.aborted) throw error;
      return { status: null, failure: error.code, retryAfter: null };
    }
  }

  async #forget(): Promise<{ again: number }> {
    const now = this.#parts.clock.now();
    await this.#parts.store.db
      .deleteFrom('callbacks')
      .where('status', '!=', 'pending')
      .where('updated_at', '<', new Date(now - RETENTION_MS))
      .execute();
    return { again: now + 24 * 3600_000 };
  }
}

const jobKey = (subject: string, lane: string) => (lane === '' ? subject : `${subject} ${lane}`);

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);
