/**
 * The latest messages of a room, for a visitor who returns. Their number and bytes are limited; the newest one is
 * always kept.
 */

/** Maximum number of messages of a room, and their maximum total of UTF-8 bytes. */
const MAX_MESSAGES = 1000;
const MAX_BYTES = 1024 * 1024;

interface Entry {
  /** Sequence number of a message in the room, starting with 1. */
  seq: number;
  text: string;
  message: Record<string, unknown>;
}

export class RoomLog {
  #entries: (Entry & { bytes: number })[] = [];
  #bytes = 0;

  add(entry: Entry): void {
    const bytes = Buffer.byteLength(entry.text);
    this.#entries.push({ ...entry, bytes });
    this.#bytes += bytes;
    while (this.#entries.length > MAX_MESSAGES || (this.#bytes > MAX_BYTES && this.#entries.length > 1))
      this.#bytes -= this.#entries.shift()?.bytes ?? 0;
  }

  /** Returns the messages after this number. */
  after(sequence: number): readonly Entry[] {
    return this.#entries.filter(({ seq }) => seq > sequence);
  }
}
