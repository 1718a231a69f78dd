/** Reads a film whose every picture is a VP8 key frame, which is a WebP picture: no decoder of films is needed. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  MATROSKA,
  WEBM,
  type EncodedPacket,
  type InputVideoTrack,
} from 'mediabunny';
import { TRAINING_VIDEO } from '@palkit/contract/faces';
import type { Film, FilmPicture } from '@palkit/face-training/film';
import { keyFrameSize, webpOf } from '../rooms/embedded/vp8.ts';

const RATE = 25;

/** The film; null where it is another. */
export async function openKeyFrameFilm(file: string): Promise<Film | null> {
  const input = new Input({ formats: [WEBM, MATROSKA], source: new FilePathSource(file) });
  try {
    const track = (await input.canRead()) ? await input.getPrimaryVideoTrack() : null;
    const film = track && (await filmOf(track, input));
    if (film) return film;
  } catch {
    // A parser that fails says the same as one that finds nothing: the film is none of these.
  }
  input.dispose();
  return null;
}

async function filmOf(track: InputVideoTrack, input: Input): Promise<Film | null> {
  const [codec, seconds] = [await track.getCodec(), await track.computeDuration()];
  if (codec !== 'vp8' || !(seconds <= TRAINING_VIDEO.mostSeconds)) return null;
  const sink = new EncodedPacketSink(track);
  let size: { width: number; height: number } | null = null;
  for await (const packet of sink.packets()) {
    const own = keyFrameSize(packet.data);
    if (!own || (size && (own.width !== size.width || own.height !== size.height))) return null;
    size = own;
  }
  if (!size || Math.max(size.width, size.height) > TRAINING_VIDEO.mostPixels) return null;
  return {
    ...size,
    seconds,
    pictures: (options) => pictures(sink, seconds, options),
    sound: () => null,
    close: () => Promise.resolve(input.dispose()),
  };
}

async function* pictures(
  sink: EncodedPacketSink,
  seconds: number,
  { from = 0, to = Infinity, signal }: Parameters<Film['pictures']>[0],
): AsyncGenerator<FilmPicture> {
  const end = Math.min(to, Math.floor(seconds * RATE + 1e-6));
  let before = null as { packet: EncodedPacket; rgb: Uint8Array } | null;
  for (let index = from; index < end; index++) {
    signal.throwIfAborted();
    const packet: EncodedPacket | undefined = (await sink.getPacket(index / RATE + 1e-3)) ?? before?.packet;
    if (!packet) return;
    const { width, height } = keyFrameSize(packet.data)!;
    const isSame = before?.packet.timestamp === packet.timestamp;
    const rgb: Uint8Array = isSame ? before!.rgb : await decode(packet.data);
    before = { packet, rgb };
    yield { index, width, height, rgb };
  }
}

async function decode(frame: Uint8Array): Promise<Uint8Array> {
  const image = await loadImage(Buffer.from(webpOf(frame)));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const rgb = new Uint8Array(image.width * image.height * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    rgb[to] = data[from]!;
    rgb[to + 1] = data[from + 1]!;
    rgb[to + 2] = data[from + 2]!;
  }
  return rgb;
}
