/**
 * Decides which of several processes on one PostgreSQL database runs a conversation. If a process sends no
 * heartbeats, another one takes over its conversations. With the embedded database there is only one process.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ShutdownReason } from '@palkit/contract/conversations';
import { toIso, type Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import type { Store } from '../store/store.ts';
import type { ConversationRow } from '../store/schema.ts';

/**
 * Milliseconds between heartbeats, and milliseconds without a heartbeat after which a process counts as dead.
 */
export const HEARTBEAT = 5000;
export const DEAD_MS = 15_000;
/**
 * Maximum milliseconds between two successful heartbeats. After a longer gap the database may have been unreachable
 * for the other processes too, so they have `DEAD_MS` to send a heartbeat before this process considers them dead.
 */
const MAX_HEARTBEAT_GAP = 1.5 * HEARTBEAT;
/**
 * Milliseconds between two checks for conversations of this process that have to end, or that another process
 * has ended.
 */
export const POLL_INTERVAL = 500;
/** Milliseconds after which the row of a dead process is deleted. */
const PROCESS_ROW_LIFETIME_MS = 3600_000;

export interface Holder {
  /** Called for each conversation that this process takes over. */
  onAdopted(row: ConversationRow): void;
  /** Returns the ids of this process's conversations. */
  ids(): string[];
  /** Called if a conversation must end, or has ended in another process. */
  onEndRequest(id: string, reason: ShutdownReason): void;
  /** True if the visitor of the conversation is present. */
  hasVisitor(id: string): boolean;
  /** Called if another process has taken the conversation over: stop it here without ending it. */
  onLost(id: string): Promise<void>;
  /** Called if a person has given an order for the conversation, possibly through another process. */
  takeOrders(id: string): void;
  /** Called if the consent to the conversation's face was withdrawn. */
  onFaceWithdrawn(id: string): void;
}

export class ProcessRegistry {
  readonly id = `x${randomBytes(8).toString('hex')}`;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #address: string;
  readonly #isOnlyProcess: boolean;
  #stopping = new AbortController();
  /** Unix milliseconds: the first heartbeat after the last gap, and the latest heartbeat. */
  #steadySince = Infinity;
  #lastHeartbeat = -Infinity;

  /** `address` is the address of this process's rooms; `own` is true if no other process shares it. */
  constructor(parts: { store: Store; clock: Clock; log: Log; address: string; own: boolean }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#address = parts.address;
    this.#isOnlyProcess = parts.own;
  }

