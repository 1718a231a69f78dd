/**
 * The lips of a drawn face: the shape of each mouth, and the transitions between shapes while sound plays. This
 * module does no I/O.
 */
import { MOUTHS, STRESS, type Mouth } from '../mouths.ts';

/**
 * Half widths and heights are pixels from the middle of the mouth, for a head that is 512 pixels high. `jaw` is how
 * far the chin drops, `teeth` the height of the teeth; `smile` and `pucker` are 0 to 1.
 */
export interface MouthShape {
  half: number;
  corner: number;
  top: number;
  bow: number;
  gapTop: number;
  gapBottom: number;
  bottom: number;
  jaw: number;
  teeth: number;
  smile: number;
  pucker: number;
}

export const MOUTH_SHAPES: Readonly<Record<Mouth, MouthShape>> = {
  rest: {
    half: 35,
    corner: -6,
    top: -9.6,
    bow: -7,
    gapTop: 2,
    gapBottom: 2,
    bottom: 13.5,
    jaw: 0,
    teeth: 0,
    smile: 0.8,
    pucker: 0,
  },
  closed: {
    half: 30,
    corner: -1,
    top: -6.5,
    bow: -4.5,
    gapTop: 1,
    gapBottom: 1,
    bottom: 9.5,
    jaw: -1,
    teeth: 0,
    smile: 0.1,
    pucker: 0,
  },
  slight: {
    half: 31,
    corner: -2,
    top: -9.5,
    bow: -7,
    gapTop: -1.5,
    gapBottom: 5,
    bottom: 16,
    jaw: 3,
    teeth: 4,
    smile: 0.25,
    pucker: 0,
  },
  open: {
    half: 29.5,
    corner: 1,
    top: -11,
    bow: -8.5,
    gapTop: -3,
    gapBottom: 17,
    bottom: 28,
    jaw: 12,
    teeth: 6,
    smile: 0.1,
    pucker: 0,
  },
  wide: {
    half: 34.5,
    corner: -3,
    top: -9,
    bow: -7,
    gapTop: -2,
    gapBottom: 8.5,
    bottom: 18,
    jaw: 4,
    teeth: 8,
    smile: 0.45,
    pucker: 0,
  },
  round: {
    half: 19,
    corner: 3,
    top: -11.5,
    bow: -9,
    gapTop: -4,
    gapBottom: 10.5,
    bottom: 20.5,
    jaw: 6,
    teeth: 0,
    smile: 0,
    pucker: 1,
  },
  teeth: {
    half: 31,
    corner: -2,
    top: -10.5,
    bow: -8,
    gapTop: -3,
    gapBottom: 4,
    bottom: 11.5,
    jaw: 0,
    teeth: 12,
    smile: 0.3,
    pucker: 0,
  },
};

const KEYS = Object.keys(MOUTH_SHAPES.rest) as (keyof MouthShape)[];
/** For each parameter of a shape, its values for all mouths. */
const PARAMETER_VALUES = KEYS.map((key) => MOUTHS.map((mouth) => MOUTH_SHAPES[mouth][key]));
const REST_MOUTH = MOUTHS.indexOf('rest');
/**
 * Weight of each of `MOUTHS` relative to its neighbours: closed lips and lips on teeth keep their shape, while
 * consonants behind the teeth adopt the shape of the surrounding vowels.
 */
const DOMINANCES = [0.8, 2, 0.6, 1, 1, 1.3, 1.8];
/** Duration of a transition between two mouths in milliseconds. */
export const BLEND_MS = 76;
/** Duration of a transition to rounded lips, which start earlier. */
const ROUND_MS = 110;
const ROUND_MOUTH = MOUTHS.indexOf('round');
/** Duration of a mouth in the list of a sentence in milliseconds. */
export const MOUTH_MS = 40;
/** The area of each of `MOUTHS` with its lips, relative to the largest. */
const AREAS = [0.73, 0.42, 0.69, 1, 0.83, 0.59, 0.59];
const CLOSED_MOUTH = MOUTHS.indexOf('closed');
/** Maximum change of the area per millisecond: less than 8 % in a frame of 60 Hz. */
const MAX_AREA_CHANGE = (0.072 * 60) / 1000;
/** Milliseconds between two moments at which the area of the lips is compared, to limit the opening speed. */
const AREA_SAMPLE_MS = 10;
/** Number of such moments before and after the current one. */
const AREA_SAMPLES = 12;
/**
 * Maximum number of spans that are remembered, each with one mouth shape; together they cover more than half a
 * minute of speech.
 */
