/**
 * How certain the best sentence is as an answer: a logistic function of its section's share of all scores and of the
 * question's words that do not match. The weights were fitted by `bench/answers.ts --half tune --fit`. Pure.
 */
import type { QuestionKind } from './question-kind.ts';
import { pattern } from './pattern.ts';
import { dot, type Ranked, type ReadQuestion } from './ranking.ts';
import { isCalendar } from './table-words.ts';

/** The features of a certain answer. Each was added for its gain on texts that the fit had not seen. */
export interface Certainty {
  /** The share of the best sentence's section in all sections, with scores as log-likelihoods; 0 to 1. */
  section: number;
  /**
   * Words of the question that the sentence lacks, each weighted from 0 to 1 by its rarity here; at most 5. At equal
   * scores they raise the certainty, because a long question is clear, while a sentence that repeats all words often
   * states only its topic.
   */
  missing: number;
  /**
   * The similarity of the question's least fitting word to the sentence, or to the next of its section if that ranks
   * second: a cosine.
   */
  lowestWord: number;
  /** 1 if the question asks for a kind of value and the sentence has none of it; `noSize`: a size or a year. */
  noPrice: number;
  noPerson: number;
  noSize: number;
  /** The lead over the fifth best. */
  overFifth: number;
  /** As in `Features`; the model was trained to give low cosines to questions without an answer. */
  inContext: number;
  alone: number;
  coverage: number;
  day: number;
  /** The lead of the sentence with its headings over the best of another section. */
  overOthers: number;
  /** 1 if the question asks for a thing by a word that no sentence has: "do you have a sauna?". */
  unnamed: number;
  /** 1 if it shares only days or months with a question that does not ask for a time. */
  onlyDay: number;
}
export const CERTAINTY: Readonly<Record<keyof Certainty, number> & { constant: number }> = {
  constant: -5.78,
  section: 1.11,
  missing: 0.27,
  lowestWord: 4.09,
  noPrice: -2.32,
  noPerson: -0.76,
  noSize: -2.24,
  overFifth: 0.17,
  inContext: 5.69,
  alone: 3.05,
  coverage: 0.56,
  day: 0.27,
  overOthers: 1.86,
  unnamed: -0.5,
  onlyDay: -1.25,
};

/** The least certainty at which an answer is spoken; below it the topic is offered (`bench/answers.ts`). */
export const SURE = 0.5;

/** Mean similarity of the least fitting word. */
const UNKNOWN_FIT = 0.2;
/** Maximum number of candidates that are counted; further ones add no information. */
const MAX_MISSING = 5;

const ASKS_FOR_THING = pattern('i')`
  ^(?:(?:hi|hello|hey|and|so|um+)[ ,]+)*(?:do|have) you (?:guys )?(?:have|got|sell|offer|rent|hire|provide|run|serve|
  stock|do|teach|store|keep|make|take|accept)\b|\b(?:is|are) there (?:an?|any)\b|^any \w+`;

function isUnnamed({ text, words }: ReadQuestion, ranked: readonly Ranked[]): boolean {
  if (!ASKS_FOR_THING.test(text)) return false;
  return [...words].some((word) => !ranked.some(({ sentence }) => sentence.words.has(word)));
}

function sharesOnlyDays({ kind, words }: ReadQuestion, { sentence }: Ranked): boolean {
  if (kind === 'hours' || kind === 'time') return false;
  const shared = [...words].filter((word) => sentence.words.has(word));
  return shared.length > 0 && shared.every(isCalendar) && [...words].some((word) => !isCalendar(word));
}

