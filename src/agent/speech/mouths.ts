/**
 * Converts phoneme times, or loudness, to one mouth shape per video frame, and marks the start of stressed syllables.
 * Pure.
 */
import { MOUTHS, STRESS, type Mouth } from '@palkit/contract/mouths';
import type { Phone } from './flite.ts';

const FRAME = 0.04;

const SHAPES: Readonly<Record<Mouth, string>> = {
  rest: 'pau',
  closed: 'm b p',
  slight: 't d s z n l th dh sh zh ch jh k g ng hh y r er ax ih',
  open: 'aa ae ah ay aw ao',
  wide: 'iy eh ey',
  round: 'ow oy uw uh w',
  teeth: 'f v',
};
const SHAPE_OF = new Map(
  MOUTHS.flatMap((mouth, index) => SHAPES[mouth].split(' ').map((phone) => [phone, index] as const)),
);
const REST = MOUTHS.indexOf('rest');
const SLIGHT = MOUTHS.indexOf('slight');
/** A closed mouth is short, but viewers notice its absence first, so it has a higher weight. */
const WEIGHT = MOUTHS.map((mouth) =>
  mouth === 'closed' || mouth === 'teeth' ? 1.8 : mouth === 'slight' ? 0.8 : 1,
);

/** Returns `count` shapes for `phones`, whose times start at the first frame. */
export function mouthsOfPhones(phones: readonly Phone[], count: number): Uint8Array {
  const scores = Array.from({ length: count }, () => new Float64Array(MOUTHS.length));
  const stresses: number[] = [];
  let start = 0;
  for (const { name, end, stressed } of phones) {
    const shape = SHAPE_OF.get(name) ?? SLIGHT;
    if (stressed) stresses.push(Math.round(start / FRAME));
    for (
      let frame = Math.max(0, Math.floor(start / FRAME));
      frame < count && frame * FRAME < end;
      frame += 1
    ) {
      const overlap = Math.min(end, (frame + 1) * FRAME) - Math.max(start, frame * FRAME);
      if (overlap > 0) scores[frame]![shape]! += overlap * WEIGHT[shape]!;
    }
    start = Math.max(start, end);
  }
  return withStresses(smoothShapes(scores), stresses);
}

function withStresses(mouths: Uint8Array, frames: Iterable<number>): Uint8Array {
  for (const frame of frames) if (frame < mouths.length) mouths[frame]! |= STRESS;
  return mouths;
}

const VOWELS = new Set('aa ae ah ao aw ax ay eh er ey ih iy ow oy uh uw'.split(' '));

/** Marks as stressed each vowel that is louder than its neighbours and than most other vowels. */
export function withLoudStresses(
  phones: readonly Phone[],
  samples: Int16Array,
  sampleRate: number,
): readonly Phone[] {
  let before = 0;
  const energies = phones.map(({ name, end }) => {
    const part = samples.subarray(Math.round(before * sampleRate), Math.round(end * sampleRate));
    before = end;
    return VOWELS.has(name) ? part.reduce((sum, sample) => sum + sample * sample, 0) : 0;
  });
  const vowels = energies.filter((energy) => energy > 0);
  const mean = vowels.reduce((sum, energy) => sum + energy, 0) / vowels.length;
  let vowel = -1;
  return phones.map((phone, index) => {
    const energy = energies[index]!;
    if (energy > 0) vowel++;
    const stressed = energy > mean && energy > (vowels[vowel - 1] ?? 0) && energy >= (vowels[vowel + 1] ?? 0);
    return stressed ? { ...phone, stressed } : phone;
  });
}

/** Root mean square below which a sound is not a voice, about -48 dB of full scale. */
const SILENT = 128;
/** Loudest level of speech, used for a part that may be quiet. */
const LOUD = 3000;

/**
 * Returns `count` shapes from the loudness of each 40 ms, for a voice without phoneme times. A `part` of a longer
 * sound may end without a rest, and its loudest frame need not be the loudest of the sound.
 */
