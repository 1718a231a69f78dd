/** Small measurements of a picture, taken in the first pass so that the picture need not be stored. */
import { MOUTH_CORNERS, LOWER_LIP, UPPER_LIP } from './face-points.ts';
import type { Picture, Square } from './landmarks.ts';

/** Pixels per side of the thumbnails. */
export const THUMBNAIL = 48;

/**
 * Returns the brightness of a square of the picture; each pixel of the thumbnail is the mean of a few pixels.
 */
export function thumbnail({ width, height, rgb }: Picture, { x, y, side }: Square): Uint8Array {
  const values = new Uint8Array(THUMBNAIL * THUMBNAIL);
  const step = side / THUMBNAIL;
  for (let row = 0; row < THUMBNAIL; row++) {
    for (let column = 0; column < THUMBNAIL; column++) {
      let sum = 0;
      for (let sample = 0; sample < 4; sample++) {
        const sampleX = x - side / 2 + (column + 0.25 + (sample & 1) * 0.5) * step;
        const sampleY = y - side / 2 + (row + 0.25 + (sample >> 1) * 0.5) * step;
        sum += brightness(rgb, clamp(sampleY, height) * width + clamp(sampleX, width));
      }
      values[row * THUMBNAIL + column] = sum / 4;
    }
  }
  return values;
}

const clamp = (value: number, size: number) => Math.min(size - 1, Math.max(0, Math.floor(value)));
const brightness = (rgb: Uint8Array, pixel: number) =>
  0.299 * rgb[pixel * 3]! + 0.587 * rgb[pixel * 3 + 1]! + 0.114 * rgb[pixel * 3 + 2]!;

/** Returns the mean difference between two thumbnails in levels of 255. */
export function difference(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += Math.abs(one[index]! - other[index]!);
  return sum / one.length;
}

/** Returns the strength of the edges around the mouth, which is low in a blurred frame. */
export function sharpness({ width, height, rgb }: Picture, points: Float32Array): number {
  const coordinate = (point: number, axis: number) => points[point * 3 + axis]!;
  const left = Math.max(1, Math.floor(coordinate(MOUTH_CORNERS[0], 0)));
  const right = Math.min(width - 1, Math.floor(coordinate(MOUTH_CORNERS[1], 0)));
  const margin = (right - left) / 8;
  const top = Math.max(1, Math.floor(coordinate(UPPER_LIP.outer, 1) - margin));
  const bottom = Math.min(height - 1, Math.floor(coordinate(LOWER_LIP.outer, 1) + margin));
  let sum = 0;
  let count = 0;
  const green = (x: number, y: number) => rgb[(y * width + x) * 3 + 1]!;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const edge = 4 * green(x, y) - green(x - 1, y) - green(x + 1, y) - green(x, y - 1) - green(x, y + 1);
      sum += edge * edge;
      count++;
    }
  }
  return count > 0 ? Math.sqrt(sum / count) : 0;
}

/** Returns the mean brightness of the centre of the head's thumbnail. */
export function faceBrightness(thumbnail: Uint8Array): number {
  let sum = 0;
  let count = 0;
  for (let row = THUMBNAIL / 3; row < (THUMBNAIL * 2) / 3; row++)
    for (let column = THUMBNAIL / 3; column < (THUMBNAIL * 2) / 3; column++) {
      sum += thumbnail[row * THUMBNAIL + column]!;
      count++;
    }
  return sum / count;
}
