/**
 * Chooses between the two picture sizes of a face for a call: initially small, and large if the browser can show it
 * and its receiver reports (RFC 3550 §6.4) indicate sufficient bandwidth. Each picture of a drawn face is a key
 * frame, so the size can change at any time. Independent of the network code.
 */
import { existsSync } from 'node:fs';
import type { DrawnFace, FaceFile } from './face-file.ts';
import { isRtcp } from './rtp.ts';

/** Consecutive reports without loss, about one per second, before pictures become large. */
const GOOD_REPORTS = 2;
/** Lost packets (of 256) above which pictures become small again. */
const MAX_LOST_PACKETS = 10;
/** Number of failed attempts after which a call keeps small pictures. */
const MAX_TRIES = 2;
const RECEIVER_REPORT = 201;
/** Side of a VP8 macroblock in pixels. */
const BLOCK = 16;

/** Returns the path of a drawn face's larger pictures, beside its file; null if there are none. */
export function largeFile(path: string): string | null {
  const large = path.replace(/(\.face)?$/, '.large.face');
  return existsSync(large) ? large : null;
}

/** True if a receiver that accepts this many macroblocks per picture (RFC 7741 §6.1, `max-fs`) can show a face. */
export const fits = (face: FaceFile, blocks: number): boolean =>
  Math.ceil(face.width / BLOCK) * Math.ceil(face.height / BLOCK) <= blocks;

/** Limits how many calls use large pictures at the same time, because they need nearly twice the bandwidth. */
export class LargePictureSlots {
  readonly #maximum: number;
  readonly #holders = new Set<object>();

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  take(who: object): boolean {
    if (this.#holders.size < this.#maximum) this.#holders.add(who);
    return this.#holders.has(who);
  }

  leave(who: object): void {
    this.#holders.delete(who);
  }
}

export class Pictures {
  readonly #small: DrawnFace;
  readonly #large: DrawnFace | null;
  readonly #places: LargePictureSlots;
  #good = 0;
  #tries = 0;
  #current: DrawnFace;

  /** `large` has the same poses in a larger size; null if they are not used or do not exist. */
  constructor(small: DrawnFace, large: FaceFile | null, places: LargePictureSlots) {
    this.#current = this.#small = small;
    this.#large = large?.kind === 'drawn' && large.poses === small.poses ? large : null;
    this.#places = places;
  }

  /** Returns the index of a picture, which is the same in both sizes. */
  place(pose: number, mouth: number, toward: number | null = null): number {
    return this.#small.place(pose, mouth, toward);
  }

  /** Returns a VP8 key frame. */
  picture(place: number): Uint8Array {
    return this.#current.picture(place)!;
  }

  /** Handles an RTCP packet in which the browser reports about its reception of `ssrc`. */
  takeReport(packet: Uint8Array, ssrc: number): void {
    const lossRate = this.#large ? lostFraction(packet, ssrc) : null;
    if (lossRate === null) return;
    this.#good = lossRate === 0 ? this.#good + 1 : 0;
    if (this.#current === this.#large) {
      if (lossRate <= MAX_LOST_PACKETS) return;
      this.#tries++;
      this.close();
    } else if (this.#good >= GOOD_REPORTS && this.#tries < MAX_TRIES && this.#places.take(this))
      this.#current = this.#large!;
  }

  /** Returns to small pictures and releases the slot for large ones. */
  close(): void {
    this.#current = this.#small;
    this.#good = 0;
    this.#places.leave(this);
  }
}

/**
 * Returns the fraction of a source's packets that were lost since the last report, in 1/256; null if the
 * packet does not contain it.
 */
export function lostFraction(packet: Uint8Array, ssrc: number): number | null {
  if (!isRtcp(packet)) return null;
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
  // A packet may contain several reports, each with its length in 32-bit words minus one.
  for (let at = 0; at + 8 <= view.byteLength; at += (view.getUint16(at + 2) + 1) * 4) {
    // In a sender report the counters of the sender precede the report blocks.
    const type = view.getUint8(at + 1);
    const first = at + (type === RECEIVER_REPORT ? 8 : 28);
    if (type !== RECEIVER_REPORT && type !== RECEIVER_REPORT - 1) continue;
    for (let block = 0; block < (view.getUint8(at) & 31); block++) {
      const place = first + block * 24;
      if (place + 24 > view.byteLength) return null;
      if (view.getUint32(place) === ssrc) return view.getUint8(place + 4);
    }
  }
  return null;
}
