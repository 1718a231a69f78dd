/** Takes pictures of a visitor's camera at intervals: requests a key frame when one is due, and converts it to WebP. */
import { KeyFrames, pictureLoss } from './key-frames.ts';
import { webpOf } from './vp8.ts';

/** Milliseconds between two pictures, and until an unanswered request for a key frame is repeated. */
const PICTURE_EVERY_MS = 5000;
const REQUEST_AGAIN_MS = 2000;

export class Watcher {
  readonly #frames = new KeyFrames();
  readonly #ssrc: number;
  readonly #send: (packet: Buffer) => void;
  readonly #onPicture: (webp: Uint8Array) => void;
  #dueAt = 0;
  #askedAt = -Infinity;

  /** `ssrc` is the room's, which its requests for key frames contain as the sender. */
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
      this.#dueAt = now + PICTURE_EVERY_MS;
      this.#askedAt = -Infinity;
      this.#onPicture(webpOf(frame));
    } else if (now - this.#askedAt > REQUEST_AGAIN_MS) {
      this.#askedAt = now;
      this.#send(pictureLoss(this.#ssrc, packet.readUInt32BE(8)));
    }
  }
}
