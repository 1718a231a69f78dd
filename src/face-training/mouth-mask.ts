/** The area of a frame that is replaced; it is the same for all mouths of the frame. */
import { CHIN, EYE_CORNERS, MASKED_POINTS, OUTER_LIPS } from './face-points.ts';
import type { MouthFit } from './mouth-fit.ts';
import type { Point } from './spline.ts';

export interface MouthMask {
  /** One value for each pixel of the box, from 0 (outside) to 1 (inside). */
  shares: Float32Array;
  /** The box in pixels of the picture, with a margin that is not replaced. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** The box around the lips of all mouths, in pixels of the picture, with a margin. */
  lips: { left: number; top: number; right: number; bottom: number };
}

const WIDTH_FACTOR = 1.32;
/** Margin below the chin in distances between the eye corners. */
const BELOW_CHIN = 0.035;
/** Width of the soft edge in pixels, for a picture with 512 pixels per side. */
const FEATHER = 22;
const MARGIN = 6;
/** Pixels around the lips in which the maps bend strongly, for a picture with 512 pixels per side. */
const LIP_MARGIN = 12;

/** @param target landmarks of the loop's frame, in pixels of a picture with `size` per side */
export function mouthMask(target: Float32Array, fits: readonly MouthFit[], size: number): MouthMask {
  const pointOf = (index: number): Point => [target[index * 3]!, target[index * 3 + 1]!];
  const [left, right] = EYE_CORNERS.map(pointOf);
  const chinMargin = Math.hypot(left![0] - right![0], left![1] - right![1]) * BELOW_CHIN;
  const middle = (pointOf(13)[0] + pointOf(14)[0]) / 2;
  const chin = ([x, y]: Point): Point => [x, y + chinMargin];
  const lip = ([x, y]: Point): Point => [middle + (x - middle) * WIDTH_FACTOR, y];
  const outline = convexHull([
    ...fits.flatMap((fit) => [...fit.chin.map(chin), ...fit.lips.map(lip)]),
    ...CHIN.map((index) => chin(pointOf(index))),
    ...OUTER_LIPS.map((index) => lip(pointOf(index))),
    ...MASKED_POINTS.map(pointOf),
  ]);
  const box = boxOf(outline, size);
  const shares = new Float32Array(box.width * box.height);
  const feather = (FEATHER * size) / 512;
  for (let y = 0; y < box.height; y++)
    for (let x = 0; x < box.width; x++) {
      const share = Math.min(1, distanceInside(outline, x + box.left, y + box.top) / feather);
      if (share > 0) shares[y * box.width + x] = share * share * (3 - 2 * share);
    }
  const lips = fits.flatMap((fit) => fit.lips);
  return { shares, ...box, lips: lipBox(lips, (LIP_MARGIN * size) / 512) };
}

function boxOf(outline: readonly Point[], size: number): Omit<MouthMask, 'shares' | 'lips'> {
  const range = (axis: 0 | 1) => {
    const values = outline.map((point) => point[axis]);
    return [
      Math.max(0, Math.floor(Math.min(...values)) - MARGIN),
      Math.min(size - 1, Math.ceil(Math.max(...values)) + MARGIN),
    ];
  };
  const [[left = 0, right = 0], [top = 0, bottom = 0]] = [range(0), range(1)];
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function lipBox(points: readonly Point[], margin: number): MouthMask['lips'] {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  };
}

/** Returns the distance to the nearest edge of the outline; negative outside. */
function distanceInside(outline: readonly Point[], x: number, y: number): number {
  let minDistance = Infinity;
  for (let index = 0; index < outline.length; index++) {
    const [ax, ay] = outline[index]!;
    const [bx, by] = outline[(index + 1) % outline.length]!;
    const length = Math.hypot(bx - ax, by - ay);
    if (length > 1e-6)
      minDistance = Math.min(minDistance, ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length);
  }
  return minDistance;
}

function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turnDirection = (from: Point, over: Point, to: Point) =>
    (over[0] - from[0]) * (to[1] - from[1]) - (over[1] - from[1]) * (to[0] - from[0]);
  const halfHull = (list: readonly Point[]) => {
    const side: Point[] = [];
    for (const point of list) {
      while (side.length > 1 && turnDirection(side.at(-2)!, side.at(-1)!, point) <= 0) side.pop();
      side.push(point);
    }
    return side.slice(0, -1);
  };
  return [...halfHull(sorted), ...halfHull(sorted.reverse())];
}
