/**
 * Which sentence answers a question, and how surely. A sentence's score is a weighted sum of what speaks for
 * it; how sure an answer is, a logistic function of the best one's share of all scores, and of the question's
 * words that have nothing to do with it. The weights were fitted by `bench/answers.ts --half
 * tune --fit`. Pure.
 */
import type { QuestionVectors } from '../../language/embeddings.ts';
import { holdsKind, questionKind, weekDays, type QuestionKind } from './question-kind.ts';
import type { KnownSentence, SentenceVectors } from './sentence-table.ts';
import { bareQuestion, contentWords } from './words.ts';

/**
 * What of a question is compared with sentences. Vectors have length 1; null where there is no model, or
 * not for this language.
 */
export interface ReadQuestion {
  text: string;
  kind: QuestionKind;
  days: ReadonlySet<number>;
  words: ReadonlySet<string>;
  vector: Float32Array | null;
  /** How near it comes to what any organisation might say: a cosine, the average where that is not known. */
  common: number;
  /** The parts of each word that carries meaning; empty where the model does not tell. */
  parts: readonly (readonly Float32Array[])[];
}

/** What speaks for a sentence. */
export interface Features {
  /** Cosines with the sentence under its headings, and alone; the best of its section. */
  inContext: number;
  alone: number;
  section: number;
  /** Of the question's words, weighted by how rare they are here, the share that the sentence has; 0 to 1. */
  coverage: number;
  /**
   * 1 where it holds the kind of thing that is asked for, -1 where it does not, 0 where that does not
   * tell.
   */
  kind: number;
  /** 1 where it names the day that is asked about, -1 where it names others only. */
  day: number;
}

/**
 * A section that was spoken of in the line before has so much of a lead, where the question goes on from
 * there.
 */
const SPOKEN_OF = 0.8;

export interface RankingOptions {
  /** Of a word, how much it tells here; 0 to 1, which is a word that the text does not have. */
  rarity(word: string): number;
  /**
   * Cosines mean what they did when the weights were fitted; those of another model are brought to the
   * same spread.
   */
  calibrated?: boolean;
  /** The sections that were just spoken of. */
  spokenOf?: ReadonlySet<string>;
}

export interface Ranked {
  sentence: KnownSentence;
  features: Features;
  /** The question's words that the sentence lacks, each by its rarity. */
  missing: number;
  score: number;
}

export const WEIGHTS: Readonly<Record<keyof Features, number>> = {
  inContext: 3.9,
  alone: 4,
  section: 3.1,
  coverage: 2.2,
  kind: 1,
  day: 1.15,
};
/** Where nothing is known but words, they count for as much as all cosines. */
const WORDS_ALONE: Readonly<Record<keyof Features, number>> = { ...WEIGHTS, coverage: 8 };

/** A place's address looks like nothing else, so it counts for more than other kinds of things. */
const ADDRESS = 3;
/** What `common`, and the fit of the least fitting word, are on average. */
const UNKNOWN_COMMON = 0.54;
const UNKNOWN_FIT = 0.2;

/**
 * What makes an answer sure, or unsure. Chosen one after another by what each told of texts that the fit had
 * not seen.
 */
export interface Certainty {
  /** The best sentence's section's share of all, where shares are as scores are likely; 0 to 1. */
  section: number;
  /**
   * Words of the question that the sentence lacks, each from 0 to 1 by how rare it is here; at most 5. At the
   * same score they speak for it: what is asked at length is clear, and a sentence of the question's own words
   * often names no more than its topic.
   */
  missing: number;
  /** How much the question's least fitting word has to do with the sentence: a cosine. */
  leastWord: number;
  /** The same with the next sentence of its section, where that is the second best. */
  leastOfTwo: number;
  /** How near the question comes to what any organisation might say: a cosine. */
  common: number;
  /** 1 where the sentence that is nearest by itself stands in the same section. */
  agreed: number;
  /** 1 where a price, or a person, is asked for, and the sentence names none. */
  noPrice: number;
  noPerson: number;
  /** The lead over the fifth best. */
  overFifth: number;
  /** As in `Features`. */
  day: number;
}
export const CERTAINTY: Readonly<Record<keyof Certainty, number> & { constant: number }> = {
  constant: -3.66,
  section: 2.36,
  missing: 0.4,
  leastWord: 3.09,
  leastOfTwo: 3.87,
  common: -3.21,
  agreed: 0.85,
  noPrice: -2.74,
  noPerson: -1.74,
  overFifth: 0.32,
  day: 0.76,
};

export function readQuestion(
  question: string,
  vectors: QuestionVectors | null,
  common = UNKNOWN_COMMON,
): ReadQuestion {
  const text = bareQuestion(question);
  const meant = vectors?.words.filter((word) => contentWords(word.text).size > 0) ?? [];
  return {
    text,
    common,
    kind: questionKind(question),
    days: weekDays(text),
    words: contentWords(text),
    vector: vectors?.vector ?? null,
    parts: (meant.length > 0 ? meant : (vectors?.words ?? [])).map((word) => word.parts),
  };
}

/** What is made into the question's vector: where a place is asked for in few words, they are said. */
export function meantBy(question: string): string {
  const text = bareQuestion(question);
  return questionKind(question) === 'address' ? `${text} Our address, where to find us.` : text;
}

