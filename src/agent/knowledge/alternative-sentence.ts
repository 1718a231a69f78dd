/** Finds the alternative after a short denial: "We have no car park. The one at the station is free." */
import type { RankedSentence } from './ranking.ts';
import type { KnownSentence } from './sentence-table.ts';
import { contentWords } from './words.ts';

const DENIES = /\b(?:no|not|cannot|never)\b|n['’]t\b/i;
/** Maximum number of characters of a denial; a longer sentence usually denies only a detail. */
const MAX_DENIAL_LENGTH = 80;
const REFERS_BACK = /^(?:the (?:ones?|nearest|next|others?)|it|they|this|these|there|instead|but|only)\b/i;

/**
 * Returns the sentence after a denial if that sentence refers back or shares a word with the denial; undefined
 * otherwise.
 */
export function alternativeTo(
  { sentence: { block, text, place } }: RankedSentence,
  rankedSentences: readonly RankedSentence[],
): KnownSentence | undefined {
  if (block.kind !== 'text' || text.length > MAX_DENIAL_LENGTH || !DENIES.test(text)) return undefined;
  const next = rankedSentences.find(
    ({ sentence }) => sentence.block === block && sentence.place === place + 1,
  );
  const words = contentWords(text);
  const continues = (line: string) =>
    REFERS_BACK.test(line) || [...contentWords(line)].some((word) => words.has(word));
  return next && continues(next.sentence.text) ? next.sentence : undefined;
}
