/** Detects silence and noise in samples. This module does no I/O. */

/** Level that no voice reaches. Compressed bytes that are wrongly read as samples exceed it. */
const NOISE_LEVEL = 8000;
/** Correlation of adjacent samples below which a sound is noise. Adjacent samples of a voice are similar. */
const MIN_VOICE_CORRELATION = 0.3;
/** Level of audible sound, about -42 dB of full scale. */
const AUDIBLE_LEVEL = 256;

/** True if the samples are as loud and random as the bytes of another format. */
export function isNoise(samples: Int16Array): boolean {
  const { level, correlation } = measureSamples(samples);
  return level > NOISE_LEVEL && correlation < MIN_VOICE_CORRELATION;
}

export const isSilence = (samples: Int16Array): boolean =>
  !samples.some((sample) => Math.abs(sample) > AUDIBLE_LEVEL);

/** Returns the level of the samples around their mean, and the correlation of adjacent samples, -1 to 1. */
function measureSamples(samples: Int16Array): { level: number; correlation: number } {
  let [sum, squares, products] = [0, 0, 0];
  for (const sample of samples) sum += sample;
  const mean = samples.length > 0 ? sum / samples.length : 0;
  let previousSample = 0;
  for (const sample of samples) {
    const value = sample - mean;
    squares += value * value;
    products += value * previousSample;
    previousSample = value;
  }
  return {
    level: Math.sqrt(squares / Math.max(1, samples.length)),
    correlation: squares > 0 ? products / squares : 0,
  };
}
