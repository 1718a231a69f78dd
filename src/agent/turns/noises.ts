/**
 * Sounds during the agent's speech that were not a turn of the visitor. Several such sounds within a short time
 * mean that the surroundings are noisy. This module does no I/O.
 */
import { turnDuration } from './turn-options.ts';

/** Minimum number of sounds within `noiseMemory` that make the surroundings noisy. */
const MIN_NOISES = 2;

export interface Noise {
  utterance: number;
  /** Time of the sound in Unix milliseconds. */
  at: number;
  /** True if the sound lasted at least as long as an interruption. */
  isLong: boolean;
}

/** The most recent noises, oldest first: at most `MIN_NOISES` long ones and as many short ones. */
export type RecentNoises = readonly Noise[];

/**
 * Adds a noise. It replaces an earlier noise of the same utterance, because an utterance may be added twice: when
 * the agent's pause for it expires, and when the recogniser finds no words.
 */
export function addNoise(noises: RecentNoises, noise: Noise): RecentNoises {
  const others = noises.filter(({ utterance }) => utterance !== noise.utterance);
  return [false, true].flatMap((isLong) =>
    [...others, noise].filter((each) => each.isLong === isLong).slice(-MIN_NOISES),
  );
}

/** True if the surroundings are noisy. If `which` is `long`, only long sounds count. */
export const isNoisy = (noises: RecentNoises, now: number, which: 'any' | 'long' = 'any'): boolean =>
  noises.filter(({ at, isLong }) => (isLong || which === 'any') && now - at <= turnDuration('noiseMemory'))
    .length >= MIN_NOISES;
