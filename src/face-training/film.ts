/**
 * An opened film. Implementations decode with a program or with WebAssembly. The training uses only this interface,
 * so that it can be tested with pictures that were never encoded.
 */
export interface Film {
  /** Pixels of the picture as displayed, after rotation and pixel aspect ratio. */
  readonly width: number;
  readonly height: number;
  /** Duration in seconds. */
  readonly seconds: number;
  /**
   * The pictures in order, 25 per second; each call starts a new pass. A picture is valid until the next one
   * is requested.
   *
   * @param options `from` and `to` in frames (0 and the end by default), `minSide` the smallest side in
   * pixels that is needed (the picture may be delivered smaller than it was filmed, never larger)
   * @throws FilmError if the film is damaged
   */
  pictures(options: {
    from?: number;
    to?: number;
    minSide?: number;
    signal: AbortSignal;
  }): AsyncIterable<FilmPicture>;
  /** Yields mono sound at 16 kHz in chunks from the beginning; null if there is no sound track. */
  sound(signal: AbortSignal): AsyncIterable<Float32Array> | null;
  close(): Promise<void>;
}

export interface FilmPicture {
  /** Index of the frame, at 25 per second, starting with 0. */
  readonly index: number;
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel (red, green, blue) without padding. */
  readonly rgb: Uint8Array;
}