/** All sentences, the best first. */
export function rank(
  question: ReadQuestion,
  sentences: readonly KnownSentence[],
  { rarity, calibrated = true, spokenOf = new Set() }: RankingOptions,
): Ranked[] {
  const weight = [...question.words].reduce((sum, word) => sum + rarity(word), 0);
  const weights = question.vector ? WEIGHTS : WORDS_ALONE;
  const ranked = sentences.map((sentence): Ranked => {
    const found = [...question.words].reduce(
      (sum, word) => (sentence.words.has(word) ? sum + rarity(word) : sum),
      0,
    );
    const holds = holdsKind(question.kind, sentence.text);
    const features: Features = {
      inContext: cosine(question.vector, sentence.vectors, 'inContext'),
      alone: cosine(question.vector, sentence.vectors, 'alone'),
      section: 0,
      coverage: found / (weight || 1),
      kind: (holds === null ? 0 : holds ? 1 : -1) * (question.kind === 'address' ? ADDRESS : 1),
      day: dayFits(question.days, sentence.text),
    };
    return { sentence, features, missing: weight - found, score: 0 };
  });
  if (question.vector && !calibrated) spread(ranked);
  const sections = new Map<string, number>();
  for (const { sentence, features } of ranked)
    sections.set(sentence.section, Math.max(sections.get(sentence.section) ?? -1, features.inContext));
  for (const each of ranked) {
    each.features.section = sections.get(each.sentence.section)!;
    const spoken = spokenOf.has(each.sentence.section) ? SPOKEN_OF : 0;
    each.score = (Object.keys(weights) as (keyof Features)[]).reduce(
      (sum, name) => sum + weights[name] * each.features[name],
      spoken,
    );
  }
  return ranked.sort((one, other) => other.score - one.score);
}

/** Further ones tell nothing more. */
const MOST_MISSING = 5;

/** What tells how sure the best of `ranked` is; it has at least one, the best first. */
export function certaintyOf(question: ReadQuestion, ranked: readonly Ranked[]): Certainty {
  const [best, second = best] = ranked as [Ranked, ...Ranked[]];
  const { features, sentence } = best;
  const here = ({ sentence: { section } }: Ranked) => section === sentence.section;
  const nearest = ranked.reduce((one, other) => (other.features.alone > one.features.alone ? other : one));
  const lacks = (kind: QuestionKind) => (question.kind === kind && features.kind < 0 ? 1 : 0);
  const next = here(second) ? second.sentence.vectors : null;
  return {
    section: shareOf(here, ranked),
    missing: Math.min(MOST_MISSING, best.missing),
    leastWord: leastFit(question, [sentence.vectors?.inContext, sentence.vectors?.alone]),
    leastOfTwo: leastFit(question, [sentence.vectors?.inContext, next?.inContext]),
    common: question.common,
    agreed: here(nearest) ? 1 : 0,
    noPrice: lacks('price'),
    noPerson: lacks('person'),
    overFifth: best.score - ranked[Math.min(4, ranked.length - 1)]!.score,
    day: features.day,
  };
}

/** Of what scores stand for as logarithms, the share of those that are `chosen`. */
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

/** Of the question's words the one that fits least, by the vector that it fits best. */
function leastFit({ parts }: ReadQuestion, vectors: readonly (Int8Array | undefined)[]): number {
  const there = vectors.filter((vector) => vector !== undefined);
  if (there.length === 0 || parts.length === 0) return UNKNOWN_FIT;
  return Math.min(
    ...parts.map((word) => Math.max(...word.flatMap((part) => there.map((vector) => dot(part, vector))))),
  );
}

/** An address where the place's own address is asked for is the answer, whatever else the words are like. */
const SURE_OF_ADDRESS = 0.8;

/** How likely the best sentence answers the question, 0 to 1. */
export function certain(question: ReadQuestion, ranked: readonly Ranked[]): number {
  if (question.kind === 'address' && ranked[0]!.features.kind > 0) return SURE_OF_ADDRESS;
  const certainty = certaintyOf(question, ranked);
  const sum = (Object.keys(certainty) as (keyof Certainty)[]).reduce(
    (so, name) => so + CERTAINTY[name] * certainty[name],
    CERTAINTY.constant,
  );
  return 1 / (1 + Math.exp(-sum));
}

/**
 * The mean and the deviation of cosines between a question and the sentences of a text, as the fitted
 * model has them.
 */
const MEAN = 0.13;
const DEVIATION = 0.13;

function spread(ranked: readonly Ranked[]): void {
  for (const name of ['inContext', 'alone'] as const) {
    const mean = ranked.reduce((sum, { features }) => sum + features[name], 0) / ranked.length;
    const variance =
      ranked.reduce((sum, { features }) => sum + (features[name] - mean) ** 2, 0) / ranked.length;
    for (const { features } of ranked)
      features[name] = MEAN + (DEVIATION * (features[name] - mean)) / (Math.sqrt(variance) || 1);
  }
}

function dayFits(asked: ReadonlySet<number>, sentence: string): number {
  if (asked.size === 0 || asked.size === 7) return 0;
  const named = weekDays(sentence);
  if ([...asked].every((day) => named.has(day))) return 1;
  return named.size > 0 ? -1 : 0;
}

function cosine(
  question: Float32Array | null,
  vectors: SentenceVectors | null,
  of: keyof SentenceVectors,
): number {
  return question && vectors ? dot(question, vectors[of]) : 0;
}

/** 0 where the model has changed its dimensions. */
function dot(one: Float32Array, other: Int8Array): number {
  if (one.length !== other.length) return 0;
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += one[index]! * other[index]!;
  return sum / 127;
}
