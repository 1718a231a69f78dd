/**
 * Converts phoneme times, or loudness, to one mouth shape per video frame, and marks the start of stressed
 * syllables. This module does no I/O.
 */
import { MOUTHS, STRESS, type Mouth } from '@palkit/contract/mouths';
import type { Phone } from './flite.ts';

const FRAME_SECONDS = 0.04;

const SHAPES: Readonly<Record<Mouth, string>> = {
  rest: 'pau',
  closed: 'm b p',
  slight: 't d s z n l th dh sh zh ch jh k g ng hh y r er ax ih',
  open: 'aa ae ah ay aw ao',
  wide: 'iy eh ey',
  round: 'ow oy uw uh w',
  teeth: 'f v',
};
const SHAPE_BY_PHONE = new Map(
  MOUTHS.flatMap((mouth, index) => SHAPES[mouth].split(' ').map((phone) => [phone, index] as const)),
);
const REST_SHAPE = MOUTHS.indexOf('rest');
const SLIGHT_SHAPE = MOUTHS.indexOf('slight');
/** A closed mouth is short, but viewers notice if it is missing, so it has a higher weight. */
const WEIGHTS = MOUTHS.map((mouth) =>
  mouth === 'closed' || mouth === 'teeth' ? 1.8 : mouth === 'slight' ? 0.8 : 1,
);

/** Returns `count` shapes for `phones`, whose times start at the first frame. */
export function mouthsOfPhones(phones: readonly Phone[], count: number): Uint8Array {
  const scores = Array.from({ length: count }, () => new Float64Array(MOUTHS.length));
  const stresses: number[] = [];
  let start = 0;
  for (const { name, end, stressed } of phones) {
    const shape = SHAPE_BY_PHONE.get(name) ?? SLIGHT_SHAPE;
    if (stressed) stresses.push(Math.round(start / FRAME_SECONDS));
    for (
      let frame = Math.max(0, Math.floor(start / FRAME_SECONDS));
      frame < count && frame * FRAME_SECONDS < end;
      frame += 1
    ) {
      const overlap = Math.min(end, (frame + 1) * FRAME_SECONDS) - Math.max(start, frame * FRAME_SECONDS);
      if (overlap > 0) scores[frame]![shape]! += overlap * WEIGHTS[shape]!;
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

/** Marks as stressed each vowel that has more energy than the vowels beside it and than the average vowel. */
export function withLoudStresses(
  phones: readonly Phone[],
  samples: Int16Array,
  sampleRate: number,
): readonly Phone[] {
  let previousEnd = 0;
  const energies = phones.map(({ name, end }) => {
    const part = samples.subarray(Math.round(previousEnd * sampleRate), Math.round(end * sampleRate));
    previousEnd = end;
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
const SILENT_LEVEL = 128;
/** Loudest level of speech, used for a part that may be quiet. */
const LOUD_LEVEL = 3000;

/**
 * Returns `count` shapes, one for the loudness of each 40 ms, for a voice without phoneme times. Loudness is
 * relative to the loudest frame. A part of a longer sound (`part`) may lack this frame, so its loudness is
 * relative to at least `LOUD_LEVEL`.
 */
export function mouthsOfLoudness(
  samples: Int16Array,
  sampleRate: number,
  count: number,
  { part: isPart = false } = {},
): Uint8Array {
  const length = Math.round(sampleRate * FRAME_SECONDS);
  const loudness = Array.from({ length: count }, (_, frame) => {
    const part = samples.subarray(frame * length, (frame + 1) * length);
    let sum = 0;
    for (const sample of part) sum += sample * sample;
    return Math.sqrt(sum / Math.max(1, part.length));
  });
  const loudestValue = loudness.reduce(
    (maximum, value) => Math.max(maximum, value),
    isPart ? LOUD_LEVEL : 400,
  );
  const mouths = smoothShapes(
    loudness.map((value) => {
      const scores = new Float64Array(MOUTHS.length);
      const share = value / loudestValue;
      scores[
        value < SILENT_LEVEL || share < 0.06
          ? REST_SHAPE
          : share < 0.35
            ? SLIGHT_SHAPE
            : MOUTHS.indexOf(share < 0.65 ? 'wide' : 'open')
      ] = FRAME_SECONDS;
      return scores;
    }),
    isPart,
  );
  return withStresses(mouths, peaks(loudness, loudestValue * STRESSED_LEVEL));
}

/** Fraction of the maximum loudness above which a syllable counts as stressed. */
const STRESSED_LEVEL = 0.65;
/** Number of frames before and after a stressed syllable that must be less loud. */
const SYLLABLE_FRAMES = 4;

/** Returns the frames that are at least as loud as `minimum` and louder than their neighbours. */
function peaks(loudness: readonly number[], minimum: number): number[] {
  return [...loudness.keys()].filter((frame) => {
    const level = loudness[frame]!;
    const before = loudness.slice(Math.max(0, frame - SYLLABLE_FRAMES), frame);
    const followingFrames = loudness.slice(frame + 1, frame + SYLLABLE_FRAMES + 1);
    return (
      level >= minimum &&
      before.every((each) => each < level) &&
      followingFrames.every((each) => each <= level)
    );
  });
}

/**
 * Finds the best-scoring sequence in which each shape lasts at least two frames. The last shape is rest, unless
 * the sound continues.
 */
function smoothShapes(scores: readonly Float64Array[], isContinued = false): Uint8Array {
  const count = scores.length;
  const best = new Uint8Array(count).fill(REST_SHAPE);
  if (count < (isContinued ? 1 : 4)) return best;
  const shapes = MOUTHS.length;
  // Best scores per shape: `freshScores` if the shape has lasted for one frame, `settledScores` if it has
  // lasted for two or more.
  let freshScores = Float64Array.from(scores[0]!);
  let settledScores = new Float64Array(shapes).fill(-Infinity);
  const previousShapes: Uint8Array[] = [];
  const wasSettled: boolean[][] = [];
  for (let frame = 1; frame < count; frame += 1) {
    const gain = scores[frame]!;
    const nextFresh = new Float64Array(shapes).fill(-Infinity);
    const nextSettled = new Float64Array(shapes);
    const from = new Uint8Array(shapes);
    const staysSettled: boolean[] = [];
    for (let shape = 0; shape < shapes; shape += 1) {
      staysSettled[shape] = settledScores[shape]! >= freshScores[shape]!;
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
    wasSettled.push(staysSettled);
  }
  // If the sound continues, the last shape may have lasted for only one frame.
  let shape: number = isContinued ? bestOf(settledScores, freshScores) : REST_SHAPE;
  let isSettled = !isContinued || settledScores[shape]! >= freshScores[shape]!;
  for (let frame = count - 1; frame >= 0; frame -= 1) {
    best[frame] = shape;
    if (frame === 0) break;
    if (isSettled) isSettled = wasSettled[frame - 1]![shape]!;
    else {
      shape = previousShapes[frame - 1]![shape]!;
      isSettled = true;
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
    REST_SHAPE,
  );
}
