/** Voices beside the agent's own that were no turn: a noisy room has one after another. Pure. */
import { turnDuration } from './turn-options.ts';

/** As many within `noiseMemory` are no coincidence. */
const COUNT = 2;

export interface Noise {
  utterance: number;
  /** Unix milliseconds. */
  at: number;
  /** It lasted as long as an interruption. */
  long: boolean;
}

/** The last ones, the oldest first: at most `COUNT` of each duration. */
export type Noises = readonly Noise[];

/** Counts each voice once: its pause may expire before it is found to have no words. */
export function addNoise(noises: Noises, noise: Noise): Noises {
  const others = noises.filter(({ utterance }) => utterance !== noise.utterance);
  return [false, true].flatMap((long) =>
    [...others, noise].filter((each) => each.long === long).slice(-COUNT),
  );
}

/** True if voices kept being no turn; `long`: if only the long ones count. */
export const isNoisy = (noises: Noises, now: number, which: 'any' | 'long' = 'any'): boolean =>
  noises.filter(({ at, long }) => (long || which === 'any') && now - at <= turnDuration('noiseMemory'))
    .length >= COUNT;
