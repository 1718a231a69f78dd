/** Detects silence and noise in samples. Pure. */

/** Level that no voice reaches; compressed bytes that are read as samples exceed it. */
const NOISE_LEVEL = 8000;
/** Correlation of adjacent samples below which a sound is noise; samples of a voice are correlated. */
const NOISE_LIKENESS = 0.3;
/** Level of audible sound, about -42 dB of full scale. */
const AUDIBLE_LEVEL = 256;

/** True if the samples are as loud and random as the bytes of another format. */
export function isNoise(samples: Int16Array): boolean {
  const { level, likeness } = measureSamples(samples);
  return level > NOISE_LEVEL && likeness < NOISE_LIKENESS;
}

export const isSilence = (samples: Int16Array): boolean =>
  !samples.some((sample) => Math.abs(sample) > AUDIBLE_LEVEL);

/** Returns the level of the samples around their mean, and the correlation of adjacent samples, -1 to 1. */
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
