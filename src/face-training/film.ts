/**
 * A film that was opened for reading. Implementations decode by a program or by WebAssembly; the training reads
 * through this port alone, so that it can be tested with pictures that were never encoded.
 */
export interface Film {
  /** Pixels of the picture as shown: rotation and pixel aspect are applied. */
  readonly width: number;
  readonly height: number;
  /** Seconds. */
  readonly seconds: number;
  /**
   * The pictures, 25 a second, in order; each call begins a new pass. A picture belongs to its reader until the next
   * is asked for.
   *
   * @param options `from` and `to` in frames (0 and the end by default), `minSide` the smallest side in pixels that is
   *   needed (the picture may be delivered smaller than it was filmed, never larger)
   * @throws FilmError where the film is damaged
   */
  pictures(options: {
    from?: number;
    to?: number;
    minSide?: number;
    signal: AbortSignal;
  }): AsyncIterable<FilmPicture>;
  /** Mono sound of 16 kHz in pieces, from the beginning; null without a sound track. */
  sound(signal: AbortSignal): AsyncIterable<Float32Array> | null;
  close(): Promise<void>;
}

export interface FilmPicture {
  /** The number of the frame, 25 a second, from 0. */
  readonly index: number;
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel, red, green, blue, without padding. */
  readonly rgb: Uint8Array;
}
