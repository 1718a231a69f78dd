/**
 * Computes where recognition continues after a pause: some words earlier, so that the pause splits neither a
 * word nor its context. It does not restart at the beginning, because the result would be late. Pure.
 */
import type { TimedWord } from './vosk.ts';

/** Seconds before the pause; words that began later are recognised again. */
const REDECODE_SECONDS = 0.3;
/** Number of earlier words that are recognised again, as context for the words near the pause. */
const CONTEXT_WORDS = 2;
/** Maximum number of seconds that are recognised again, about 0.6 s of work. */
const MAX_REPEATED_SECONDS = 2.5;

/** Times are in seconds from the beginning of the utterance. */
export interface Resumption {
  /** The words that are not recognised again. */
  earlier: readonly TimedWord[];
  /** Start of the sound that is recognised again. */
  from: number;
  /** New words in the sound after this time follow the earlier words. */
  joinTime: number;
}

export const FROM_THE_START: Resumption = { earlier: [], from: 0, joinTime: 0 };

/**
 * Returns where recognition continues. `words` are sorted by time and were recognised at `pause`. If they are
 * few and the start is near, recognition restarts from there.
 */
export function resumptionAfter(words: readonly TimedWord[], pause: number): Resumption {
  const joinIndex = words.findLastIndex(({ start }) => start <= pause - REDECODE_SECONDS);
  const lead = words[joinIndex - CONTEXT_WORDS];
  const earliest = pause - MAX_REPEATED_SECONDS;
  if (lead && lead.start >= earliest)
    return { earlier: words.slice(0, joinIndex), from: lead.start, joinTime: words[joinIndex]!.start };
  if (!lead && earliest <= 0) return FROM_THE_START;
  const earlier = words.filter(({ start }) => start < earliest);
  return { earlier, from: earliest, joinTime: Math.max(earliest, earlier.at(-1)?.end ?? 0) };
}

/** Returns all words. `again` are the words recognised from `from` on, with the same time base. */
export function joinWords({ earlier, joinTime }: Resumption, again: readonly TimedWord[]): TimedWord[] {
  return [...earlier, ...again.filter(({ start, end }) => (start + end) / 2 >= joinTime)];
}
