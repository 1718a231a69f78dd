/**
 * Converts a stream of samples to another rate with a windowed sinc filter, which suppresses aliasing. This module
 * does no I/O.
 */

/** Number of samples on each side that contribute to a new sample, at the lower of the two rates. */
const SIDE_SAMPLES = 16;
/** Number of positions between two samples for which weights are computed in advance. */
const PHASES = 256;

export class Resampler {
  readonly #step: number;
  readonly #reach: number;
  readonly #weights: Float32Array[];
  #samples = new Int16Array(0);
  /** Position of the next output sample among the buffered ones. */
  #position: number;
  #isOver = false;

  constructor(from: number, to: number) {
    this.#step = from / to;
    const cutoff = Math.min(1, to / from);
    this.#reach = Math.ceil(SIDE_SAMPLES / cutoff);
    this.#weights = Array.from({ length: PHASES }, (_, phase) =>
      weights(phase / PHASES, this.#reach, cutoff),
    );
    // The stream starts with silence before the first sample.
    this.#samples = new Int16Array(this.#reach);
    this.#position = this.#reach;
  }

  push(more: Int16Array): Int16Array {
    const joinedSamples = new Int16Array(this.#samples.length + more.length);
    joinedSamples.set(this.#samples);
    joinedSamples.set(more, this.#samples.length);
    this.#samples = joinedSamples;
    const lastPosition = joinedSamples.length - this.#reach;
    const resampledSamples = new Int16Array(
      Math.max(0, Math.ceil((lastPosition - this.#position) / this.#step)),
    );
    for (let index = 0; index < resampledSamples.length; index++)
      resampledSamples[index] = this.#sampleAt(this.#position + index * this.#step);
    this.#position += resampledSamples.length * this.#step;
    const usedSamples = Math.max(0, Math.floor(this.#position) - this.#reach);
    this.#samples = joinedSamples.slice(usedSamples);
    this.#position -= usedSamples;
    return resampledSamples;
  }

  /** Returns the samples that are still in the filter. */
  end(): Int16Array {
    if (this.#isOver) return new Int16Array(0);
    this.#isOver = true;
    return this.push(new Int16Array(this.#reach));
  }

  #sampleAt(position: number): number {
    const base = Math.floor(position);
    const phase = Math.floor((position - base) * PHASES);
    const rowOfWeights = this.#weights[phase] ?? new Float32Array(0);
    const from = base - this.#reach + 1;
    let sum = 0;
    for (let index = 0; index < rowOfWeights.length; index++)
      sum += (rowOfWeights[index] ?? 0) * (this.#samples[from + index] ?? 0);
    return Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  }
}

/**
 * Computes the weights for a position at the fraction `part` between two samples. Their sum is one, so the
 * level is unchanged.
 */
function weights(part: number, reach: number, cutoff: number): Float32Array {
  const row = Float32Array.from({ length: 2 * reach }, (_, index) => {
    const distance = index - reach + 1 - part;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
    const angle = Math.PI * distance * cutoff;
    return Math.abs(distance) >= reach ? 0 : window * (angle === 0 ? 1 : Math.sin(angle) / angle);
  });
  const sum = row.reduce((total, weight) => total + weight, 0);
  return row.map((weight) => weight / sum);
}

/** Converts a complete sound to another rate. */
export function resample(samples: Int16Array, from: number, to: number): Int16Array {
  if (from === to) return samples;
  const resampler = new Resampler(from, to);
  const [firstSamples, lastSamples] = [resampler.push(samples), resampler.end()];
  const allSamples = new Int16Array(firstSamples.length + lastSamples.length);
  allSamples.set(firstSamples);
  allSamples.set(lastSamples, firstSamples.length);
  return allSamples;
}