  /** Registers this process and takes over conversations that no process runs. */
  async start(holder: Holder): Promise<void> {
    const { db, embedded } = this.#store;
    // An earlier process at the same address, or with the same data folder, has certainly ended, so its row
    // is deleted.
    if (embedded) await db.deleteFrom('processes').execute();
    else if (this.#isOnlyProcess)
      await db.deleteFrom('processes').where('address', '=', this.#address).execute();
    await this.#sendHeartbeat();
    this.#steadySince = this.#clock.now() - (await this.#databaseTime());
    for (const row of await this.#reclaimOwn()) holder.onAdopted(row);
    await this.#adopt(holder);
    if (embedded) return;
    this.#repeatEvery(HEARTBEAT, async () => {
      await this.#sendHeartbeat();
      await this.#adopt(holder);
    });
    this.#repeatEvery(POLL_INTERVAL, () => this.#listen(holder));
  }

  /** Returns the room address of a conversation that this process creates or takes over. */
  roomUrl(id: string): string {
    return `${this.#address}/rooms/${id}`;
  }

  /**
   * Takes over a conversation that no living process runs. Returns its row, or null if a living process runs it or it
   * has ended.
   */
  async adopt(id: string): Promise<ConversationRow | null> {
    return (await this.#claimOrphans(id))[0] ?? null;
  }

  /**
   * Asks the process that runs the conversation to end it. Returns false if no living process runs it or no
   * visitor has joined, so that the caller can end it.
   */
  async requestEnd(id: string, reason: ShutdownReason): Promise<boolean> {
    const requests = await this.#store.db
      .updateTable('conversations')
      .set({ end_asked: reason })
      .where('id', '=', id)
      .where('status', '=', 'active')
      .where('joined_at', 'is not', null)
      .where('process_id', '<>', this.id)
      .where('process_id', 'in', this.#livingProcesses())
      .executeTakeFirst();
    return requests.numUpdatedRows > 0n;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#store.db.deleteFrom('processes').where('id', '=', this.id).execute();
  }

  /** True if other processes without heartbeats are dead, because the database has been reachable long enough. */
  get #isSteady(): boolean {
    return this.#clock.now() - this.#steadySince >= DEAD_MS;
  }

  #livingProcesses() {
    const { db } = this.#store;
    return db
      .selectFrom('processes')
      .select('id')
      .$if(this.#isSteady, (query) => query.where('seen_at', '>', new Date(this.#clock.now() - DEAD_MS)));
  }

  /** Returns the milliseconds for which the database has been reachable, at most `DEAD_MS`. */
  async #databaseTime(): Promise<number> {
    if (this.#store.embedded) return DEAD_MS;
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from now() - pg_postmaster_start_time())::float8 as seconds`.execute(
      this.#store.db,
    );
    return Math.min(DEAD_MS, rows[0]!.seconds * 1000);
  }

  async #sendHeartbeat(): Promise<void> {
    const { db } = this.#store;
    const now = this.#clock.now();
    await db
      .insertInto('processes')
      .values({ id: this.id, address: this.#address, seen_at: toIso(now) })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: toIso(now) }))
      .execute();
    if (this.#clock.now() - this.#lastHeartbeat > MAX_HEARTBEAT_GAP) this.#steadySince = this.#clock.now();
    this.#lastHeartbeat = this.#clock.now();
    if (!this.#isSteady) return;
    await db
      .deleteFrom('processes')
      .where('seen_at', '<', new Date(now - PROCESS_ROW_LIFETIME_MS))
      .execute();
  }

  async #adopt(holder: Holder): Promise<void> {
    for (const row of await this.#claimOrphans(null)) holder.onAdopted(row);
  }

  /**
   * After a start, takes back conversations whose room address belongs to this process, even if others took them
   * over. No visitor has entered them there, because that would have changed the address.
   */
  async #reclaimOwn(): Promise<ConversationRow[]> {
    if (!this.#isOnlyProcess) return [];
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
   * Takes over the conversation `id`, or all conversations if `id` is null, unless a living process runs them. If
   * each process has its own address, a conversation keeps the address of its dead process until a visitor enters
   * it here: other visitors know only this address, and the dead process may return.
   */
  #claimOrphans(id: string | null): Promise<ConversationRow[]> {
    return this.#store.db
      .updateTable('conversations')
      .set({ process_id: this.id })
      .$if(id !== null || !this.#isOnlyProcess, (update) =>
        update.set({ room_url: sql<string>`${`${this.#address}/rooms/`}::text || id` }),
      )
      .where('status', '=', 'active')
      .where('room_provider', '=', 'embedded')
      .$if(id !== null, (update) => update.where('id', '=', id!))
      .where((where) =>
        where.or([
          where('process_id', 'is', null),
          // A heartbeat may have taken over the conversation after the caller read its row.
          ...(id === null ? [] : [where('process_id', '=', this.id)]),
          where.and([
            where('process_id', '<>', this.id),
            where('process_id', 'not in', this.#livingProcesses()),
          ]),
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
      else if (holder.hasVisitor(row.id) || (this.#isOnlyProcess && row.room_url === this.roomUrl(row.id)))
        await this.takeBack(row);
      else await holder.onLost(row.id);
    }
    const orders = await this.#store.db
      .selectFrom('handover_orders')
      .select('conversation_id')
      .distinct()
      .where('conversation_id', 'in', ids)
      .where('done_at', 'is', null)
      .execute();
    for (const { conversation_id } of orders) holder.takeOrders(conversation_id);
    const removedRows = await this.#store.db
      .selectFrom('conversations')
      .select('id')
      .where('id', 'in', ids)
      .where('face_withdrawn_at', 'is not', null)
      .execute();
    for (const { id } of removedRows) holder.onFaceWithdrawn(id);
  }

  /** True if this process runs the conversation and the room address is this process's. */
  isOwn({ id, process_id, room_url }: Pick<ConversationRow, 'id' | 'process_id' | 'room_url'>): boolean {
    return process_id === this.id && room_url === this.roomUrl(id);
  }

  /**
   * Takes back a conversation that another process took over. The process that has the visitor keeps it, or
   * without a visitor the process at the conversation's room address. The other process releases it.
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

  #repeatEvery(milliseconds: number, work: () => Promise<void>): void {
    const repeat = () => {
      work()
        .catch((error: Error) => {
          if (!this.#stopping.signal.aborted)
            this.#log.error({ ...describe(error) }, 'the processes cannot be reached');
        })
        .finally(() => this.#clock.after(milliseconds, repeat, this.#stopping.signal));
    };
    this.#clock.after(milliseconds, repeat, this.#stopping.signal);
  }
}
