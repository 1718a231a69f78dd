/**
 * Which process holds which conversation, where several share a PostgreSQL database. A process that has not
 * been heard of is taken for dead, and its conversations are another's. In the embedded database there is one
 * process and all is its own.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ShutdownReason } from '@palkit/contract/conversations';
import { iso, type Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Store } from '../store/store.ts';
import type { ConversationRow } from '../store/schema.ts';
import { describe } from '../platform/describe.ts';

/** Milliseconds. */
const HEARTBEAT = 5000;
export const DEAD_AFTER = 15_000;
/** How soon a process notices that another was asked to end one of its conversations, or has. */
const LISTEN = 500;
/** A dead process's row is of no more use. */
const FORGOTTEN_AFTER = 3600_000;

export interface Holder {
  /** Conversations that are this process's from now on. */
  adopted(row: ConversationRow): void;
  /** The ids that are held here. */
  held(): string[];
  /** One of them is to end, or has ended elsewhere. */
  asked(id: string, reason: ShutdownReason): void;
}

export class Processes {
  readonly id = `x${randomBytes(8).toString('hex')}`;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #address: string;
  readonly #alone: boolean;
  #stopped = new AbortController();

  /** `address`: where this process's rooms are reached; `own`: no other process is reached there. */
  constructor(parts: { store: Store; clock: Clock; log: Log; address: string; own: boolean }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#address = parts.address;
    this.#alone = parts.own;
  }

  /** Makes itself known and takes what nobody holds. */
  async start(holder: Holder): Promise<void> {
    const { db, embedded } = this.#store;
    // Who was reached at an address of one process, or had the data folder, is not alive any more.
    if (embedded) await db.deleteFrom('processes').execute();
    else if (this.#alone) await db.deleteFrom('processes').where('address', '=', this.#address).execute();
    await this.#beat();
    await this.#adopt(holder);
    if (embedded) return;
    this.#every(HEARTBEAT, async () => {
      await this.#beat();
      await this.#adopt(holder);
    });
    this.#every(LISTEN, () => this.#listen(holder));
  }

  /** The address of a conversation that this process makes or takes. */
  roomUrl(id: string): string {
    return `${this.#address}/rooms/${id}`;
  }

  /**
   * Takes one conversation if nobody alive holds it; its row, or null where somebody does or it has ended.
   */
  async take(id: string): Promise<ConversationRow | null> {
    return (await this.#orphans(id))[0] ?? null;
  }

  /** Asks whoever holds it to end it; true where somebody alive does. */
  async ask(id: string, reason: ShutdownReason): Promise<boolean> {
    const asked = await this.#store.db
      .updateTable('conversations')
      .set({ end_asked: reason })
      .where('id', '=', id)
      .where('status', '=', 'active')
      .where('joined_at', 'is not', null)
      .where('process_id', '<>', this.id)
      .where('process_id', 'in', this.#alive())
      .executeTakeFirst();
    return asked.numUpdatedRows > 0n;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#store.db.deleteFrom('processes').where('id', '=', this.id).execute();
  }

  #alive() {
    return this.#store.db
      .selectFrom('processes')
      .select('id')
      .where('seen_at', '>', new Date(this.#clock.now() - DEAD_AFTER));
  }

  async #beat(): Promise<void> {
    const { db } = this.#store;
    const now = this.#clock.now();
    await db
      .insertInto('processes')
      .values({ id: this.id, address: this.#address, seen_at: iso(now) })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: iso(now) }))
      .execute();
    await db
      .deleteFrom('processes')
      .where('seen_at', '<', new Date(now - FORGOTTEN_AFTER))
      .execute();
  }

  async #adopt(holder: Holder): Promise<void> {
    for (const row of await this.#orphans(null)) holder.adopted(row);
  }

  #orphans(id: string | null): Promise<ConversationRow[]> {
    return this.#store.db
      .updateTable('conversations')
      .set({ process_id: this.id, room_url: sql<string>`${`${this.#address}/rooms/`}::text || id` })
      .where('status', '=', 'active')
      .where('room_provider', '=', 'embedded')
      .$if(id !== null, (update) => update.where('id', '=', id!))
      .where((where) =>
        where.or([
          where('process_id', 'is', null),
          where.and([where('process_id', '<>', this.id), where('process_id', 'not in', this.#alive())]),
        ]),
      )
      .returningAll()
      .execute();
  }

  async #listen(holder: Holder): Promise<void> {
    const held = holder.held();
    if (held.length === 0) return;
    const rows = await this.#store.db
      .selectFrom('conversations')
      .select(['id', 'end_asked', 'shutdown_reason'])
      .where('id', 'in', held)
      .where((where) => where.or([where('status', '=', 'ended'), where('end_asked', 'is not', null)]))
      .execute();
    for (const row of rows) holder.asked(row.id, (row.shutdown_reason ?? row.end_asked) as ShutdownReason);
  }

  #every(milliseconds: number, work: () => Promise<void>): void {
    const again = () => {
      work()
        .catch((error: Error) => {
          if (!this.#stopped.signal.aborted)
            this.#log.error({ ...describe(error) }, 'the processes cannot be reached');
        })
        .finally(() => this.#clock.after(milliseconds, again, this.#stopped.signal));
    };
    this.#clock.after(milliseconds, again, this.#stopped.signal);
  }
}
