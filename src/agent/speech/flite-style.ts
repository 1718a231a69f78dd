/**
 * The style of the embedded voices: about 165 words per minute including the pauses between sentences, and more
 * intonation than flite's default. This module does no I/O.
 */
import type { FliteOptions, FliteVoiceName } from './flite.ts';

/** The factor on flite's durations, and the standard deviation of the pitch in Hz. */
const STYLES: Readonly<Record<FliteVoiceName, { stretch: number; melody?: number }>> = {
  slt: { stretch: 1.13, melody: 54 },
  rms: { stretch: 1 },
  awb: { stretch: 1.14, melody: 46 },
};

/** Returns flite's options for a voice. With a `speed` of 1 it speaks about 165 words per minute. */
export function fliteOptions(voice: FliteVoiceName, speed: number): FliteOptions {
  const { stretch, melody } = STYLES[voice];
  return { voice, speed: speed / stretch, melody };
}
