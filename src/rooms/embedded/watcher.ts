/**
 * Takes pictures of a visitor's camera at intervals. It requests a key frame when a picture is due, and
 * converts the frame to WebP.
 */
import { KeyFrames, pictureLoss } from './key-frames.ts';
import { webpOf } from './vp8.ts';

/** Milliseconds between two pictures. */
const PICTURE_INTERVAL_MS = 5000;
/** Milliseconds until an unanswered request for a key frame is repeated. */
const REQUEST_INTERVAL_MS = 2000;

export class Watcher {
  readonly #frames = new KeyFrames();
  readonly #ssrc: number;
  readonly #send: (packet: Buffer) => void;
  readonly #onPicture: (webp: Uint8Array) => void;
  #dueAt = 0;
  #lastRequestAt = -Infinity;

  /** `ssrc` is the SSRC of the room, which is the sender in its requests for key frames. */
  constructor(ssrc: number, parts: { send(packet: Buffer): void; onPicture(webp: Uint8Array): void }) {
    this.#ssrc = ssrc;
    this.#send = parts.send;
    this.#onPicture = parts.onPicture;
  }

  /** Processes an RTP packet of the camera; `now` is in milliseconds. */
  push(packet: Buffer, now: number): void {
    if (now < this.#dueAt || packet.length < 12) return;
    const frame = this.#frames.push(packet);
    if (frame) {
      this.#dueAt = now + PICTURE_INTERVAL_MS;
      this.#lastRequestAt = -Infinity;
      this.#onPicture(webpOf(frame));
    } else if (now - this.#lastRequestAt > REQUEST_INTERVAL_MS) {
      this.#lastRequestAt = now;
      this.#send(pictureLoss(this.#ssrc, packet.readUInt32BE(8)));
    }
  }
}
