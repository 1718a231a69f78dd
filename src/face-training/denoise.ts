/**
 * Removes the noise of a camera from a picture. Every picture of a face is encoded on its own, so that noise
 * costs bytes and makes resting lips tremble.
 */
import type { SquarePicture } from './composition.ts';

/** Pixels that differ more, as the sum over the three channels in levels of 255, are an edge and not noise. */
const MAX_DIFFERENCE = 18;
/** Maximum distance in pixels between a pixel and its neighbours, for a picture with 512 pixels per side. */
const MAX_STEPS = 2;

/** Returns the shifts to all neighbours within a distance, each as pixels to the right and down. */
function neighbours(maxSteps: number): [right: number, down: number][] {
  const shifts = Array.from({ length: 2 * maxSteps + 1 }, (_, index) => index - maxSteps);
  const allShifts = shifts.flatMap((down) => shifts.map((right): [number, number] => [right, down]));
  return allShifts.filter(([right, down]) => {
    const distance = Math.abs(right) + Math.abs(down);
    return distance > 0 && distance <= maxSteps;
  });
}

/** Averages each pixel with similar neighbours; the more similar a neighbour, the larger its weight. */
export function denoise({ size, rgb }: SquarePicture): SquarePicture {
  const out = Uint8Array.from(rgb);
  const maxSteps = Math.max(1, Math.round((MAX_STEPS * size) / 512));
  const shifts = Int32Array.from(neighbours(maxSteps), ([right, down]) => (down * size + right) * 3);
  for (let y = maxSteps; y < size - maxSteps; y++)
    for (let offset = (y * size + maxSteps) * 3; offset < (y * size + size - maxSteps) * 3; offset += 3) {
      const [red, green, blue] = [rgb[offset]!, rgb[offset + 1]!, rgb[offset + 2]!];
      let weights = MAX_DIFFERENCE;
      let sumRed = red * weights;
      let sumGreen = green * weights;
      let sumBlue = blue * weights;
      for (const shift of shifts) {
        const from = offset + shift;
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
      out[offset] = sumRed / weights + 0.5;
      out[offset + 1] = sumGreen / weights + 0.5;
      out[offset + 2] = sumBlue / weights + 0.5;
    }
  return { size, rgb: out };
}
