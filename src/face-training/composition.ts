/** Composes the mouth of one frame into another one: warped to its pose, adapted to its light, within a mask. */
import { fill } from './colour-fill.ts';
import type { MouthMask } from './mouth-mask.ts';
import { scratch } from './scratch.ts';
import type { PlaneMaps } from './spline.ts';

/** A square picture with three bytes per pixel. */
export interface SquarePicture {
  size: number;
  rgb: Uint8Array;
}
/** The picture of one mouth, or of two mouths that are averaged. */
export interface Layers {
  pictures: readonly SquarePicture[];
  /** Maps a pixel of the loop's frame to its position in each picture. */
  maps: PlaneMaps;
}

/** Distance in pixels between the points at which a map is computed. */
const GRID = 4;
/** Value of the mask (0 to 1) below which the colours are compared. */
const BORDER = 0.35;
/** Larger differences come from edges that do not match and not from the light, so they have a low weight. */
const MAX_DIFFERENCE = 90;
const EDGE_WEIGHT = 0.02;
/** Maximum change of brightness in levels of 255. */
const MAX_BRIGHTNESS_CHANGE = 40;

/**
 * The frame with another mouth, four bytes per pixel.
 *
 * @param frame four bytes per pixel
 * @param out receives the picture and is returned
 */
export function compose(
  frame: Uint8ClampedArray,
  size: number,
  mask: MouthMask,
  layers: Layers,
  out = new Uint8ClampedArray(frame.length),
): Uint8ClampedArray<ArrayBuffer> {
  const { left, top, width, height, shares } = mask;
  const mouth = warp(layers, mask);
  const light = lightOf(frame, size, mask, mouth);
  out.set(frame);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const index = y * width + x;
      const share = shares[index]!;
      if (share <= 0) continue;
      const to = ((y + top) * size + x + left) * 4;
      for (let band = 0; band < 3; band++) {
        const value = mouth[index * 3 + band]! + light[index * 3 + band]!;
        out[to + band] = frame[to + band]! * (1 - share) + value * share;
      }
    }
  return out;
}

/** Returns the difference in light between the frame and the mouth, interpolated from the border. */
function lightOf(
  frame: Uint8ClampedArray,
  size: number,
  { left, top, width, height, shares }: MouthMask,
  mouth: Float32Array,
): Float32Array {
  const differences = scratch('differences', width * height * 3);
  const weights = scratch('weights', width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const index = y * width + x;
      const from = ((y + top) * size + x + left) * 4;
      let sum = 0;
      for (let band = 0; band < 3; band++) {
        const colourDistance = frame[from + band]! - mouth[index * 3 + band]!;
        differences[index * 3 + band] = colourDistance;
        sum += Math.abs(colourDistance);
      }
      weights[index] = shares[index]! >= BORDER ? 0 : sum > MAX_DIFFERENCE ? EDGE_WEIGHT : 1;
    }
  const light = fill(differences, weights, width, height);
  const smooth = scratch('light', light.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const index = y * width + x;
      if (shares[index]! <= 0) continue;
      const isKnown = weights[index]! >= 1;
      for (let band = 0; band < 3; band++) {
        const value = isKnown ? expandBox(light, width, height, x, y, band) : light[index * 3 + band]!;
        smooth[index * 3 + band] = Math.max(-MAX_BRIGHTNESS_CHANGE, Math.min(MAX_BRIGHTNESS_CHANGE, value));
      }
    }
  return smooth;
}

/** Returns the mean of some pixels around a pixel, so that fine detail at the border of the mask is not copied. */
function expandBox(
  values: Float32Array,
  width: number,
  height: number,
  x: number,
  y: number,
  band: number,
): number {
  let sum = 0;
  let count = 0;
  for (let row = Math.max(0, y - 4); row <= Math.min(height - 1, y + 4); row += 2)
    for (let column = Math.max(0, x - 4); column <= Math.min(width - 1, x + 4); column += 2) {
      sum += values[(row * width + column) * 3 + band]!;
      count++;
    }
  return sum / count;
}

/**
 * Fills the bounding box of the mask with pixels of the pictures, which the maps locate, by cubic interpolation.
 */
