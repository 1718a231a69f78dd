/** Splits a stream of samples into parts that play before the rest arrives. Pure. */

/** A part of a longer sound. All parts except the last are complete packets. */
export interface SoundPart {
  /** Mono samples. The first `lead` packets only give the encoder its context. */
  samples: Int16Array;
  lead: number;
  last: boolean;
}

const PACKETS_A_SECOND = 50;
/**
 * Seconds of the first part, for which a listener waits, and minimum seconds of later ones, which contain all sound
 * that has arrived.
 */
const FIRST_SECONDS = 0.3;
const LATER_SECONDS = 0.4;
/** Number of packets before a part that are encoded again, so that the joint is inaudible. */
const LEAD_PACKETS = 3;
/** Level of audible sound, about -42 dB of full scale. */
const AUDIBLE_LEVEL = 256;
const LEADING_SECONDS = 0.02;
const TRAILING_SECONDS = 0.24;

/**
 * Yields the parts of a sound. `bytes` are 16-bit little-endian mono samples and may be split anywhere. With
 * `whole` there is only one part. 20 ms of the silence before the sound and 240 ms of the silence after it
 * are kept. The last part is never empty; a sound without samples has no parts.
 */
export async function* soundParts(
  bytes: AsyncIterable<Uint8Array>,
  sampleRate: number,
  whole = false,
): AsyncGenerator<SoundPart, void, undefined> {
  const packet = sampleRate / PACKETS_A_SECOND;
  const packets = (samples: number): number => Math.floor(samples / packet) * packet;
  const trailing = TRAILING_SECONDS * sampleRate;
  const buffer = new SampleBuffer();
  let remainder: Uint8Array = new Uint8Array(0);
  let began = false;
  /** Index in `buffer` at which the next part starts; earlier samples were already returned. */
  let start = 0;
  /** Index in `buffer` after the last sample that is not silence. */
  let loud = 0;
  let least = packets(FIRST_SECONDS * sampleRate);
  let most = least;

  const part = (to: number, last: boolean): SoundPart => {
    const lead = Math.min(LEAD_PACKETS, Math.floor(start / packet));
    const nextPart = { samples: buffer.copy(start - lead * packet, to), lead, last };
    const from = Math.max(0, to - LEAD_PACKETS * packet);
    buffer.drop(from);
    start = to - from;
    loud -= from;
    return nextPart;
  };

  for await (const chunk of bytes) {
    const joinedBytes = remainder.length > 0 ? Buffer.concat([remainder, chunk]) : chunk;
    remainder = joinedBytes.slice(joinedBytes.length & ~1);
    const before = buffer.length;
    buffer.append(joinedBytes);
    const last = buffer.lastAudible(before);
    if (last >= 0) loud = last + 1;
    if (!began) {
      const first = buffer.firstAudible(before);
      if (first < 0) continue;
      began = true;
      const from = Math.max(0, first - LEADING_SECONDS * sampleRate);
      buffer.drop(from);
      loud -= from;
    }
    while (!whole) {
      // Silence may be the end of the sound, and some samples must remain for the last part.
      const free = packets(Math.min(buffer.length - packet, loud + trailing) - start);
      if (free < least) break;
      const length = Math.min(free, most);
      least = packets(LATER_SECONDS * sampleRate);
      most = Infinity;
      yield part(start + length, false);
    }
  }
  if (buffer.length > start)
    yield part(
      began ? Math.min(buffer.length, Math.max(start + packet, loud + trailing)) : buffer.length,
      true,
    );
}

/**
 * Samples that have arrived and were not returned yet. The buffer doubles when it is full, because a server may send
 * single bytes.
 */
class SampleBuffer {
  #room = new Int16Array(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Appends 16-bit little-endian samples; an odd byte at the end is ignored. */
  append(bytes: Uint8Array): void {
    const more = bytes.length >> 1;
    if (this.#length + more > this.#room.length) {
      const larger = new Int16Array(Math.max(2 * this.#room.length, this.#length + more));
      larger.set(this.#room.subarray(0, this.#length));
      this.#room = larger;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let i = 0; i < more; i += 1) this.#room[this.#length + i] = view.getInt16(i * 2, true);
    this.#length += more;
  }

  copy(from: number, to: number): Int16Array {
    return this.#room.slice(Math.max(0, from), Math.min(to, this.#length));
  }

  /** Removes the first `count` samples. */
  drop(count: number): void {
    this.#room.copyWithin(0, count, this.#length);
    this.#length -= count;
  }

  /** Returns the index of the first sample from `from` on that is not silence; -1 if all are silent. */
  firstAudible(from: number): number {
    const at = this.#room.subarray(from, this.#length).findIndex(isAudible);
    return at < 0 ? -1 : from + at;
  }

  lastAudible(from: number): number {
    const at = this.#room.subarray(from, this.#length).findLastIndex(isAudible);
    return at < 0 ? -1 : from + at;
  }
}

function isAudible(sample: number): boolean {
  return Math.abs(sample) > AUDIBLE_LEVEL;
}
