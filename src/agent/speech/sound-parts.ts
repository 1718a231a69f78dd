/**
 * Splits a stream of samples into parts, so that the first part plays before the others have arrived. This module
 * does no I/O.
 */

/** A part of a longer sound. All parts except the last are complete packets. */
export interface SoundPart {
  /** Mono samples. The first `lead` packets are not played; they only give the encoder its context. */
  samples: Int16Array;
  lead: number;
  isLast: boolean;
}

const PACKETS_PER_SECOND = 50;
/** Seconds of the first part, for which a listener waits. */
const FIRST_SECONDS = 0.3;
/** Minimum seconds of a later part, which contains all sound that has arrived. */
const LATER_SECONDS = 0.4;
/** Number of packets before a part that are encoded a second time, so that the joint is inaudible. */
const LEAD_PACKETS = 3;
/** Level of audible sound, about -42 dB of full scale. */
const AUDIBLE_LEVEL = 256;
const LEADING_SECONDS = 0.02;
const TRAILING_SECONDS = 0.24;

/**
 * Yields the parts of a sound, or one part if `whole` is true. `bytes` are 16-bit little-endian mono samples and
 * may be split anywhere. Of the silence, 20 ms before the sound and 240 ms after it are kept. The last part is
 * never empty; a sound without samples has no parts.
 */
export async function* soundParts(
  bytes: AsyncIterable<Uint8Array>,
  sampleRate: number,
  whole = false,
): AsyncGenerator<SoundPart, void, undefined> {
  const packetSamples = sampleRate / PACKETS_PER_SECOND;
  const roundToPackets = (samples: number): number => Math.floor(samples / packetSamples) * packetSamples;
  const trailingSamples = TRAILING_SECONDS * sampleRate;
  const buffer = new SampleBuffer();
  let remainder: Uint8Array = new Uint8Array(0);
  let hasBegun = false;
  /** Index in `buffer` at which the next part starts; earlier samples were already returned. */
  let start = 0;
  /** Index in `buffer` after the last sample that is not silence. */
  let audibleEnd = 0;
  let minSamples = roundToPackets(FIRST_SECONDS * sampleRate);
  let maxSamples = minSamples;

  const createPart = (to: number, isLast: boolean): SoundPart => {
    const lead = Math.min(LEAD_PACKETS, Math.floor(start / packetSamples));
    const nextPart = { samples: buffer.copy(start - lead * packetSamples, to), lead, isLast };
    const from = Math.max(0, to - LEAD_PACKETS * packetSamples);
    buffer.drop(from);
    start = to - from;
    audibleEnd -= from;
    return nextPart;
  };

  for await (const chunk of bytes) {
    const joinedBytes = remainder.length > 0 ? Buffer.concat([remainder, chunk]) : chunk;
    remainder = joinedBytes.slice(joinedBytes.length & ~1);
    const previousLength = buffer.length;
    buffer.append(joinedBytes);
    const last = buffer.lastAudible(previousLength);
    if (last >= 0) audibleEnd = last + 1;
    if (!hasBegun) {
      const firstAudible = buffer.firstAudible(previousLength);
      if (firstAudible < 0) continue;
      hasBegun = true;
      const from = Math.max(0, firstAudible - LEADING_SECONDS * sampleRate);
      buffer.drop(from);
      audibleEnd -= from;
    }
    while (!whole) {
      // Silence may be the end of the sound, and some samples must remain for the last part.
      const readySamples = roundToPackets(
        Math.min(buffer.length - packetSamples, audibleEnd + trailingSamples) - start,
      );
      if (readySamples < minSamples) break;
      const length = Math.min(readySamples, maxSamples);
      minSamples = roundToPackets(LATER_SECONDS * sampleRate);
      maxSamples = Infinity;
      yield createPart(start + length, false);
    }
  }
  if (buffer.length > start)
    yield createPart(
      hasBegun
        ? Math.min(buffer.length, Math.max(start + packetSamples, audibleEnd + trailingSamples))
        : buffer.length,
      true,
    );
}

/**
 * Samples that have arrived and were not returned yet. The buffer doubles when it is full, because a server may send
 * single bytes.
 */
class SampleBuffer {
  #buffer = new Int16Array(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Appends 16-bit little-endian samples; an odd byte at the end is ignored. */
  append(bytes: Uint8Array): void {
    const newSamples = bytes.length >> 1;
    if (this.#length + newSamples > this.#buffer.length) {
      const largerBuffer = new Int16Array(Math.max(2 * this.#buffer.length, this.#length + newSamples));
      largerBuffer.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = largerBuffer;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let i = 0; i < newSamples; i += 1) this.#buffer[this.#length + i] = view.getInt16(i * 2, true);
    this.#length += newSamples;
  }

  copy(from: number, to: number): Int16Array {
    return this.#buffer.slice(Math.max(0, from), Math.min(to, this.#length));
  }

  /** Removes the first `count` samples. */
  drop(count: number): void {
    this.#buffer.copyWithin(0, count, this.#length);
    this.#length -= count;
  }

  /** Returns the index of the first sample from `from` on that is not silence; -1 if all are silent. */
  firstAudible(from: number): number {
    const at = this.#buffer.subarray(from, this.#length).findIndex(isAudible);
    return at < 0 ? -1 : from + at;
  }

  lastAudible(from: number): number {
    const at = this.#buffer.subarray(from, this.#length).findLastIndex(isAudible);
    return at < 0 ? -1 : from + at;
  }
}

function isAudible(sample: number): boolean {
  return Math.abs(sample) > AUDIBLE_LEVEL;
}
