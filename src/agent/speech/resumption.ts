/**
 * Computes where recognition continues after a pause: some words before it, so that the pause splits neither a
 * word nor its context. A restart at the beginning would take too long.
 */
import type { TimedWord } from './vosk.ts';

/** Words that began later than this many seconds before the pause are recognised again. */
const REDECODE_SECONDS = 0.3;
/** Number of earlier words that are recognised again, as context for the words near the pause. */
const CONTEXT_WORDS = 2;
/** Maximum seconds of sound that are recognised again, which takes about 0.6 s. */
const MAX_REPEATED_SECONDS = 2.5;

/** Times are in seconds from the beginning of the utterance. */
export interface Resumption {
  /** The words that are not recognised again. */
  earlierWords: readonly TimedWord[];
  /** Start of the sound that is recognised again. */
  from: number;
  /** New words that begin after this time follow the earlier words. */
  joinTime: number;
}

export const FROM_THE_START: Resumption = { earlierWords: [], from: 0, joinTime: 0 };

/**
 * Returns where recognition continues. `words` are sorted by time and were recognised at `pause`. If there are few
 * words and the start of the utterance is near, recognition restarts from there.
 */
export function resumptionAfter(words: readonly TimedWord[], pause: number): Resumption {
  const joinIndex = words.findLastIndex(({ start }) => start <= pause - REDECODE_SECONDS);
  const firstContextWord = words[joinIndex - CONTEXT_WORDS];
  const earliestStart = pause - MAX_REPEATED_SECONDS;
  if (firstContextWord && firstContextWord.start >= earliestStart)
    return {
      earlierWords: words.slice(0, joinIndex),
      from: firstContextWord.start,
      joinTime: words[joinIndex]!.start,
    };
  if (!firstContextWord && earliestStart <= 0) return FROM_THE_START;
  const earlier = words.filter(({ start }) => start < earliestStart);
  return {
    earlierWords: earlier,
    from: earliestStart,
    joinTime: Math.max(earliestStart, earlier.at(-1)?.end ?? 0),
  };
}

/**
 * Returns all words. `repeatedWords` are the words of the sound that was recognised again. Their times are also
 * relative to the beginning of the utterance.
 */
export function joinWords(
  { earlierWords: earlier, joinTime }: Resumption,
  repeatedWords: readonly TimedWord[],
): TimedWord[] {
  return [...earlier, ...repeatedWords.filter(({ start, end }) => (start + end) / 2 >= joinTime)];
}
