/** Converts a picture of a film to a file. */
import { createCanvas, ImageData } from '@napi-rs/canvas';
import type { FilmPicture } from '../film.ts';

const QUALITY = 80;

/** Returns the picture as WebP. */
export function stillOf({ width, height, rgb }: FilmPicture): Uint8Array {
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4)
    rgba.set(rgb.subarray(from, from + 3), to);
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(rgba, width, height), 0, 0);
  return canvas.encodeSync('webp', QUALITY);
}
