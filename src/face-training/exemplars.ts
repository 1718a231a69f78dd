/**
 * Chooses the seven frames for a face's mouth shapes: for each shape the candidate whose chin and cheeks best
 * match those of the other shapes.
 */
import { MOUTHS } from '@palkit/contract/mouths';
import { compose, type SquarePicture } from './composition.ts';
import { addAlpha } from './cut-out.ts';
import { bendOf, type Bend, type Candidate, type Shapes } from './mouth-choice.ts';
import { fitMouth } from './mouth-fit.ts';
import { mouthMask } from './mouth-mask.ts';

/** A cropped frame of the film with its landmarks. */
export interface CroppedFrame {
  picture: SquarePicture;
  points: Float32Array;
}
export interface Exemplar {
  candidate: Candidate;
  bend: Bend | null;
  croppedFrame: CroppedFrame;
}

/** A chin that differs by this many levels of 255 adds `ODD_WEIGHT` to the cost of a candidate. */
const ODDNESS_SCALE = 4;
const ODD_WEIGHT = 0.25;
/** Pixels below the lips at which the comparison of chins begins, for a picture with 512 pixels per side. */
const BELOW_LIPS = 4;
/** Pixels between two samples of this comparison. */
const SAMPLE_STEP = 3;
const BLUR = [-6, -3, 0, 3, 6];

/** @param baseShot the frame of the loop to which the candidates are fitted before the comparison */
export function chooseExemplars(
  { candidates, widest }: Shapes,
  shots: ReadonlyMap<number, CroppedFrame>,
  baseShot: CroppedFrame,
): Exemplar[] {
  const pool = [...new Set(MOUTHS.flatMap((mouth) => candidates[mouth].map(({ frame }) => frame)))];
  const oddness = chinDifferences(pool, shots, baseShot);
  const usedFrames = new Set<number>();
  return MOUTHS.map((mouth) => {
    const ratedCandidates = candidates[mouth].map((candidate) => ({
      candidate,
      cost:
        candidate.cost +
        ODD_WEIGHT * ((oddness.get(candidate.frame) ?? 0) / ODDNESS_SCALE) ** 2 +
        (usedFrames.has(candidate.frame) ? 1 : 0),
    }));
    const { candidate } = ratedCandidates.reduce((best, candidate) =>
      candidate.cost < best.cost ? candidate : best,
    );
    usedFrames.add(candidate.frame);
    return { candidate, bend: bendOf(mouth, candidate, widest), croppedFrame: shots.get(candidate.frame)! };
  });
}

/** Returns for each frame the difference between its chin and those of the others, in levels of 255. */
function chinDifferences(
  pool: readonly number[],
  shots: ReadonlyMap<number, CroppedFrame>,
  baseShot: CroppedFrame,
): Map<number, number> {
  const { size } = baseShot.picture;
  const fits = pool.map((frame) => fitMouth(shots.get(frame)!.points, baseShot.points));
  const mask = mouthMask(baseShot.points, fits, size);
  const base = addAlpha(baseShot.picture);
  const zoneTop = Math.max(...fits.flatMap(({ lips }) => lips.map(([, y]) => y))) + BELOW_LIPS;
  const zone: number[] = [];
  for (let y = Math.max(mask.top, Math.round(zoneTop)); y < mask.top + mask.height; y += SAMPLE_STEP)
    for (let x = mask.left; x < mask.left + mask.width; x += SAMPLE_STEP)
      if (mask.shares[(y - mask.top) * mask.width + x - mask.left]! > 0.5) zone.push(y * size + x);
  const chinValues = pool.map((frame, index) => {
    const picture = shots.get(frame)!.picture;
    const composed = compose(base, size, mask, { pictures: [picture], maps: fits[index]!.maps });
    return zone.map((pixel) => blurAt(composed, pixel, size));
  });
  const median = zone.map((_, index) => {
    const values = chinValues.map((pictureValues) => pictureValues[index]!).sort((a, b) => a - b);
    return values[values.length >> 1]!;
  });
  return new Map(
    pool.map((frame, index) => [
      frame,
      zone.length > 0
        ? chinValues[index]!.reduce((sum, value, index) => sum + Math.abs(value - median[index]!), 0) /
          zone.length
        : 0,
    ]),
  );
}

function blurAt(rgba: Uint8ClampedArray, pixel: number, size: number): number {
  let sum = 0;
  for (const shiftY of BLUR)
    for (const shiftX of BLUR) {
      const at = Math.max(0, Math.min(size * size - 1, pixel + shiftY * size + shiftX)) * 4;
      sum += rgba[at]! + rgba[at + 1]! + rgba[at + 2]!;
    }
  return sum / (3 * BLUR.length ** 2);
}
