/**
 * The durable job queue in the service's database. A job is enqueued in the transaction that makes it necessary,
 * runs at least once, and is leased to one process: if that process dies, another one takes the job. A key makes a
 * job unique within its kind.
 */
import { randomBytes } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import type { Schema } from '@palkit/contract/endpoint';
import { toIso, type Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import { OutsideFault } from '@palkit/runtime/outside-fault';
import type { Database, Store } from '../store/store.ts';
import { claimNext, type JobRow } from './claim.ts';

/** `LEASE`: milliseconds without renewal until another process may take a job. `RENEWAL`: interval of renewals. */
const LEASE = 60_000;
const RENEWAL = 20_000;
/** Maximum milliseconds until jobs of other processes and due jobs are noticed. */
const POLL = 2000;
/**
 * Maximum milliseconds for which this process waits until a job that it enqueued appears in the queue.
 * Meanwhile it checks the queue after each commit.
 */
const AWAITED_MS = 60_000;

export interface Job<Payload> {
  readonly payload: Payload;
  readonly key: string | null;
  readonly account: number | null;
  /** Number of this run, starting with 1. A run that was interrupted by a shutdown is not counted. */
  readonly attempt: number;
  /** Number of consecutive earlier runs that ended with a crash of the process. */
  readonly crashes: number;
  /** Aborts when the service stops or another process has taken the job. */
  readonly signal: AbortSignal;
}

export interface JobKind<Shape extends Schema = Schema> {
  readonly name: string;
  readonly payload: Shape;
  /** Maximum number of simultaneous runs of this kind in this process. */
  readonly concurrency: number;
  /** Maximum number of simultaneous runs for one account in this process; the default is `concurrency` minus one. */
  readonly share?: number;
  /**
   * Ends the job, or returns the time at which it runs again (Unix milliseconds). After an error the job is retried
   * with increasing delays of up to an hour.
   */
  run(job: Job<z.output<Shape>>): Promise<void | { again: number }>;
}

export interface NewJob {
  key?: string;
  account?: number;
  payload: unknown;
  /** Start time in Unix milliseconds; the default is now. */
  runAt?: number;
}

type Change = { attempts?: number; run_at?: string | RawBuilder<string> };
type Running = { row: JobRow; stop: AbortController };

export class Jobs {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #random: () => number;
  readonly #owner = randomBytes(8).toString('hex');
  readonly #kinds = new Map<string, JobKind>();
  readonly #running = new Map<number, Running>();
  /**
   * Maps each job that this process enqueued, and has not yet seen in the queue, to the time at which the process
   * stops waiting for it.
   */
  readonly #awaitedJobs = new Map<number, number>();
  readonly #idleListeners: (() => void)[] = [];
  #stopping: AbortSignal | null = null;
  #isChecking = false;
  #mustCheckAgain = false;
  #error: string | null = null;

  constructor(parts: { store: Store; clock: Clock; log: Log; random?: () => number }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#random = parts.random ?? Math.random;
  }

  /**
   * Registers a kind of job. If its jobs belong to accounts, `concurrency` must be at least 2, so that one account
   * never uses all runs.
   */
  register<Shape extends Schema>(kind: JobKind<Shape>): void {
    this.#kinds.set(kind.name, kind);
  }

  /** Starts running jobs, until the signal aborts. */
  async start(signal: AbortSignal): Promise<void> {
    this.#stopping = signal;
    // The lock of the data folder proves that all other processes are dead, so release their leases.
    if (this.#store.embedded)
      await this.#store.db
        .updateTable('jobs')
        .set(({ eb }) => ({ lease_until: null, owner: null, crashes: eb('crashes', '+', 1) }))
        .where('owner', 'is not', null)
        .execute();
    this.#store.onCommit(() => {
      if (this.#awaitedJobs.size > 0) this.#claimJobs();
    });
    signal.addEventListener(
      'abort',
      () => {
        for (const { stop } of this.#running.values()) stop.abort();
      },
      { once: true },
    );
    const poll = () => {
      this.#claimJobs();
      this.#clock.after(POLL, poll, signal);
    };
    poll();
  }

  /**
   * Adds a job in the caller's transaction; it starts right after the commit, or at `runAt`. If a job with the
   * same key exists, none is added, and its start time does not change. If it is running, it runs once more
   * afterwards.
   */
  async enqueue(trx: Database, kind: string, job: NewJob): Promise<void> {
    const now = this.#clock.now();
    const runAt = job.runAt ?? now;
    const { id } = await trx
      .insertInto('jobs')
      .values({
        kind,
        key: job.key ?? null,
        account_id: job.account ?? null,
        payload: JSON.stringify(job.payload),
        run_at: toIso(runAt),
        created_at: toIso(now),
      })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet({ again: true }))
      .returning('id')
      .executeTakeFirstOrThrow();
    if (runAt <= now) this.#awaitedJobs.set(id, now + AWAITED_MS);
  }

  /** Makes a waiting job with this key run now, and a running one run once more. */
  async runNow(trx: Database, kind: string, key: string): Promise<void> {
    const now = this.#clock.now();
    const rows = await trx
      .updateTable('jobs')
      .set({ run_at: toIso(now), again: true })
      .where('kind', '=', kind)
      .where('key', '=', key)
      .returning('id')
      .execute();
    for (const { id } of rows) this.#awaitedJobs.set(id, now + AWAITED_MS);
  }

  /** Message of the last failed check of the queue; null if it succeeded. */
  get fault(): string | null {
    return this.#error;
  }

  /** Settles when no job is running and none is due. */
  async idle(): Promise<void> {
    while (this.#isChecking || this.#running.size > 0)
      await new Promise<void>((resolve) => this.#idleListeners.push(resolve));
  }

  /** Claims due jobs one after another while runs are free. */
  #claimJobs(): void {
    this.#mustCheckAgain = true;
    if (this.#isChecking) return;
    this.#isChecking = true;
    void this.#runDueJobs().finally(() => {
      this.#isChecking = false;
      this.#notifyIdle();
    });
  }

  async #runDueJobs(): Promise<void> {
    while (this.#mustCheckAgain && !this.#stopping?.aborted) {
      this.#mustCheckAgain = false;
      try {
        for (let row = await this.#claim(); row; row = await this.#claim()) {
          const running: Running = { row, stop: new AbortController() };
          this.#running.set(row.id, running);
          void this.#run(running);
        }
        this.#error = null;
      } catch (error) {
        this.#error = (error as Error).name;
        if (!this.#stopping?.aborted) this.#log.error({ fault: this.#error }, 'the jobs cannot be reached');
      }
    }
  }

  async #claim(): Promise<JobRow | undefined> {
    const runningJobs = [...this.#running.values()];
    const kinds = [...this.#kinds.values()]
      .filter((kind) => runningJobs.filter(({ row }) => row.kind === kind.name).length < kind.concurrency)
      .map((kind) => kind.name);
    const now = this.#clock.now();
    for (const [id, deadline] of this.#awaitedJobs) if (deadline < now) this.#awaitedJobs.delete(id);
    if (kinds.length === 0 || this.#stopping?.aborted) return undefined;
    const row = await claimNext(this.#store.db, {
      owner: this.#owner,
      now,
      leaseUntil: now + LEASE,
      kinds,
      full: this.#usedShares(runningJobs),
      busy: runningJobs.map(({ row }) => row.id),
    });
    if (row) this.#awaitedJobs.delete(row.id);
    return row;
  }

  #shareOf({ concurrency, share = Math.max(1, concurrency - 1) }: JobKind): number {
    return share;
  }

  /** Queues, as `kind:account`, that have reached their limit of runs. */
  #usedShares(runningJobs: readonly Running[]): string[] {
    const runCounts = new Map<string, number>();
    const fullQueues: string[] = [];
    for (const { row } of runningJobs) {
      const kind = this.#kinds.get(row.kind);
      if (row.account_id === null || !kind) continue;
      const key = `${row.kind}:${row.account_id}`;
      const count = (runCounts.get(key) ?? 0) + 1;
      runCounts.set(key, count);
      if (count >= this.#shareOf(kind)) fullQueues.push(key);
    }
    return fullQueues;
  }

  async #run({ row, stop }: Running): Promise<void> {
    const runEnd = new AbortController();
    const leaseKey = () => ({ id: row.id, owner: this.#owner, attempts: row.attempts });
    const renew = () => {
      this.#clock.after(RENEWAL, renew, runEnd.signal);
      this.#store.db
        .updateTable('jobs')
        .set({ lease_until: toIso(this.#clock.now() + LEASE) })
        .where(({ and }) => and(leaseKey()))
        .executeTakeFirst()
        .then(
          ({ numUpdatedRows }) => {
            // Another process has taken over the job, so the result of this run does not count any more.
            if (numUpdatedRows === 0n && !runEnd.signal.aborted) stop.abort();
          },
          (error: Error) =>
            this.#log.error({ ...describe(error), kind: row.kind }, 'a lease could not be renewed'),
        );
    };
    this.#clock.after(RENEWAL, renew, runEnd.signal);
    let change: Change | null = null;
    try {
      // The shutdown may have begun while this job was being claimed.
      if (this.#stopping?.aborted) stop.abort();
      stop.signal.throwIfAborted();
      const kind = this.#kinds.get(row.kind)!;
      const runResult = await kind.run({
        payload: z.parse(kind.payload, row.payload),
        key: row.key,
        account: row.account_id,
        attempt: row.attempts,
        crashes: row.crashes,
        signal: stop.signal,
      });
      // If the job was requested again meanwhile, run it now, because this run may have missed changes.
      if (runResult)
        change = {
          attempts: 0,
          run_at: sql<string>`case when again
            then ${toIso(this.#clock.now())}::timestamptz else ${toIso(runResult.again)}::timestamptz end`,
        };
    } catch (error) {
      if (stop.signal.aborted) change = { attempts: row.attempts - 1 };
      else {
        const logFields = { ...describe(error), kind: row.kind, attempt: row.attempts };
        if (error instanceof OutsideFault && error.expected)
          this.#log.warn(logFields, 'a job cannot run yet and will be retried');
        else this.#log.error(logFields, 'a job failed and will be retried');
        change = {
          run_at: toIso(
            this.#clock.now() +
              Math.min(3600_000, 1000 * 2 ** Math.min(row.attempts, 20)) * (0.5 + this.#random() / 2),
          ),
        };
      }
    }
    runEnd.abort();
    try {
      await this.#finish(leaseKey(), change);
    } catch (error) {
      // The lease will expire and the job will run again, because jobs run at least once.
      this.#log.error({ ...describe(error), kind: row.kind }, 'the end of a job could not be stored');
    }
    this.#running.delete(row.id);
    this.#claimJobs();
    this.#notifyIdle();
  }

  async #finish(job: { id: number; owner: string; attempts: number }, change: Change | null): Promise<void> {
    // A run whose end is stored is not a crash.
    const releasedFields = { owner: null, lease_until: null, crashes: 0 } as const;
    if (change)
      return void (await this.#store.db
        .updateTable('jobs')
        .set({ ...releasedFields, ...change })
        .where(({ and }) => and(job))
        .execute());
    // A single statement decides whether the job is done or was requested again meanwhile. A simultaneous enqueue
    // waits for this statement, or this statement waits for the enqueue.
    const { numDeletedRows } = await this.#store.db
      .deleteFrom('jobs')
      .where(({ and }) => and({ ...job, again: false }))
      .executeTakeFirst();
    if (numDeletedRows === 0n)
      await this.#store.db
        .updateTable('jobs')
        .set({ ...releasedFields, attempts: 0, run_at: toIso(this.#clock.now()) })
        .where(({ and }) => and(job))
        .execute();
  }

  #notifyIdle(): void {
    if (this.#isChecking || this.#running.size > 0) return;
    for (const resolve of this.#idleListeners.splice(0)) resolve();
  }
}
