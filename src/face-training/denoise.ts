/**
 * Removes the noise of a camera from a picture. Every picture of a face is encoded on its own, so that noise costs
 * bytes and makes resting lips tremble. Pure.
 */
import type { SquarePicture } from './composition.ts';

/** Pixels that differ more, as the sum over the three channels in levels of 255, are an edge and not noise. */
const MAX_DIFFERENCE = 18;
/** Distance of the neighbours of a pixel in steps to the sides, for a picture with 512 pixels per side. */
const REACH = 2;

/** Returns the neighbours up to a distance, as shifts to the right and down. */
function neighbours(reach: number): [right: number, down: number][] {
  const sides = Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach);
  const all = sides.flatMap((down) => sides.map((right): [number, number] => [right, down]));
  return all.filter(([right, down]) => {
    const distance = Math.abs(right) + Math.abs(down);
    return distance > 0 && distance <= reach;
  });
}

/** Averages each pixel with similar neighbours; the more similar a neighbour, the larger its weight. */
export function denoise({ size, rgb }: SquarePicture): SquarePicture {
  const out = Uint8Array.from(rgb);
  const reach = Math.max(1, Math.round((REACH * size) / 512));
  const shifts = Int32Array.from(neighbours(reach), ([right, down]) => (down * size + right) * 3);
  for (let y = reach; y < size - reach; y++)
    for (let at = (y * size + reach) * 3; at < (y * size + size - reach) * 3; at += 3) {
      const [red, green, blue] = [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
      let weights = MAX_DIFFERENCE;
      let sumRed = red * weights;
      let sumGreen = green * weights;
      let sumBlue = blue * weights;
      for (const shift of shifts) {
        const from = at + shift;
        const [otherRed, otherGreen, otherBlue] = [rgb[from]!, rgb[from + 1]!, rgb[from + 2]!];
        const weight =
          MAX_DIFFERENCE -
          Math.abs(otherRed - red) -
          Math.abs(otherGreen - green) -
          Math.abs(otherBlue - blue);
        if (weight <= 0) continue;
        weights += weight;
        sumRed += weight * otherRed;
        sumGreen += weight * otherGreen;
        sumBlue += weight * otherBlue;
      }
      out[at] = sumRed / weights + 0.5;
      out[at + 1] = sumGreen / weights + 0.5;
      out[at + 2] = sumBlue / weights + 0.5;
    }
  return { size, rgb: out };
}
