/** The last messages of a room, for a visitor who returns. Bounded in number and bytes; the newest always stays. */

/** Maximum number of messages and UTF-8 bytes of a room. */
const MAX_MESSAGES = 1000;
const MAX_BYTES = 1024 * 1024;

interface Entry {
  /** The number of the room's last message, from 1. */
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

  /** The messages after this number. */
  after(sequence: number): readonly Entry[] {
    return this.#entries.filter(({ seq }) => seq > sequence);
  }
}
