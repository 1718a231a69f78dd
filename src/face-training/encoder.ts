/** Encodes pictures as VP8 key frames: a lossy WebP contains exactly one such frame (RFC 9649, section 2.5). */
import { createCanvas, ImageData, type Canvas } from '@napi-rs/canvas';

const CHUNKS_START = 12;
/** WebP qualities that are tried, best first. Lower ones make resting lips tremble. */
const QUALITIES = [92, 90, 88, 87, 86, 85, 84, 82, 80, 76, 72, 68, 62];
/** Maximum bytes of a picture with 512 pixels per side: 2.8 Mb/s. With 2.1 Mb/s resting lips tremble visibly. */
const MAX_BYTES = 14_000;

export class Encoder {
  readonly #size: number;
  readonly #quality: number;
  readonly #freeCanvases: Canvas[] = [];

  /** @param quality WebP quality, 0 to 100 */
  constructor(size: number, quality: number) {
    this.#size = size;
    this.#quality = quality;
  }

  /** Creates an encoder with the best quality at which this picture, and similar ones, are small enough for a call. */
  static async createFitting(rgba: Uint8ClampedArray<ArrayBuffer>, size: number): Promise<Encoder> {
    const maxBytes = MAX_BYTES * (size / 512) ** 2;
    for (const quality of QUALITIES) {
      const encoder = new Encoder(size, quality);
      if ((await encoder.encode(rgba)).length <= maxBytes) return encoder;
    }
    return new Encoder(size, QUALITIES.at(-1)!);
  }

  /**
   * Encodes a picture in another thread. The pixels are copied before the call returns, so that the caller may
   * overwrite them; each picture in progress has its own canvas.
   */
  async encode(rgba: Uint8ClampedArray<ArrayBuffer>): Promise<Uint8Array> {
    const canvas = this.#freeCanvases.pop() ?? createCanvas(this.#size, this.#size);
    canvas.getContext('2d').putImageData(new ImageData(rgba, this.#size, this.#size), 0, 0);
    const webp = await canvas.encode('webp', this.#quality);
    // This reference also keeps the canvas alive until the other thread has read it; otherwise the process crashes.
    this.#freeCanvases.push(canvas);
    return keyFrameOf(webp);
  }
}

/** Returns the VP8 key frame of a lossy WebP picture. */
export function keyFrameOf(webp: Buffer): Uint8Array {
  for (let offset = CHUNKS_START; offset + 8 <= webp.length;) {
    const size = webp.readUInt32LE(offset + 4);
    // Copy the bytes, because a view would keep the encoder's complete buffer in memory.
    if (webp.toString('latin1', offset, offset + 4) === 'VP8 ')
      return Uint8Array.from(webp.subarray(offset + 8, offset + 8 + size));
    offset += 8 + size + (size & 1);
  }
  throw new Error('The picture was not encoded as lossy WebP.');
}
