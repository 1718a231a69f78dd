/**
 * Chooses between the two picture sizes of a face for a call. Pictures are small at first. They become large
 * if the browser can show them and its receiver reports (RFC 3550 §6.4) indicate sufficient bandwidth. Each
 * picture of a drawn face is a key frame, so the size can change at any time.
 */
import { existsSync } from 'node:fs';
import type { DrawnFace, FaceFile } from './face-file.ts';
import { isRtcp } from './rtp.ts';

/** Consecutive reports without loss, about one per second, before pictures become large. */
const GOOD_REPORTS = 2;
/** Fraction of lost packets, in 1/256, above which pictures become small again. */
const MAX_LOST_PACKETS = 10;
/** Number of failed attempts after which a call keeps small pictures. */
const MAX_TRIES = 2;
const RECEIVER_REPORT = 201;
/** Side of a VP8 macroblock in pixels. */
const BLOCK_PIXELS = 16;

/** Returns the path of a drawn face's larger pictures, beside its file; null if there are none. */
export function largeFile(path: string): string | null {
  const largePath = path.replace(/(\.face)?$/, '.large.face');
  return existsSync(largePath) ? largePath : null;
}

/** True if a receiver that accepts this many macroblocks per picture (RFC 7741 §6.1, `max-fs`) can show a face. */
export const fits = (face: FaceFile, blocks: number): boolean =>
  Math.ceil(face.width / BLOCK_PIXELS) * Math.ceil(face.height / BLOCK_PIXELS) <= blocks;

/** Limits how many calls use large pictures at the same time, because they need nearly twice the bandwidth. */
export class LargePictureSlots {
  readonly #maximum: number;
  readonly #holders = new Set<object>();

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  acquire(holder: object): boolean {
    if (this.#holders.size < this.#maximum) this.#holders.add(holder);
    return this.#holders.has(holder);
  }

  release(holder: object): void {
    this.#holders.delete(holder);
  }
}

export class Pictures {
  readonly #smallFace: DrawnFace;
  readonly #largeFace: DrawnFace | null;
  readonly #slots: LargePictureSlots;
  #goodReports = 0;
  #failedTries = 0;
  #currentFace: DrawnFace;

  /** `large` is the same face with larger pictures; null if it does not exist or is not used. */
  constructor(small: DrawnFace, large: FaceFile | null, places: LargePictureSlots) {
    this.#currentFace = this.#smallFace = small;
    this.#largeFace = large?.kind === 'drawn' && large.poses === small.poses ? large : null;
    this.#slots = places;
  }

  /** Returns the index of a picture, which is the same in both sizes. */
  pictureIndex(pose: number, mouth: number, toward: number | null = null): number {
    return this.#smallFace.pictureIndex(pose, mouth, toward);
  }

  /** Returns a VP8 key frame. */
  picture(index: number): Uint8Array {
    return this.#currentFace.picture(index)!;
  }

  /** Handles an RTCP packet in which the browser reports about its reception of `ssrc`. */
  handleReport(packet: Uint8Array, ssrc: number): void {
    const lossRate = this.#largeFace ? lostFraction(packet, ssrc) : null;
    if (lossRate === null) return;
    this.#goodReports = lossRate === 0 ? this.#goodReports + 1 : 0;
    if (this.#currentFace === this.#largeFace) {
      if (lossRate <= MAX_LOST_PACKETS) return;
      this.#failedTries++;
      this.close();
    } else if (
      this.#goodReports >= GOOD_REPORTS &&
      this.#failedTries < MAX_TRIES &&
      this.#slots.acquire(this)
    )
      this.#currentFace = this.#largeFace!;
  }

  /** Returns to small pictures and releases the slot for large ones. */
  close(): void {
    this.#currentFace = this.#smallFace;
    this.#goodReports = 0;
    this.#slots.release(this);
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
  for (let index = 0; index + 8 <= view.byteLength; index += (view.getUint16(index + 2) + 1) * 4) {
    // In a sender report the counters of the sender precede the report blocks.
    const type = view.getUint8(index + 1);
    const firstBlock = index + (type === RECEIVER_REPORT ? 8 : 28);
    if (type !== RECEIVER_REPORT && type !== RECEIVER_REPORT - 1) continue;
    for (let block = 0; block < (view.getUint8(index) & 31); block++) {
      const place = firstBlock + block * 24;
      if (place + 24 > view.byteLength) return null;
      if (view.getUint32(place) === ssrc) return view.getUint8(place + 4);
    }
  }
  return null;
}
