/** Reads films with VP8 or VP9 and Opus with WebAssembly libraries, on a machine without ffmpeg. */
import { Decoder } from '@evan/opus';
import { EncodedPacketSink, type EncodedPacket } from 'mediabunny';
import type { Film, FilmPicture } from '../film.ts';
import { deliveredSize, pictureCount, RATE, readOrRefuse, type Container } from './container.ts';
import { openDecoder, type PictureDecoder } from './embedded-decoder.ts';
import { FilmError } from './film-error.ts';

const SOUND_RATE = 16_000;
/** Maximum seconds without pictures at the end of a film; a film that lacks more counts as damaged. */
const MAX_MISSING_SECONDS = 1;

export async function embeddedFilm(container: Container, codec: 'vp8' | 'vp9'): Promise<Film> {
  const { seconds, audio } = container;
  const openDecoders = new Set<{ close(): void }>();
  const hasOpus = audio !== null && (await readOrRefuse(() => audio.getCodec())) === 'opus';
  return {
    width: container.width,
    height: container.height,
    seconds,
    pictures: (options) => pictures(container, codec, options, openDecoders),
    sound: (signal) => (hasOpus ? sound(container, signal) : null),
    async close() {
      for (const decoder of openDecoders) decoder.close();
      container.close();
    },
  };
}

async function* pictures(
  container: Container,
  codec: 'vp8' | 'vp9',
  { from = 0, to, minSide, signal }: Parameters<Film['pictures']>[0],
  open: Set<{ close(): void }>,
): AsyncGenerator<FilmPicture> {
  const end = Math.min(to ?? Infinity, pictureCount(container.seconds));
  if (from >= end) return;
  const size = deliveredSize(container, minSide);
  const isTurned = container.rotation % 180 !== 0;
  const decoder = await openDecoder(codec, {
    width: isTurned ? size.height : size.width,
    height: isTurned ? size.width : size.height,
  });
  open.add(decoder);
  try {
    yield* picturesAtRate(decodePackets(container, decoder, from, signal), container, {
      from,
      end,
      delivered: size,
    });
  } finally {
    open.delete(decoder);
    decoder.close();
  }
}

interface DecodedPicture {
  /** Index of the first frame that shows the picture, at 25 per second. */
  index: number;
  rgb: Uint8Array;
}

/** Yields the decoded pictures, starting with the key frame before `from`. */
async function* decodePackets(
  { video }: Container,
  decoder: PictureDecoder,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<DecodedPicture> {
  const sink = new EncodedPacketSink(video);
  const firstPacket = await readOrRefuse(() => sink.getFirstPacket());
  if (!firstPacket) throw new FilmError('film_damaged', 'No frame of the film can be decoded.');
  const startPacket =
    (await readOrRefuse(() => sink.getKeyPacket(firstPacket.timestamp + from / RATE))) ?? firstPacket;
  const packets = sink.packets(startPacket)[Symbol.asyncIterator]();
  const read = () => readOrRefuse(() => packets.next());
  // Round like ffmpeg, which shows a picture in the nearest frame.
  const indexOf = ({ timestamp }: EncodedPacket) => Math.round((timestamp - firstPacket.timestamp) * RATE);
  for (let packet = await read(); !packet.done;) {
    signal.throwIfAborted();
    const next = await read();
    const index = indexOf(packet.value);
    // Skip this picture if a later one replaces it before any frame shows it.
    const isShown = next.done || indexOf(next.value) > Math.max(index, from);
    const rgb = await decoder.decode(packet.value.data, { isShown });
    if (rgb) yield { index, rgb };
    packet = next;
  }
}

/** Yields 25 pictures per second; each is repeated until the next one. */
async function* picturesAtRate(
  source: AsyncIterable<DecodedPicture>,
  { rotation, seconds }: Container,
  { from, end, delivered }: { from: number; end: number; delivered: { width: number; height: number } },
): AsyncGenerator<FilmPicture> {
  const { width, height } = delivered;
  const rotatedRgb = new Uint8Array(rotation === 0 ? 0 : width * height * 3);
  const picture = (index: number, rgb: Uint8Array): FilmPicture => ({
    index,
    width,
    height,
    rgb: rotation === 0 ? rgb : rotatePicture(rgb, rotatedRgb, width, height, rotation),
  });
  let index = from;
  let lastPicture: Uint8Array | null = null;
  for await (const next of source) {
    if (lastPicture) for (; index < Math.min(next.index, end); index++) yield picture(index, lastPicture);
    if (index >= end) return;
    // The decoder writes its next picture to the same memory, so copy it.
    if (lastPicture && lastPicture !== next.rgb) lastPicture.set(next.rgb);
    else lastPicture = Uint8Array.from(next.rgb);
  }
  if (!lastPicture) throw new FilmError('film_damaged', 'No frame of the film can be decoded.');
  if (
    end - index > MAX_MISSING_SECONDS * RATE &&
    index < Math.round(seconds * RATE) - MAX_MISSING_SECONDS * RATE
  )
    throw new FilmError('film_damaged', 'The video track ends before the film does.');
  for (; index < end; index++) yield picture(index, lastPicture);
}

/**
 * Yields the sound. Damaged packets are replaced by silence, because the words around them may still be
 * recognised.
 */
async function* sound(container: Container, signal: AbortSignal): AsyncGenerator<Float32Array> {
  const decoder = new Decoder({ channels: 1, sample_rate: SOUND_RATE });
  const packets = new EncodedPacketSink(container.audio!).packets()[Symbol.asyncIterator]();
  let remainingSamples = Math.ceil(container.seconds + 1) * SOUND_RATE;
  while (remainingSamples > 0) {
    signal.throwIfAborted();
    const next = await readOrRefuse(() => packets.next());
    if (next.done) return;
    const samples = samplesOf(decoder, next.value.data).subarray(0, remainingSamples);
    remainingSamples -= samples.length;
    if (samples.length > 0) yield samples;
  }
}

function samplesOf(decoder: Decoder, packet: Uint8Array): Float32Array {
  try {
    const bytes = decoder.decode(packet);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return Float32Array.from(
      { length: bytes.byteLength >> 1 },
      (_, index) => view.getInt16(index * 2, true) / 32_768,
    );
  } catch {
    return new Float32Array(SOUND_RATE / 50);
  }
}

/** Rotates a picture clockwise into `to`, which has the rotated size. */
function rotatePicture(
  from: Uint8Array,
  to: Uint8Array,
  width: number,
  height: number,
  rotation: 90 | 180 | 270,
): Uint8Array {
  const rowLength = rotation === 180 ? width : height;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const [row, column] =
        rotation === 180
          ? [height - 1 - y, width - 1 - x]
          : rotation === 90
            ? [width - 1 - x, y]
            : [x, height - 1 - y];
      const source = (row * rowLength + column) * 3;
      to[at] = from[source]!;
      to[at + 1] = from[source + 1]!;
      to[at + 2] = from[source + 2]!;
    }
  }
  return to;
}
