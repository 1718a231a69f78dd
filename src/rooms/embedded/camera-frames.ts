/**
 * Extracts complete frames of a visitor's camera or shared screen from RTP packets (RFC 7741) without
 * decoding them.
 */
import { descriptor, MAX_FRAME_BYTES } from './key-frames.ts';
import { payloadOf, timestampOf } from './rtp.ts';
import { keyFrameSize } from './vp8.ts';

/**
 * Milliseconds without a frame after which the camera counts as switched off, so the next frame must be a key
 * frame.
 */
const PAUSE_MS = 1500;
/** Maximum milliseconds between two key frames, so that viewers can seek in the recording. */
const KEY_FRAME_INTERVAL_MS = 10_000;
/** Milliseconds after which an unanswered request for a key frame is repeated. */
const REQUEST_INTERVAL_MS = 1000;

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
  #nextSequence: number | null = null;
  /** True if the current frame is complete so far. */
  #isComplete = false;
  /** True if all frames that the next frame depends on have arrived. */
  #isIntact = false;
  #lastFrameAt = -Infinity;
  #lastKeyFrameAt = -Infinity;
  #lastRequestAt = -Infinity;

  /**
   * Returns the frame that this packet completes; null if it completes none. After a gap, all frames until the
   * next key frame are dropped, because they depend on the incomplete one. `now` is in milliseconds. `packet` has
   * at least 12 bytes.
   */
  push(packet: Uint8Array, now: number): CameraFrame | null {
    if (!this.#advance(packet)) return null;
    const payload = payloadOf(packet);
    // Skip a packet with only padding, which browsers send to probe the bandwidth.
    if (!payload) return null;
    const payloadDescriptor = descriptor(payload);
    if (!payloadDescriptor) return null;
    const part = payload.subarray(payloadDescriptor.length);
    if (payloadDescriptor.begins && (!this.#isComplete || timestampOf(packet) !== this.#timestamp)) {
      // The end of the previous frame was lost, so frames that depend on that frame cannot be decoded.
      if (this.#isComplete && this.#parts.length > 0) this.#isIntact = false;
      this.#parts = [];
      this.#bytes = 0;
      this.#timestamp = timestampOf(packet);
      this.#isComplete = true;
    }
    if (!this.#isComplete) return null;
    this.#bytes += part.length;
    if (timestampOf(packet) !== this.#timestamp || this.#bytes > MAX_FRAME_BYTES) {
      this.#isComplete = this.#isIntact = false;
      this.#parts = [];
      return null;
    }
    this.#parts.push(part.slice());
    if (!(packet[1]! & 0x80)) return null;
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#isComplete = false;
    return this.#completeFrame(bytes, now);
  }

  /** Processes a packet's sequence number and detects gaps; returns false if the packet is too late. */
  #advance(packet: Uint8Array): boolean {
    const source = ((packet[8]! << 24) | (packet[9]! << 16) | (packet[10]! << 8) | packet[11]!) >>> 0;
    if (source !== this.#source) {
      this.#source = source;
      this.#nextSequence = null;
      this.#isComplete = this.#isIntact = false;
    }
    const sequence = (packet[2]! << 8) | packet[3]!;
    const hasGap = this.#nextSequence !== null && sequence !== this.#nextSequence;
    if (hasGap && ((this.#nextSequence! - sequence) & 0xffff) < 0x8000) return false;
    this.#nextSequence = (sequence + 1) & 0xffff;
    if (hasGap) this.#isComplete = this.#isIntact = false;
    return true;
  }

  /**
   * True if a key frame should be requested now. The caller must then request it, because the request counts
   * as made.
   */
  needsKeyFrame(now: number): boolean {
    if (
      (this.#isIntact && now - this.#lastKeyFrameAt < KEY_FRAME_INTERVAL_MS) ||
      now - this.#lastRequestAt < REQUEST_INTERVAL_MS
    )
      return false;
    this.#lastRequestAt = now;
    return true;
  }

  #completeFrame(bytes: Uint8Array, now: number): CameraFrame | null {
    const key = keyFrameSize(bytes) !== null;
    if (now - this.#lastFrameAt > PAUSE_MS) this.#isIntact = false;
    this.#lastFrameAt = now;
    if (key) {
      this.#isIntact = true;
      this.#lastKeyFrameAt = now;
    }
    return this.#isIntact ? { bytes, timestamp: this.#timestamp } : null;
  }
}