/** Computes the features of the best of `ranked`, which has at least one sentence, the best first. */
export function certaintyOf(question: ReadQuestion, ranked: readonly Ranked[]): Certainty {
  const [best, second = best] = ranked as [Ranked, ...Ranked[]];
  const { features, sentence } = best;
  const isInSection = ({ sentence: { section } }: Ranked) => section === sentence.section;
  const lacks = (...kinds: QuestionKind[]) => (kinds.includes(question.kind) && features.kind < 0 ? 1 : 0);
  const next = isInSection(second) ? second.sentence.vectors : null;
  return {
    section: shareOf(isInSection, ranked),
    missing: Math.min(MAX_MISSING, best.missing),
    lowestWord: lowestSimilarity(question, [sentence.vectors?.inContext, next?.inContext]),
    noPrice: lacks('price'),
    noPerson: lacks('person'),
    noSize: lacks('size', 'year'),
    overFifth: best.score - ranked[Math.min(4, ranked.length - 1)]!.score,
    inContext: features.inContext,
    alone: features.alone,
    coverage: features.coverage,
    day: features.day,
    overOthers:
      features.inContext -
      Math.max(0, ...ranked.filter((each) => !isInSection(each)).map((each) => each.features.inContext)),
    unnamed: Number(isUnnamed(question, ranked)),
    onlyDay: Number(sharesOnlyDays(question, best)),
  };
}

/** The share of the `chosen` sections in the sum of all scores. Scores are logarithms. */
function shareOf(chosen: (each: Ranked) => boolean, ranked: readonly Ranked[]): number {
  const most = ranked[0]!.score;
  let part = 0;
  let all = 0;
  for (const each of ranked) {
    const share = Math.exp(each.score - most);
    all += share;
    if (chosen(each)) part += share;
  }
  return part / all;
}

/** The question's least similar word, each compared with the vector nearest to it. */
function lowestSimilarity({ parts }: ReadQuestion, vectors: readonly (Int8Array | undefined)[]): number {
  const there = vectors.filter((vector) => vector !== undefined);
  if (there.length === 0 || parts.length === 0) return UNKNOWN_FIT;
  return Math.min(
    ...parts.map((word) => Math.max(...word.flatMap((part) => there.map((vector) => dot(part, vector))))),
  );
}

/** A question for the place's own address is answered by an address, even if few other words match. */
const SURE_OF_ADDRESS = 0.8;
/** A cell whose row and column both match the question. */
const SURE_OF_TABLE = 0.85;

/** The probability that the best sentence answers the question, 0 to 1. */
export function certaintyOfBest(question: ReadQuestion, ranked: readonly Ranked[]): number {
  if (question.kind === 'address' && ranked[0]!.features.kind > 0) return SURE_OF_ADDRESS;
  if (ranked[0]!.tableText !== undefined || ranked[0]!.opening !== undefined) return SURE_OF_TABLE;
  const certainty = certaintyOf(question, ranked);
  const sum = (Object.keys(certainty) as (keyof Certainty)[]).reduce(
    (so, name) => so + CERTAINTY[name] * certainty[name],
    CERTAINTY.constant,
  );
  return 1 / (1 + Math.exp(-sum));
}

/** Maximum number of sentences that a candidate is compared with; further ones would have almost no effect. */
const COMPARED = 200;

/** The best sentences, each of another passage, with the certainty that each would have in first place. */
export function likeliest(
  question: ReadQuestion,
  ranked: readonly Ranked[],
  most: number,
): { sentence: Ranked['sentence']; certainty: number }[] {
  const chosen: Ranked[] = [];
  for (const each of ranked) {
    if (chosen.length === most) break;
    if (!chosen.some(({ sentence }) => sentence.passage === each.sentence.passage)) chosen.push(each);
  }
  const compared = ranked.slice(0, COMPARED);
  return chosen.map((each, place) => ({
    sentence: each.sentence,
    certainty: certaintyOfBest(
      question,
      place === 0 ? ranked : [each, ...compared.filter((other) => other !== each)],
    ),
  }));
}

/** The certainty of a passage from its share of the words: three of eight are just enough for an answer. */
const ENOUGH_WORDS = 3 / 8;
const SURE_BY_WORDS = 1.334;
const SUREST_BY_WORDS = 0.93;
/** Below this certainty a candidate is only offered by its topic. */
const UNSURE_BY_WORDS = 0.5;

export function certaintyOfShare(share: number): number {
  return share < ENOUGH_WORDS ? share * UNSURE_BY_WORDS : Math.min(SUREST_BY_WORDS, share * SURE_BY_WORDS);
}
