/** A cache for the sound of frequent sentences: greetings, disclosures, fillers and answers to common questions. */
import type { Speech } from './engines.ts';

type Sound = Omit<Speech, 'text'>;

/** Maximum size of the packets in bytes, about half an hour of speech. */
const MAX_BYTES = 8 * 2 ** 20;
const PACKET_OVERHEAD = 100;

interface Entry {
  sound: Sound;
  account: Account;
  bytes: number;
}
type Account = number | undefined;

/**
 * Caches the most recently used sounds, up to `limit` bytes. A voice always speaks a sentence in the same way,
 * so a cached sound is identical to a new one. Each account finds only its own sounds, and the sounds of the
 * account that uses most of the cache are evicted first.
 */
export class SoundCache {
  readonly #limit: number;
  #bytes = 0;
  readonly #bytesByAccount = new Map<Account, number>();
  /** Sorted from the least to the most recently used. */
  readonly #entries = new Map<string, Entry>();

  constructor(limit = MAX_BYTES) {
    this.#limit = limit;
  }

  get(account: Account, name: string): Sound | undefined {
    const key = keyOf(account, name);
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.sound;
  }

  add(account: Account, name: string, sound: Sound): void {
    const key = keyOf(account, name);
    this.#drop(key);
    const bytes = sound.packets.reduce((sum, packet) => sum + packet.length + PACKET_OVERHEAD, key.length);
    this.#entries.set(key, { sound, account, bytes });
    this.#addBytes(account, bytes);
    while (this.#bytes > this.#limit) this.#dropOldest();
  }

  #dropOldest(): void {
    const [[largestAccount]] = [...this.#bytesByAccount].sort(([, one], [, other]) => other - one) as [
      [Account, number],
    ];
    for (const [key, { account }] of this.#entries) if (account === largestAccount) return this.#drop(key);
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#addBytes(entry.account, -entry.bytes);
  }

  #addBytes(account: Account, bytes: number): void {
    const newTotal = (this.#bytesByAccount.get(account) ?? 0) + bytes;
    this.#bytes += bytes;
    if (newTotal > 0) this.#bytesByAccount.set(account, newTotal);
    else this.#bytesByAccount.delete(account);
  }
}

const keyOf = (account: Account, name: string): string => `${account} ${name}`;
