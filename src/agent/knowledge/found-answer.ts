/** Passages and answers that the search finds. */
import type { RankedSentence } from './ranking.ts';
import type { Passage } from './sentence-table.ts';

export interface FoundPassage extends Passage {
  /** The fraction of the question's weight that the passage covers, 0 to 1. */
  coverage: number;
  /** The ranking's score; scores of different questions cannot be compared. */
  score?: number;
}

/**
 * A passage with a single sentence as its text or, without vectors, with its complete text. `score` is the
 * probability that the text is the answer, 0 to 1.
 */
export interface Candidate extends Passage {
  score: number;
}

/** An answer from the documents. */
export interface FoundAnswer {
  /** The probability that the answer is correct, 0 to 1. */
  certainty: number;
  /** The text of the answer, usually one or two sentences. */
  text: string;
  /** The passages of the answer's sentences. */
  passages: Passage[];
  /** The headings that are most similar to the question, best first, at most three. */
  near: string[];
  /** Sentences that may be the answer, each from a different passage, best first. */
  candidates: Candidate[];
  /**
   * The sentences that are most similar to the question, with their headings, most certain first; undefined without
   * vectors.
   */
  nearest?: readonly string[];
  /** True if no text mentions the thing that the question asks for: "do you have a sauna?" */
  isUnknown?: boolean;
  /** Names that match the question equally well, so the agent asks which one is meant. */
  choices?: readonly string[];
  /** True if the question asks whether there is such a thing, and the choices are these things. */
  isOffered?: boolean;
  /** True if a table, a calculation or a date determined the answer, not the similarity of words. */
  isExact?: boolean;
}

/**
 * Adds passages with the requested kind of value, such as a price, after those found by words: "How much is it?"
 * has no word to search for. The id of a passage is its index in `passages`.
 */
export function withKind(
  byWords: readonly FoundPassage[],
  rankedSentences: readonly RankedSentence[],
  passages: readonly Passage[],
): FoundPassage[] {
  const matchingSentences = rankedSentences.filter(({ features }) => features.kind > 0);
  const idsByWords = new Set(byWords.map(({ id }) => id));
  const further = [...new Set(matchingSentences.map(({ sentence }) => sentence.passage))].filter(
    (id) => !idsByWords.has(id),
  );
  return [...byWords, ...further.map((id) => ({ ...passages[id]!, coverage: 0 }))];
}
