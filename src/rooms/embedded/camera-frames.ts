/**
 * Extracts complete frames of a visitor's camera or shared screen from RTP packets (RFC 7741) without decoding them.
 * Pure.
 */
import { descriptor, MAX_FRAME_BYTES } from './key-frames.ts';
import { payloadOf, timestampOf } from './rtp.ts';
import { keyFrameSize } from './vp8.ts';

/** Milliseconds without a frame after which the camera was off, so that the next frame must be a key frame. */
const PAUSE_MS = 1500;
/**
 * Maximum milliseconds between two key frames, so that viewers can seek in the film; and milliseconds until an
 * unanswered request for one is repeated.
 */
const KEY_FRAME_EVERY_MS = 10_000;
const REQUEST_AGAIN_MS = 1000;

export interface CameraFrame {
  bytes: Uint8Array;
  /** RTP timestamp in ticks of 90 kHz. */
  timestamp: number;
}

export class CameraFrames {
  #parts: Uint8Array[] = [];
  #bytes = 0;
  #timestamp = 0;
  /** The RTP sender's SSRC. */
  #source: number | null = null;
  /** The next expected sequence number; null before the first packet. */
  #next: number | null = null;
  /** True if the current frame is complete so far. */
  #isWhole = false;
  /** True if all frames that the next frame depends on have arrived. */
  #isIntact = false;
  #frameAt = -Infinity;
  #keyAt = -Infinity;
  #askedAt = -Infinity;

  /**
   * Returns a frame if this packet completes it. A frame with a gap is dropped together with all that depend on it,
   * until the next key frame. `now` is in milliseconds. A packet has at least 12 bytes.
   */
  push(packet: Uint8Array, now: number): CameraFrame | null {
    if (!this.#advance(packet)) return null;
    const payload = payloadOf(packet);
    // Skip a packet with only padding, which browsers send to probe the bandwidth.
    if (!payload) return null;
    const head = descriptor(payload);
    if (!head) return null;
    const part = payload.subarray(head.length);
    if (head.begins && (!this.#isWhole || timestampOf(packet) !== this.#timestamp)) {
      // The end of the previous frame was lost, so frames that depend on it cannot be decoded.
      if (this.#isWhole && this.#parts.length > 0) this.#isIntact = false;
      this.#parts = [];
      this.#bytes = 0;
      this.#timestamp = timestampOf(packet);
      this.#isWhole = true;
    }
    if (!this.#isWhole) return null;
    this.#bytes += part.length;
    if (timestampOf(packet) !== this.#timestamp || this.#bytes > MAX_FRAME_BYTES) {
      this.#isWhole = this.#isIntact = false;
      this.#parts = [];
      return null;
    }
    this.#parts.push(part.slice());
    if (!(packet[1]! & 0x80)) return null;
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#isWhole = false;
    return this.#completeFrame(bytes, now);
  }

  /** Processes a packet's sequence number and detects gaps; returns false if the packet is too late. */
  #advance(packet: Uint8Array): boolean {
    const source = ((packet[8]! << 24) | (packet[9]! << 16) | (packet[10]! << 8) | packet[11]!) >>> 0;
    if (source !== this.#source) {
      this.#source = source;
      this.#next = null;
      this.#isWhole = this.#isIntact = false;
    }
    const sequence = (packet[2]! << 8) | packet[3]!;
    const gap = this.#next !== null && sequence !== this.#next;
    if (gap && ((this.#next! - sequence) & 0xffff) < 0x8000) return false;
    this.#next = (sequence + 1) & 0xffff;
    if (gap) this.#isWhole = this.#isIntact = false;
    return true;
  }

  /** True if a key frame should be requested now. */
  wantsKey(now: number): boolean {
    if ((this.#isIntact && now - this.#keyAt < KEY_FRAME_EVERY_MS) || now - this.#askedAt < REQUEST_AGAIN_MS)
      return false;
    this.#askedAt = now;
    return true;
  }

  #completeFrame(bytes: Uint8Array, now: number): CameraFrame | null {
    const key = keyFrameSize(bytes) !== null;
    if (now - this.#frameAt > PAUSE_MS) this.#isIntact = false;
    this.#frameAt = now;
    if (key) {
      this.#isIntact = true;
      this.#keyAt = now;
    }
    return this.#isIntact ? { bytes, timestamp: this.#timestamp } : null;
  }
}
