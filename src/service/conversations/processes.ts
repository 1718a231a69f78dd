/**
 * Decides which of several processes on one PostgreSQL database runs a conversation. If a process stays silent,
 * another one takes its conversations over. With the embedded database there is only one process.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ShutdownReason } from '@palkit/contract/conversations';
import { iso, type Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import type { Store } from '../store/store.ts';
import type { ConversationRow } from '../store/schema.ts';

/** Milliseconds. */
export const HEARTBEAT = 5000;
export const DEAD_AFTER = 15_000;
/**
 * The longest time between two successful heartbeats. A process that could not reach the database for longer cannot
 * judge the others, which could not reach it either: they have `DEAD_AFTER` from then on to report.
 */
const MAX_HEARTBEAT_GAP = 1.5 * HEARTBEAT;
/** Interval at which a process notices that another one was asked to end one of its conversations, or has done so. */
export const POLL_INTERVAL = 500;
/** Milliseconds after which the row of a dead process is deleted. */
const FORGOTTEN_AFTER = 3600_000;

export interface Holder {
  /** Conversations that this process takes over. */
  adopted(row: ConversationRow): void;
  /** The ids of this process's conversations. */
  ids(): string[];
  /** One of them must end, or has ended elsewhere. */
  onEndRequest(id: string, reason: ShutdownReason): void;
  /** True if its visitor is present. */
  hasVisitor(id: string): boolean;
  /** Another process runs it now: it stops here and continues there. */
  lost(id: string): Promise<void>;
  /** A person has given an order for one of them, possibly through another process. */
  takeOrders(id: string): void;
  /** The consent to the face of one of them was withdrawn. */
  faceWithdrawn(id: string): void;
}

export class ProcessRegistry {
  readonly id = `x${randomBytes(8).toString('hex')}`;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #address: string;
  readonly #alone: boolean;
  #stopped = new AbortController();
  /** The first and the last successful heartbeat; Unix milliseconds. */
  #steadySince = Infinity;
  #arrived = -Infinity;

  /** `address`: the address of this process's rooms; `own`: true if no other process shares it. */
  constructor(parts: { store: Store; clock: Clock; log: Log; address: string; own: boolean }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#address = parts.address;
    this.#alone = parts.own;
  }

  /** Registers this process and takes over conversations without a process. */
  async start(holder: Holder): Promise<void> {
    const { db, embedded } = this.#store;
    // A process at the same address, or with the same data folder, has ended.
    if (embedded) await db.deleteFrom('processes').execute();
    else if (this.#alone) await db.deleteFrom('processes').where('address', '=', this.#address).execute();
    await this.#beat();
    this.#steadySince = this.#clock.now() - (await this.#databaseTime());
    for (const row of await this.#reclaimOwn()) holder.adopted(row);
    await this.#adopt(holder);
    if (embedded) return;
    this.#every(HEARTBEAT, async () => {
      await this.#beat();
      await this.#adopt(holder);
    });
    this.#every(POLL_INTERVAL, () => this.#listen(holder));
  }

  /** The address of a conversation that this process creates or takes over. */
  roomUrl(id: string): string {
    return `${this.#address}/rooms/${id}`;
  }