export function mouthsOfLoudness(
  samples: Int16Array,
  sampleRate: number,
  count: number,
  { part: isPart = false } = {},
): Uint8Array {
  const length = Math.round(sampleRate * FRAME);
  const loudness = Array.from({ length: count }, (_, frame) => {
    const part = samples.subarray(frame * length, (frame + 1) * length);
    let sum = 0;
    for (const sample of part) sum += sample * sample;
    return Math.sqrt(sum / Math.max(1, part.length));
  });
  const loudest = loudness.reduce((most, value) => Math.max(most, value), isPart ? LOUD : 400);
  const mouths = smoothShapes(
    loudness.map((value) => {
      const scores = new Float64Array(MOUTHS.length);
      const share = value / loudest;
      scores[
        value < SILENT || share < 0.06
          ? REST
          : share < 0.35
            ? SLIGHT
            : MOUTHS.indexOf(share < 0.65 ? 'wide' : 'open')
      ] = FRAME;
      return scores;
    }),
    isPart,
  );
  return withStresses(mouths, peaks(loudness, loudest * STRESSED_LEVEL));
}

/**
 * Fraction of the maximum loudness above which a syllable counts as stressed, and number of frames in which it must
 * be the loudest.
 */
const STRESSED_LEVEL = 0.65;
const SYLLABLE = 4;

/** Returns the frames that are louder than `least` and than their neighbours. */
function peaks(loudness: readonly number[], least: number): number[] {
  return [...loudness.keys()].filter((frame) => {
    const level = loudness[frame]!;
    const before = loudness.slice(Math.max(0, frame - SYLLABLE), frame);
    const after = loudness.slice(frame + 1, frame + SYLLABLE + 1);
    return level >= least && before.every((each) => each < level) && after.every((each) => each <= level);
  });
}

/**
 * Finds the best-scoring sequence in which each shape lasts at least two frames and the last is rest, unless the
 * sound continues.
 */
function smoothShapes(scores: readonly Float64Array[], continues = false): Uint8Array {
  const count = scores.length;
  const best = new Uint8Array(count).fill(REST);
  if (count < (continues ? 1 : 4)) return best;
  const shapes = MOUTHS.length;
  // Best scores of shape s: `freshScores[s]` if it has just begun, `settledScores[s]` if it has lasted two or more
  // frames.
  let freshScores = Float64Array.from(scores[0]!);
  let settledScores = new Float64Array(shapes).fill(-Infinity);
  const previousShapes: Uint8Array[] = [];
  const wasHeld: boolean[][] = [];
  for (let frame = 1; frame < count; frame += 1) {
    const gain = scores[frame]!;
    const nextFresh = new Float64Array(shapes).fill(-Infinity);
    const nextSettled = new Float64Array(shapes);
    const from = new Uint8Array(shapes);
    const stayed: boolean[] = [];
    for (let shape = 0; shape < shapes; shape += 1) {
      stayed[shape] = settledScores[shape]! >= freshScores[shape]!;
      nextSettled[shape] = Math.max(settledScores[shape]!, freshScores[shape]!) + gain[shape]!;
      for (let other = 0; other < shapes; other += 1) {
        if (other === shape || settledScores[other]! + gain[shape]! <= nextFresh[shape]!) continue;
        nextFresh[shape] = settledScores[other]! + gain[shape]!;
        from[shape] = other;
      }
    }
    freshScores = nextFresh;
    settledScores = nextSettled;
    previousShapes.push(from);
    wasHeld.push(stayed);
  }
  // A part may end in a shape that has just begun.
  let shape: number = continues ? bestOf(settledScores, freshScores) : REST;
  let isHeld = !continues || settledScores[shape]! >= freshScores[shape]!;
  for (let frame = count - 1; frame >= 0; frame -= 1) {
    best[frame] = shape;
    if (frame === 0) break;
    if (isHeld) isHeld = wasHeld[frame - 1]![shape]!;
    else {
      shape = previousShapes[frame - 1]![shape]!;
      isHeld = true;
    }
  }
  return best;
}

/** Returns the shape with the best score, however long it has lasted. */
function bestOf(settledScores: Float64Array, freshScores: Float64Array): number {
  return settledScores.reduce(
    (best, _, shape) =>
      Math.max(settledScores[shape]!, freshScores[shape]!) >
      Math.max(settledScores[best]!, freshScores[best]!)
        ? shape
        : best,
    REST,
  );
}
