/** Stores when each key was last used, to the minute. Requests do not wait for the write. */
import { sql } from 'kysely';
import type { Background } from '@palkit/runtime/background';
import { getOrCreate } from '@palkit/runtime/bounded-map';
import { toIso, type Clock } from '@palkit/runtime/clock';
import type { Store } from './store.ts';

const PRECISION = 60_000;
/** Maximum number of keys whose last use is cached in this process. */
const MAX_CACHED_KEYS = 10_000;

interface Parts {
  store: Store;
  clock: Clock;
  background: Background;
}

export class KeyUses {
  readonly #parts: Parts;
  readonly #notedAt = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  note(id: string): void {
    const { store, clock, background } = this.#parts;
    const now = clock.now();
    const notedAt = this.#notedAt.get(id);
    if (notedAt !== undefined && now - notedAt < PRECISION) return;
    this.#notedAt.delete(id);
    getOrCreate(this.#notedAt, id, MAX_CACHED_KEYS, () => now);
    background.run(async () => {
      await store.db
        .updateTable('api_keys')
        .set({ last_used_at: toIso(now) })
        .where('id', '=', id)
        .where(sql<boolean>`(last_used_at is null or last_used_at < ${toIso(now)}::timestamptz)`)
        .execute();
    });
  }
}
