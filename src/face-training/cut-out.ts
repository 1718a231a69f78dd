/** Crops the face's square from the pictures of the film and scales it to the face's size. */
import type { SquarePicture } from './composition.ts';
import { VALUE_COUNT } from './face-points.ts';
import type { Picture, Square } from './landmarks.ts';

/** Samples per side of a pixel when a picture is reduced. */
const SAMPLES = 2;

/** @param square in pixels of a film with the width `filmWidth`; the picture may be smaller than the film */
export function cutOut(picture: Picture, square: Square, filmWidth: number, size: number): SquarePicture {
  const { width, height, rgb } = picture;
  const factor = width / filmWidth;
  const scale = (square.side * factor) / size;
  const [left, top] = [(square.x - square.side / 2) * factor, (square.y - square.side / 2) * factor];
  const samples = scale > 1.2 ? SAMPLES : 1;
  const out = new Uint8Array(size * size * 3);
  const stride = width * 3;
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      let red = 0.5;
      let green = 0.5;
      let blue = 0.5;
      for (let sample = 0; sample < samples * samples; sample++) {
        const sampleX = column + ((sample % samples) + 0.5) / samples;
        const sampleY = row + (Math.floor(sample / samples) + 0.5) / samples;
        const x = Math.min(width - 1.001, Math.max(0, left + sampleX * scale - 0.5));
        const y = Math.min(height - 1.001, Math.max(0, top + sampleY * scale - 0.5));
        const pixelX = x | 0;
        const pixelY = y | 0;
        const columnFraction = x - pixelX;
        const rowFraction = y - pixelY;
        const offset = pixelY * stride + pixelX * 3;
        const [topLeft, topRight] = [
          (1 - columnFraction) * (1 - rowFraction),
          columnFraction * (1 - rowFraction),
        ];
        const [bottomLeft, bottomRight] = [(1 - columnFraction) * rowFraction, columnFraction * rowFraction];
        const offsetBelow = offset + stride;
        red +=
          topLeft * rgb[offset]! +
          topRight * rgb[offset + 3]! +
          bottomLeft * rgb[offsetBelow]! +
          bottomRight * rgb[offsetBelow + 3]!;
        green +=
          topLeft * rgb[offset + 1]! +
          topRight * rgb[offset + 4]! +
          bottomLeft * rgb[offsetBelow + 1]! +
          bottomRight * rgb[offsetBelow + 4]!;
        blue +=
          topLeft * rgb[offset + 2]! +
          topRight * rgb[offset + 5]! +
          bottomLeft * rgb[offsetBelow + 2]! +
          bottomRight * rgb[offsetBelow + 5]!;
      }
      const to = (row * size + column) * 3;
      const count = samples * samples;
      out[to] = (red - 0.5) / count + 0.5;
      out[to + 1] = (green - 0.5) / count + 0.5;
      out[to + 2] = (blue - 0.5) / count + 0.5;
    }
  return { size, rgb: out };
}

/** Converts points of the film to pixels of the cropped square. */
export function pointsIn(points: Float32Array, square: Square, size: number): Float32Array {
  const scale = size / square.side;
  const out = new Float32Array(VALUE_COUNT);
  for (let index = 0; index < VALUE_COUNT; index += 3) {
    out[index] = (points[index]! - square.x + square.side / 2) * scale;
    out[index + 1] = (points[index + 1]! - square.y + square.side / 2) * scale;
    out[index + 2] = points[index + 2]! * scale;
  }
  return out;
}

export function addAlpha({ size, rgb }: SquarePicture): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    out[to] = rgb[from]!;
    out[to + 1] = rgb[from + 1]!;
    out[to + 2] = rgb[from + 2]!;
  }
  return out;
}
