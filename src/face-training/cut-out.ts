/** Crops the face's square from the pictures of the film and scales it to the face's size. Pure. */
import type { SquarePicture } from './composition.ts';
import { VALUES } from './face-points.ts';
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
      for (let sub = 0; sub < samples * samples; sub++) {
        const along = column + ((sub % samples) + 0.5) / samples;
        const down = row + (Math.floor(sub / samples) + 0.5) / samples;
        const x = Math.min(width - 1.001, Math.max(0, left + along * scale - 0.5));
        const y = Math.min(height - 1.001, Math.max(0, top + down * scale - 0.5));
        const px = x | 0;
        const py = y | 0;
        const right = x - px;
        const below = y - py;
        const at = py * stride + px * 3;
        const [one, two] = [(1 - right) * (1 - below), right * (1 - below)];
        const [three, four] = [(1 - right) * below, right * below];
        const under = at + stride;
        red += one * rgb[at]! + two * rgb[at + 3]! + three * rgb[under]! + four * rgb[under + 3]!;
        green += one * rgb[at + 1]! + two * rgb[at + 4]! + three * rgb[under + 1]! + four * rgb[under + 4]!;
        blue += one * rgb[at + 2]! + two * rgb[at + 5]! + three * rgb[under + 2]! + four * rgb[under + 5]!;
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
  const out = new Float32Array(VALUES);
  for (let at = 0; at < VALUES; at += 3) {
    out[at] = (points[at]! - square.x + square.side / 2) * scale;
    out[at + 1] = (points[at + 1]! - square.y + square.side / 2) * scale;
    out[at + 2] = points[at + 2]! * scale;
  }
  return out;
}

export function withAlpha({ size, rgb }: SquarePicture): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    out[to] = rgb[from]!;
    out[to + 1] = rgb[from + 1]!;
    out[to + 2] = rgb[from + 2]!;
  }
  return out;
}
