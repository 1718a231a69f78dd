/**
 * Recognises the agent's own words in the microphone signal, because echo cancellation does not always remove a
 * voice of the visitor's device. This module does no I/O.
 */
import { wordsOf } from './heard-words.ts';

/**
 * A text counts as the agent's own words if at least this fraction of its words occurs in the agent's speech, in
 * the same order.
 */
const MIN_OWN_SHARE = 0.75;

/** True if nearly all words of `text` occur in this order in `spokenText`. */
export function areOwnWords(text: string, spokenText: string): boolean {
  const words = wordsOf(text).map(({ word }) => word);
  if (words.length === 0) return false;
  let previousMatches: number[] = words.map(() => 0);
  for (const { word: own } of wordsOf(spokenText)) {
    const matches: number[] = [];
    for (const [at, word] of words.entries()) {
      const matchLength = (previousMatches[at - 1] ?? 0) + (word === own ? 1 : 0);
      matches.push(Math.max(matchLength, previousMatches[at]!, matches[at - 1] ?? 0));
    }
    previousMatches = matches;
  }
  return previousMatches.at(-1)! >= Math.max(Math.min(2, words.length), words.length * MIN_OWN_SHARE);
}