  /**
   * Takes over a conversation that no living process runs and returns its row; null if one does or the conversation
   * has ended.
   */
  async take(id: string): Promise<ConversationRow | null> {
    return (await this.#claimOrphans(id))[0] ?? null;
  }

  /** Asks the process that runs the conversation to end it; true if that process is alive. */
  async ask(id: string, reason: ShutdownReason): Promise<boolean> {
    const requests = await this.#store.db
      .updateTable('conversations')
      .set({ end_asked: reason })
      .where('id', '=', id)
      .where('status', '=', 'active')
      .where('joined_at', 'is not', null)
      .where('process_id', '<>', this.id)
      .where('process_id', 'in', this.#alive())
      .executeTakeFirst();
    return requests.numUpdatedRows > 0n;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#store.db.deleteFrom('processes').where('id', '=', this.id).execute();
  }

  /** True if the silence of other processes is their own fault and not the database's. */
  get #isSteady(): boolean {
    return this.#clock.now() - this.#steadySince >= DEAD_AFTER;
  }

  #alive() {
    const { db } = this.#store;
    return db
      .selectFrom('processes')
      .select('id')
      .$if(this.#isSteady, (query) => query.where('seen_at', '>', new Date(this.#clock.now() - DEAD_AFTER)));
  }

  /** Milliseconds for which the database has been reachable, at most `DEAD_AFTER`. */
  async #databaseTime(): Promise<number> {
    if (this.#store.embedded) return DEAD_AFTER;
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from now() - pg_postmaster_start_time())::float8 as seconds`.execute(
      this.#store.db,
    );
    return Math.min(DEAD_AFTER, rows[0]!.seconds * 1000);
  }

  async #beat(): Promise<void> {
    const { db } = this.#store;
    const now = this.#clock.now();
    await db
      .insertInto('processes')
      .values({ id: this.id, address: this.#address, seen_at: iso(now) })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: iso(now) }))
      .execute();
    if (this.#clock.now() - this.#arrived > MAX_HEARTBEAT_GAP) this.#steadySince = this.#clock.now();
    this.#arrived = this.#clock.now();
    if (!this.#isSteady) return;
    await db
      .deleteFrom('processes')
      .where('seen_at', '<', new Date(now - FORGOTTEN_AFTER))
      .execute();
  }

  async #adopt(holder: Holder): Promise<void> {
    for (const row of await this.#claimOrphans(null)) holder.adopted(row);
  }

  /**
   * After a start, this process takes back conversations that were joined at its address, even if others took them
   * over in the meantime. Nobody has entered them there, or their address would have changed.
   */
  async #reclaimOwn(): Promise<ConversationRow[]> {
    if (!this.#alone) return [];
    return this.#store.db
      .updateTable('conversations')
      .set({ process_id: this.id })
      .where('status', '=', 'active')
      .where('room_provider', '=', 'embedded')
      .where('room_url', '=', sql<string>`${`${this.#address}/rooms/`}::text || id`)
      .returningAll()
      .execute();
  }

  /**
   * If each process has its own address, a conversation joined at a dead process keeps that address until somebody
   * enters it here: its visitors know no other, and the process may come back.
   */
  #claimOrphans(id: string | null): Promise<ConversationRow[]> {
    return this.#store.db
      .updateTable('conversations')
      .set({ process_id: this.id })
      .$if(id !== null || !this.#alone, (update) =>
        update.set({ room_url: sql<string>`${`${this.#address}/rooms/`}::text || id` }),
      )
      .where('status', '=', 'active')
      .where('room_provider', '=', 'embedded')
      .$if(id !== null, (update) => update.where('id', '=', id!))
      .where((where) =>
        where.or([
          where('process_id', 'is', null),
          // A heartbeat may have taken the conversation over just now, after the caller read its row.
          ...(id === null ? [] : [where('process_id', '=', this.id)]),
          where.and([where('process_id', '<>', this.id), where('process_id', 'not in', this.#alive())]),
        ]),
      )
      .returningAll()
      .execute();
  }

  async #listen(holder: Holder): Promise<void> {
    const ids = holder.ids();
    if (ids.length === 0) return;
    const rows = await this.#store.db
      .selectFrom('conversations')
      .select(['id', 'status', 'end_asked', 'shutdown_reason', 'process_id', 'room_url'])
      .where('id', 'in', ids)
      .where((where) =>
        where.or([
          where('status', '=', 'ended'),
          where('end_asked', 'is not', null),
          where('process_id', '<>', this.id),
        ]),
      )
      .execute();
    for (const row of rows) {
      if (row.status === 'ended' || row.end_asked !== null)
        holder.onEndRequest(row.id, (row.shutdown_reason ?? row.end_asked) as ShutdownReason);
      else if (holder.hasVisitor(row.id) || (this.#alone && row.room_url === this.roomUrl(row.id)))
        await this.takeBack(row);
      else await holder.lost(row.id);
    }
    const orders = await this.#store.db
      .selectFrom('handover_orders')
      .select('conversation_id')
      .distinct()
      .where('conversation_id', 'in', ids)
      .where('done_at', 'is', null)
      .execute();
    for (const { conversation_id } of orders) holder.takeOrders(conversation_id);
    const withdrawn = await this.#store.db
      .selectFrom('conversations')
      .select('id')
      .where('id', 'in', ids)
      .where('face_withdrawn_at', 'is not', null)
      .execute();
    for (const { id } of withdrawn) holder.faceWithdrawn(id);
  }

  /** True if this process runs the conversation and it is joined here. */
  isOwn({ id, process_id, room_url }: Pick<ConversationRow, 'id' | 'process_id' | 'room_url'>): boolean {
    return process_id === this.id && room_url === this.roomUrl(id);
  }

  /**
   * Another process took over a conversation of this one. The process that has the visitor keeps it; without a
   * visitor, the process at which it is joined does. The other one releases it.
   */
  async takeBack({ id, process_id }: Pick<ConversationRow, 'id' | 'process_id'>): Promise<void> {
    await this.#store.db
      .updateTable('conversations')
      .set({ process_id: this.id, room_url: this.roomUrl(id) })
      .where('id', '=', id)
      .where('status', '=', 'active')
      .where('process_id', '=', process_id)
      .execute();
    if (process_id !== this.id)
      this.#log.warn({ conversation: id }, 'a conversation was taken back from another process');
  }

  #every(milliseconds: number, work: () => Promise<void>): void {
    const repeat = () => {
      work()
        .catch((error: Error) => {
          if (!this.#stopped.signal.aborted)
            this.#log.error({ ...describe(error) }, 'the processes cannot be reached');
        })
        .finally(() => this.#clock.after(milliseconds, repeat, this.#stopped.signal));
    };
    this.#clock.after(milliseconds, repeat, this.#stopped.signal);
  }
}
