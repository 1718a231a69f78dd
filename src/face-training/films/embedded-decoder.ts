/** A decoder for VP8 or VP9 in WebAssembly. It returns all pictures in the same size as red, green and blue. */
import { FilmError } from './film-error.ts';

/** The part of the library that is used here. Its own types are global and cover all of FFmpeg. */
interface Frame {
  data: Uint8Array;
}
interface Packet {
  data: Uint8Array;
  pts: number;
  ptshi: number;
}
interface LibAV {
  readonly AV_PIX_FMT_RGB24: number;
  ff_init_decoder(name: string): Promise<[codec: number, context: number, packet: number, frame: number]>;
  ff_free_decoder(context: number, packet: number, frame: number): Promise<void>;
  ff_decode_multi(
    context: number,
    packet: number,
    frame: number,
    packets: Packet[],
    options: { copyoutFrame: 'ptr' },
  ): Promise<number[]>;
  ff_copyout_frame_video_packed(frame: number): Promise<Frame>;
  av_frame_alloc(): Promise<number>;
  av_frame_free_js(frame: number): Promise<void>;
  AVFrame_width(frame: number): Promise<number>;
  AVFrame_height(frame: number): Promise<number>;
  AVFrame_format(frame: number): Promise<number>;
  AVFrame_width_s(frame: number, value: number): Promise<void>;
  AVFrame_height_s(frame: number, value: number): Promise<void>;
  AVFrame_format_s(frame: number, value: number): Promise<void>;
  sws_getContext(...numbers: number[]): Promise<number>;
  sws_scale_frame(context: number, to: number, from: number): Promise<number>;
  sws_freeContext(context: number): Promise<void>;
  av_log_set_level(level: number): Promise<void>;
  terminate(): void;
}
interface Library {
  LibAV(options: { noworker: boolean; nothreads: boolean }): Promise<LibAV>;
}

const DECODERS = { vp8: 'libvpx', vp9: 'libvpx-vp9' } as const;
/** Averages areas, which is as sharp as bicubic scaling when reducing and takes half the time. */
const SWS_AREA = 32;
const LOG_QUIET = -8;
/** Maximum number of pixels of a frame according to the frame's header, which may differ from the container. */
const MAX_PIXELS = 4096 * 4096;
/** Maximum number of consecutive damaged pictures in a film. Up to this number, the next key frame repairs them. */
const MAX_DAMAGED_PICTURES = 50;

export interface PictureDecoder {
  /**
   * Returns the picture of a packet, valid until the next call; null if the packet has none or `isShown` is
   * false.
   */
  decode(packet: Uint8Array, options: { isShown: boolean }): Promise<Uint8Array | null>;
  close(): void;
}

export async function openDecoder(
  codec: 'vp8' | 'vp9',
  size: { width: number; height: number },
): Promise<PictureDecoder> {
  // The name is in a variable, so that bundlers do not include the library in Palkit's files (docs/dependencies.md).
  const name = '@libav.js/variant-webm-vp9';
  const library = ((await import(name)) as { default: Library }).default;
  const libav = await library.LibAV({ noworker: true, nothreads: true });
  // Silence the library, which would otherwise write its messages to the service's standard error.
  await libav.av_log_set_level(LOG_QUIET);
  const [, context, packet, frame] = await libav.ff_init_decoder(DECODERS[codec]);
  const output = new Scaler(libav, size);
  let damagedCount = 0;
  let isClosed = false;
  return {
    async decode(data, { isShown }) {
      const pixels = codec === 'vp8' ? pixelsOfVp8(data) : pixelsOfVp9(data);
      if (pixels !== null && pixels > MAX_PIXELS) throw new FilmError('film_too_large');
      let frames: number[];
      try {
        frames = await libav.ff_decode_multi(context, packet, frame, [{ data, pts: 0, ptshi: 0 }], {
          copyoutFrame: 'ptr',
        });
      } catch (error) {
        if (++damagedCount > MAX_DAMAGED_PICTURES)
          throw new FilmError('film_damaged', undefined, { cause: error });
        return null;
      }
      damagedCount = 0;
      let picture: Uint8Array | null = null;
      for (const decodedFrame of frames) {
        if (isShown) picture = await output.scale(decodedFrame);
        await libav.av_frame_free_js(decodedFrame);
      }
      return picture;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      // This also releases all memory of the library.
      libav.terminate();
    },
  };
}

/** Scales frames to the same size, even if their sizes change. */
class Scaler {
  readonly #libav: LibAV;
  readonly #size: { width: number; height: number };
  #context = 0;
  #source = '';

  constructor(libav: LibAV, size: { width: number; height: number }) {
    this.#libav = libav;
    this.#size = size;
  }

  async scale(frame: number): Promise<Uint8Array> {
    const libav = this.#libav;
    const { width, height } = this.#size;
    const from = [
      await libav.AVFrame_width(frame),
      await libav.AVFrame_height(frame),
      await libav.AVFrame_format(frame),
    ];
    if (from.join() !== this.#source) {
      if (this.#context) await libav.sws_freeContext(this.#context);
      this.#source = from.join();
      this.#context = await libav.sws_getContext(
        ...from,
        ...[width, height, libav.AV_PIX_FMT_RGB24, SWS_AREA, 0, 0, 0],
      );
      if (!this.#context) throw new FilmError('film_damaged');
    }
    const to = await libav.av_frame_alloc();
    try {
      await libav.AVFrame_width_s(to, width);
      await libav.AVFrame_height_s(to, height);
      await libav.AVFrame_format_s(to, libav.AV_PIX_FMT_RGB24);
      if ((await libav.sws_scale_frame(this.#context, to, frame)) < 0) throw new FilmError('film_damaged');
      return (await libav.ff_copyout_frame_video_packed(to)).data;
    } finally {
      await libav.av_frame_free_js(to);
    }
  }
}

/** Returns the number of pixels according to RFC 6386 §9.1; null for a frame without a size. */
export function pixelsOfVp8(data: Uint8Array): number | null {
  const isKey = data.length >= 10 && (data[0]! & 1) === 0;
  if (!isKey || data[3] !== 0x9d || data[4] !== 0x01 || data[5] !== 0x2a) return null;
  return ((data[6]! | (data[7]! << 8)) & 0x3fff) * ((data[8]! | (data[9]! << 8)) & 0x3fff);
}

/**
 * Returns the number of pixels according to the uncompressed header of a VP9 key frame (VP9 specification,
 * 6.2); null for a frame without a size.
 */
export function pixelsOfVp9(data: Uint8Array): number | null {
  let bitOffset = 0;
  const bits = (count: number): number => {
    let value = 0;
    for (let remainingCount = count; remainingCount > 0; remainingCount--, bitOffset++)
      value = value * 2 + (((data[bitOffset >> 3] ?? 0) >> (7 - (bitOffset & 7))) & 1);
    return value;
  };
  if (bits(2) !== 2) return null;
  const profile = bits(1) + 2 * bits(1);
  if (profile === 3) bits(1);
  // A frame that shows an existing one, or that is not a key frame, states no size.
  if (bits(1) === 1 || bits(1) === 1) return null;
  bits(2);
  if (bits(24) !== 0x498342) return null;
  if (profile >= 2) bits(1);
  const SRGB = 7;
  const isSrgb = bits(3) === SRGB;
  if (!isSrgb) bits(profile % 2 === 1 ? 4 : 1);
  else if (profile % 2 === 1) bits(1);
  return (bits(16) + 1) * (bits(16) + 1);
}