function warp({ pictures, maps }: Layers, mask: MouthMask): Float32Array {
  const { width, height, shares } = mask;
  const columns = gridSize(width);
  const step = maps.count * 2;
  const grid = mapGrid(maps, mask);
  const out = scratch('mouth', width * height * 3);
  for (const [map, { size, rgb }] of pictures.entries()) {
    const maxCoordinate = size - 2.01;
    for (let y = 0; y < height; y++) {
      const row = (y / GRID) | 0;
      const rowFraction = y / GRID - row;
      for (let x = 0; x < width; x++) {
        const column = (x / GRID) | 0;
        const columnFraction = x / GRID - column;
        const offset = (row * columns + column) * step + map * 2;
        const offsetBelow = offset + columns * step;
        const u =
          (grid[offset]! * (1 - columnFraction) + grid[offset + step]! * columnFraction) * (1 - rowFraction) +
          (grid[offsetBelow]! * (1 - columnFraction) + grid[offsetBelow + step]! * columnFraction) *
            rowFraction;
        const v =
          (grid[offset + 1]! * (1 - columnFraction) + grid[offset + step + 1]! * columnFraction) *
            (1 - rowFraction) +
          (grid[offsetBelow + 1]! * (1 - columnFraction) + grid[offsetBelow + step + 1]! * columnFraction) *
            rowFraction;
        const index = y * width + x;
        const boundU = Math.min(maxCoordinate, Math.max(1, u));
        const boundV = Math.min(maxCoordinate, Math.max(1, v));
        // Outside the mask only the light is compared, for which the nearest pixel is sufficient.
        if (shares[index]! > 0) sample(rgb, size, boundU, boundV, out, index * 3);
        else samplePixel(rgb, size, boundU, boundV, out, index * 3);
      }
    }
  }
  if (pictures.length > 1) for (let index = 0; index < out.length; index++) out[index]! /= pictures.length;
  return out;
}

/** Returns the number of grid points along a side; it is odd, so that the last one is computed exactly. */
const gridSize = (length: number) => Math.ceil((length + 1) / (2 * GRID)) * 2 + 1;

/**
 * Computes the maps at the points of the grid. The maps are smooth except at the lips, so that elsewhere every second
 * point is the mean of its neighbours.
 */
function mapGrid(maps: PlaneMaps, { left, top, width, height, lips }: MouthMask): Float32Array {
  const [columns, rows] = [gridSize(width), gridSize(height)];
  const step = maps.count * 2;
  const grid = scratch('grid', columns * rows * step);
  const isExact = (column: number, row: number) => {
    const [x, y] = [left + column * GRID, top + row * GRID];
    return x >= lips.left && x <= lips.right && y >= lips.top && y <= lips.bottom;
  };
  const compute = (column: number, row: number) =>
    maps.apply(left + column * GRID, top + row * GRID, grid, (row * columns + column) * step);
  const average = (to: number, one: number, other: number) => {
    for (let value = 0; value < step; value++)
      grid[to * step + value] = (grid[one * step + value]! + grid[other * step + value]!) / 2;
  };
  for (let row = 0; row < rows; row += 2) {
    for (let column = 0; column < columns; column += 2) compute(column, row);
    for (let column = 1; column < columns; column += 2) {
      const at = row * columns + column;
      if (isExact(column, row)) compute(column, row);
      else average(at, at - 1, at + 1);
    }
  }
  for (let row = 1; row < rows; row += 2)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      if (isExact(column, row)) compute(column, row);
      else average(at, at - columns, at + columns);
    }
  return grid;
}

function samplePixel(
  rgb: Uint8Array,
  size: number,
  u: number,
  v: number,
  out: Float32Array,
  to: number,
): void {
  const at = (Math.round(v) * size + Math.round(u)) * 3;
  for (let band = 0; band < 3; band++) out[to + band]! += rgb[at + band]!;
}

const weightsX = new Float64Array(4);
const weightsY = new Float64Array(4);

function cubic(share: number, out: Float64Array): void {
  out[0] = ((-0.5 * share + 1) * share - 0.5) * share;
  out[1] = (1.5 * share - 2.5) * share * share + 1;
  out[2] = ((-1.5 * share + 2) * share + 0.5) * share;
  out[3] = (0.5 * share - 0.5) * share * share;
}

/** Adds the bicubic sample at (u, v), from 4 × 4 pixels, to `out` at `to`. */
function sample(rgb: Uint8Array, size: number, u: number, v: number, out: Float32Array, to: number): void {
  const column = u | 0;
  const row = v | 0;
  cubic(u - column, weightsX);
  cubic(v - row, weightsY);
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let y = 0; y < 4; y++) {
    let at = ((row - 1 + y) * size + column - 1) * 3;
    const weightY = weightsY[y]!;
    for (let x = 0; x < 4; x++, at += 3) {
      const weight = weightY * weightsX[x]!;
      red += weight * rgb[at]!;
      green += weight * rgb[at + 1]!;
      blue += weight * rgb[at + 2]!;
    }
  }
  out[to]! += red;
  out[to + 1]! += green;
  out[to + 2]! += blue;
}
