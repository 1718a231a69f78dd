/**
 * How the embedded voices speak for a PAL: at about 165 words a minute with the pauses between sentences, and
 * with more melody than flite gives them. Pure.
 */
import type { FliteOptions, FliteVoiceName } from './flite.ts';

/** Times as long as flite's own, and the spread of the pitch in Hz. */
const STYLES: Readonly<Record<FliteVoiceName, { stretch: number; melody?: number }>> = {
  slt: { stretch: 1.13, melody: 54 },
  rms: { stretch: 1 },
  awb: { stretch: 1.14, melody: 46 },
};

/** `speed`: 1 is the pace above. */
export function fliteOptions(voice: FliteVoiceName, speed: number): FliteOptions {
  const { stretch, melody } = STYLES[voice];
  return { voice, speed: speed / stretch, melody };
}