const MAX_SPANS = 600;

interface MouthSpan {
  mouth: number;
  from: number;
  to: number;
}

const clampToUnit = (value: number): number => Math.min(1, Math.max(0, value));

/** The mouths of a call over time, and the shape of the lips at each moment. */
export class LipTrack {
  #spans: MouthSpan[] = [];

  /** Adds mouths of 40 ms each that start at `startMs`; they replace all later ones. */
  add(startMs: number, mouths: ArrayLike<number>): void {
    this.#spans = this.#spans.filter(({ from }) => from < startMs).slice(-MAX_SPANS);
    const lastSpan = this.#spans.at(-1);
    if (lastSpan && lastSpan.to > startMs) lastSpan.to = startMs;
    for (let index = 0; index < mouths.length; index++) {
      const mouth = mouths[index]!;
      const from = startMs + index * MOUTH_MS;
      const current = this.#spans.at(-1);
      if (current?.mouth === mouth && current.to === from) current.to += MOUTH_MS;
      else this.#spans.push({ mouth, from, to: from + MOUTH_MS });
    }
  }

  /** Returns the mouth at a time, an index into `MOUTHS` plus `STRESS` at a stressed syllable; null in silence. */
  mouth(time: number): number | null {
    return this.#spans.find(({ from, to }) => from <= time && time < to)?.mouth ?? null;
  }

  /**
   * Returns the lips at a time. Their opening speed is limited, so they open less wide between two closures in
   * quick succession. Every closure is reached.
   */
  shape(time: number): MouthShape {
    while (this.#spans.length > 0 && this.#spans[0]!.to < time - 1000) this.#spans.shift();
    const weights = this.#weights(time);
    const area = meanOf(weights, AREAS);
    let maxArea = area;
    for (let sample = -AREA_SAMPLES; sample <= AREA_SAMPLES; sample++) {
      const maxChange = Math.abs(sample) * AREA_SAMPLE_MS * MAX_AREA_CHANGE;
      if (sample !== 0 && AREAS[CLOSED_MOUTH]! + maxChange < maxArea)
        maxArea = Math.min(maxArea, meanOf(this.#weights(time + sample * AREA_SAMPLE_MS), AREAS) + maxChange);
    }
    const share =
      area > AREAS[CLOSED_MOUTH]!
        ? Math.max(0, maxArea - AREAS[CLOSED_MOUTH]!) / (area - AREAS[CLOSED_MOUTH]!)
        : 1;
    const shape = { ...MOUTH_SHAPES.closed };
    for (const [index, key] of KEYS.entries())
      shape[key] += share * (meanOf(weights, PARAMETER_VALUES[index]!) - shape[key]);
    return shape;
  }

  /** Returns the weight of each mouth at a time; the sum is 1. */
  #weights(time: number): Float64Array {
    const weights = new Float64Array(MOUTHS.length);
    let coverage = 0;
    for (const { mouth: sound, from, to } of this.#spans) {
      if (from > time + ROUND_MS) break;
      const mouth = sound % STRESS;
      const blendMs = mouth === ROUND_MOUTH ? ROUND_MS : BLEND_MS;
      const share = clampToUnit((time - from) / blendMs + 0.5) * clampToUnit((to - time) / BLEND_MS + 0.5);
      weights[mouth]! += share * DOMINANCES[mouth]!;
      coverage += share;
    }
    weights[REST_MOUTH]! += Math.max(0, 1 - coverage) * DOMINANCES[REST_MOUTH]!;
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  }
}

const meanOf = (weights: Float64Array, values: readonly number[]): number =>
  weights.reduce((all, weight, mouth) => all + weight * values[mouth]!, 0);
