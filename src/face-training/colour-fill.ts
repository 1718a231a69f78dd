/** Fills the unknown parts of a picture smoothly from the known ones, with an image pyramid (push-pull). */
import { scratch } from './scratch.ts';

/**
 * @param values three channels per pixel
 * @param weights 0 for an unknown and 1 for a known value
 * @param level of the pyramid; 0 is the picture
 * @returns a buffer that is valid until the next call
 */
export function fill(
  values: Float32Array,
  weights: Float32Array,
  width: number,
  height: number,
  level = 0,
): Float32Array {
  if (width <= 2 || height <= 2) return filledWithMean(values, weights, width * height);
  const halfWidth = (width + 1) >> 1;
  const halfHeight = (height + 1) >> 1;
  const smaller = scratch(`smaller ${level}`, halfWidth * halfHeight * 3);
  const smallerWeights = scratch(`smaller weights ${level}`, halfWidth * halfHeight);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = y * width + x;
      const to = (y >> 1) * halfWidth + (x >> 1);
      const weight = weights[from]!;
      smallerWeights[to]! += weight;
      for (let band = 0; band < 3; band++) smaller[to * 3 + band]! += weight * values[from * 3 + band]!;
    }
  for (let index = 0; index < smallerWeights.length; index++) {
    const weight = smallerWeights[index]!;
    if (weight <= 0) continue;
    for (let band = 0; band < 3; band++) smaller[index * 3 + band]! /= weight;
    smallerWeights[index] = Math.min(1, weight);
  }
  const coarse = fill(smaller, smallerWeights, halfWidth, halfHeight, level + 1);
  const pixels = scratch(`filled ${level}`, width * height * 3);
  return merge(values, weights, { coarse, halfWidth, halfHeight, width, height, out: pixels });
}

/** Returns `count` pixels of the mean colour. */
function filledWithMean(values: Float32Array, weights: Float32Array, count: number): Float32Array {
  const sum = [0, 0, 0];
  let total = 1e-9;
  for (let index = 0; index < count; index++) {
    total += weights[index]!;
    for (let band = 0; band < 3; band++) sum[band]! += weights[index]! * values[index * 3 + band]!;
  }
  return Float32Array.from({ length: count * 3 }, (_, index) => sum[index % 3]! / total);
}

interface Level {
  coarse: Float32Array;
  halfWidth: number;
  halfHeight: number;
  width: number;
  height: number;
  out: Float32Array;
}

/** Keeps the known values, and takes the unknown ones from the coarser level. */
function merge(values: Float32Array, weights: Float32Array, level: Level): Float32Array {
  const { coarse, halfWidth, halfHeight, width, height, out } = level;
  for (let y = 0; y < height; y++) {
    const halfY = Math.max(0, Math.min(halfHeight - 1, (y - 0.5) / 2));
    const row = Math.max(0, Math.min(halfHeight - 2, halfY | 0));
    const rowFraction = halfHeight > 1 ? halfY - row : 0;
    for (let x = 0; x < width; x++) {
      const halfX = Math.max(0, Math.min(halfWidth - 1, (x - 0.5) / 2));
      const column = Math.max(0, Math.min(halfWidth - 2, halfX | 0));
      const columnFraction = halfWidth > 1 ? halfX - column : 0;
      const offset = (row * halfWidth + column) * 3;
      const rowStride = halfHeight > 1 ? halfWidth * 3 : 0;
      const columnStride = halfWidth > 1 ? 3 : 0;
      const index = y * width + x;
      const certainty = Math.min(1, weights[index]!);
      for (let band = 0; band < 3; band++) {
        const upperValue =
          coarse[offset + band]! * (1 - columnFraction) +
          coarse[offset + columnStride + band]! * columnFraction;
        const lowerValue =
          coarse[offset + rowStride + band]! * (1 - columnFraction) +
          coarse[offset + rowStride + columnStride + band]! * columnFraction;
        out[index * 3 + band] =
          certainty * values[index * 3 + band]! +
          (1 - certainty) * (upperValue * (1 - rowFraction) + lowerValue * rowFraction);
      }
    }
  }
  return out;
}
