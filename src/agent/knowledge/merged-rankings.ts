/** Merges the passages that were found by words with those of the sentences that were found by meaning. */
import type { FoundPassage } from './found-answer.ts';
import type { RankedSentence } from './ranking.ts';
import type { Passage } from './sentence-table.ts';

/**
 * Constant of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). It is large, so that a passage that is in
 * both rankings usually beats one that is first in only one of them.
 */
const RANK_CONSTANT = 60;
/** Number of passages of each ranking that are merged. */
export const MAX_RANK = 50;

/** Returns the passages with their scores, best first. The id of a passage is its index in `passages`. */
export function mergeRankings(
  byWords: readonly FoundPassage[],
  sentences: readonly RankedSentence[],
  passages: readonly Passage[],
): FoundPassage[] {
  const passagesById = new Map<number, FoundPassage>(byWords.map((passage) => [passage.id, passage]));
  const scores = new Map<number, number>(
    byWords.map((passage, place) => [passage.id, 1 / (RANK_CONSTANT + place + 1)]),
  );
  const byMeaning = [...new Set(sentences.map(({ sentence }) => sentence.passage))].slice(0, MAX_RANK);
  for (const [place, id] of byMeaning.entries()) {
    // The search by meaning also compares words, so its rank has twice the weight.
    scores.set(id, (scores.get(id) ?? 0) + 2 / (RANK_CONSTANT + place + 1));
    if (!passagesById.has(id)) passagesById.set(id, { ...passages[id]!, coverage: 0 });
  }
  return [...passagesById.values()]
    .sort((a, b) => scores.get(b.id)! - scores.get(a.id)! || a.id - b.id)
    .map((passage) => ({ ...passage, score: scores.get(passage.id)! }));
}
