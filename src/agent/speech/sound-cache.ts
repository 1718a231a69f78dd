/** Sentences that were made audible before: greetings, disclosures, fillers and the answers that many ask for. */
import type { Speech } from './engines.ts';

type Sound = Omit<Speech, 'text'>;

/** Bytes of packets, about half an hour of speech. */
const MOST_BYTES = 8 * 2 ** 20;
const PACKET_OVERHEAD = 100;

/**
 * Keeps the sounds that were used last, up to `limit` bytes. The same sentence of the same voice always sounds the
 * same, so a kept one differs from a new one only in its time.
 */
export class SoundCache {
  readonly #limit: number;
  #bytes = 0;
  /** From the one used longest ago to the last one. */
  readonly #sounds = new Map<string, { sound: Sound; bytes: number }>();

  constructor(limit = MOST_BYTES) {
    this.#limit = limit;
  }

  get(key: string): Sound | undefined {
    const entry = this.#sounds.get(key);
    if (!entry) return undefined;
    this.#sounds.delete(key);
    this.#sounds.set(key, entry);
    return entry.sound;
  }

  add(key: string, sound: Sound): void {
    this.#drop(key);
    const length = sound.packets.reduce((sum, packet) => sum + packet.length + PACKET_OVERHEAD, key.length);
    this.#sounds.set(key, { sound, bytes: length });
    this.#bytes += length;
    for (const oldest of this.#sounds.keys()) {
      if (this.#bytes <= this.#limit) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#sounds.get(key)?.bytes ?? 0;
    this.#sounds.delete(key);
  }
}
