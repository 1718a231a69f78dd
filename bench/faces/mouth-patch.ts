/** Crops the mouth of a picture, with the head held still by the eye corners and the bridge of the nose. */
import { EYE_CORNERS, NOSE_BRIDGE } from '../../src/face-training/face-points.ts';
import type { Picture } from '../../src/face-training/landmarks.ts';

/** Size of a patch in pixels, and of the area that it shows, relative to the distance between the eye corners. */
export const PATCH = { width: 64, height: 48, across: 0.9, below: 0.62 };
/** Distance of the mouth from the bridge of the nose, relative to the distance between the eye corners. */
const MOUTH_BELOW = 0.85;

/** Returns the brightness of each pixel, 0 to 255. */
export function mouthPatch({ width, height, rgb }: Picture, points: Float32Array): Float32Array {
  const coordinate = (index: number, axis: number) => points[index * 3 + axis]!;
  const [left, right] = EYE_CORNERS;
  const [dx, dy] = [coordinate(right, 0) - coordinate(left, 0), coordinate(right, 1) - coordinate(left, 1)];
  const output = new Float32Array(PATCH.width * PATCH.height);
  for (let row = 0; row < PATCH.height; row++)
    for (let column = 0; column < PATCH.width; column++) {
      const u = ((column + 0.5) / PATCH.width - 0.5) * PATCH.across;
      const v = MOUTH_BELOW + ((row + 0.5) / PATCH.height - 0.5) * PATCH.below;
      const x = Math.min(width - 2, Math.max(0, coordinate(NOSE_BRIDGE, 0) + u * dx - v * dy));
      const y = Math.min(height - 2, Math.max(0, coordinate(NOSE_BRIDGE, 1) + u * dy + v * dx));
      const [px, py] = [Math.floor(x), Math.floor(y)];
      const level = (qx: number, qy: number) => {
        const pixel = (qy * width + qx) * 3;
        return 0.299 * rgb[pixel]! + 0.587 * rgb[pixel + 1]! + 0.114 * rgb[pixel + 2]!;
      };
      const [fx, fy] = [x - px, y - py];
      output[row * PATCH.width + column] =
        (level(px, py) * (1 - fx) + level(px + 1, py) * fx) * (1 - fy) +
        (level(px, py + 1) * (1 - fx) + level(px + 1, py + 1) * fx) * fy;
    }
  return output;
}

/** Returns the mean change from each patch to the next. */
export function patchChange(patches: readonly Float32Array[]): number[] {
  return patches.slice(1).map((patch, index) => {
    const before = patches[index]!;
    let sum = 0;
    for (let index = 0; index < patch.length; index++) sum += Math.abs(patch[index]! - before[index]!);
    return sum / patch.length;
  });
}
