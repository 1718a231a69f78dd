/** Judges a sound by its samples: silence, or noise. Pure. */

/** Share of full scale that voices do not reach; compressed bytes read as samples exceed it. */
const NOISE_LEVEL = 8000;
/** Adjacent samples of a voice are correlated; those of noise are not. */
const NOISE_LIKENESS = 0.3;
/** About -42 dB of full scale. */
const AUDIBLE = 256;

/** True if samples are as loud and as random as the bytes of another format. */
export function isNoise(samples: Int16Array): boolean {
  const { level, likeness } = measureSamples(samples);
  return level > NOISE_LEVEL && likeness < NOISE_LIKENESS;
}

export const isSilence = (samples: Int16Array): boolean =>
  !samples.some((sample) => Math.abs(sample) > AUDIBLE);

/** The level without its mean, and the correlation of adjacent samples, -1 to 1. */
function measureSamples(samples: Int16Array): { level: number; likeness: number } {
  let [sum, squares, products] = [0, 0, 0];
  for (const sample of samples) sum += sample;
  const mean = samples.length > 0 ? sum / samples.length : 0;
  let before = 0;
  for (const sample of samples) {
    const value = sample - mean;
    squares += value * value;
    products += value * before;
    before = value;
  }
  return {
    level: Math.sqrt(squares / Math.max(1, samples.length)),
    likeness: squares > 0 ? products / squares : 0,
  };
}
