/** Encodes the beginning of a film as a loop of VP8 key frames, for a face with resting lips. */
import { createCanvas, ImageData, type Canvas } from '@napi-rs/canvas';
import { RATE } from './analysis.ts';
import { keyFrameOf } from './encoder.ts';
import type { Film, FilmPicture } from './film.ts';

/** Ticks per second in loops. */
const TICKS = 90_000;
const SECONDS = 20;
/** Pixels of the shorter side, and maximum pixels of the longer side. */
const SIDE = 448;
const MAX_SIDE = 896;
/** WebP qualities that are tried, and maximum bytes of a picture: 3.2 Mb/s. */
const QUALITIES = [65, 50, 35, 20];
const MAX_BYTES = 16_000;

export interface PictureLoop {
  width: number;
  height: number;
  duration: number;
  frames: { bytes: Uint8Array; time: number; key: boolean }[];
}

/** Returns the loop; null if the film has no picture. */
export async function loopOfPictures(
  film: Film,
  { signal, progress }: { signal: AbortSignal; progress: (share: number) => void },
): Promise<PictureLoop | null> {
  const scale = Math.min(
    1,
    SIDE / Math.min(film.width, film.height),
    MAX_SIDE / Math.max(film.width, film.height),
  );
  const width = Math.round(film.width * scale);
  const height = Math.round(film.height * scale);
  const to = Math.min(Math.ceil(film.seconds * RATE), SECONDS * RATE);
  const frames: PictureLoop['frames'] = [];
  let quality: number | null = null;
  for await (const picture of film.pictures({ to, minSide: Math.min(width, height), signal })) {
    signal.throwIfAborted();
    const canvas = scalePicture(picture, width, height);
    quality ??= fittingQuality(canvas);
    const bytes = keyFrameOf(canvas.encodeSync('webp', quality));
    frames.push({ bytes, time: Math.round((frames.length * TICKS) / RATE), key: true });
    progress(Math.min(1, frames.length / to));
  }
  if (frames.length === 0) return null;
  return { width, height, duration: Math.round((frames.length * TICKS) / RATE), frames };
}

function scalePicture(picture: FilmPicture, width: number, height: number): Canvas {
  const { data } = new ImageData(picture.width, picture.height);
  for (let from = 0, to = 0; from < picture.rgb.length; from += 3, to += 4) {
    data[to] = picture.rgb[from]!;
    data[to + 1] = picture.rgb[from + 1]!;
    data[to + 2] = picture.rgb[from + 2]!;
    data[to + 3] = 255;
  }
  const whole = createCanvas(picture.width, picture.height);
  whole.getContext('2d').putImageData(new ImageData(data, picture.width, picture.height), 0, 0);
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(whole, 0, 0, width, height);
  return canvas;
}

function fittingQuality(canvas: Canvas): number {
  for (const quality of QUALITIES) if (canvas.encodeSync('webp', quality).length <= MAX_BYTES) return quality;
  return QUALITIES.at(-1)!;
}
