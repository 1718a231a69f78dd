/** Measures the steady noise behind a voice. This module does no I/O. */

/** Number of samples in a frame: 20 ms at 16 kHz. */
const FRAME = 320;
/** Fractions of the frames that count as the quietest and as the loudest. */
const QUIETEST = 0.1;
const LOUDEST = 0.25;

/**
 * Returns the level of the noise as a fraction of the level of the voice, 0 to 1; white noise 15 dB below the
 * voice gives about 0.1. The voice is measured in the loudest frames, and the noise in the quietest, because an
 * utterance includes a moment before and after the voice. Returns 0 for less than a quarter of a second of sound.
 */
export function noiseLevel(sound: readonly Int16Array[]): number {
  const levels: number[] = [];
  let energy = 0;
  let samples = 0;
  for (const part of sound)
    for (const sample of part) {
      energy += sample * sample;
      samples += 1;
      if (samples < FRAME) continue;
      levels.push(Math.sqrt(energy / FRAME));
      energy = 0;
      samples = 0;
    }
  if (levels.length < 12) return 0;
  levels.sort((a, b) => a - b);
  const noise = levels[Math.floor(levels.length * QUIETEST)]!;
  const voice = mean(levels.slice(-Math.ceil(levels.length * LOUDEST)));
  return voice === 0 ? 0 : noise / voice;
}

const mean = (levels: readonly number[]): number =>
  levels.reduce((sum, level) => sum + level, 0) / levels.length;
