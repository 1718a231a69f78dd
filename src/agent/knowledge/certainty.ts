/**
 * Estimates how certainly the best sentence answers: a logistic function of features such as its section's fraction
 * of the total likelihood. The weights were fitted by `bench/answers.ts --half tune --fit`.
 */
import { isBelowOther, isForOtherPerson, isForOtherThing } from './asked-thing.ts';
import type { QuestionKind } from './question-kind.ts';
import { pattern } from './pattern.ts';
import { fitsPerson, personClass } from './person-class.ts';
import { dot, type RankedSentence, type ReadQuestion } from './ranking.ts';
import { sharesNoSubject } from './shared-subject.ts';
import { isCalendar } from './table-words.ts';
import { contentWords } from './words.ts';

/** The features of an answer. Each was added because it improved results on texts outside the fitted set. */
export interface Certainty {
  /**
   * The likelihood of the best sentence's section as a fraction of the sum over all sections, 0 to 1. A score is a
   * log-likelihood.
   */
  section: number;
  /**
   * Number of question words that the sentence lacks, each weighted by its rarity in the texts (0 to 1); at most
   * 5. At equal scores, missing words raise the certainty: a sentence that repeats all words of a question often
   * only names its topic.
   */
  missing: number;
  /**
   * The cosine of the question's worst-matching word with the sentence or, if it matches better, with the
   * second-ranked sentence of the same section.
   */
  lowestWord: number;
  /** 1 if the question asks for a price and the sentence contains none. */
  noPrice: number;
  /** 1 if the question asks for a person and the sentence contains none. */
  noPerson: number;
  /** 1 if the question asks for a size or a year and the sentence contains none. */
  noSize: number;
  /** The difference between the best score and the fifth-best score. */
  overFifth: number;
  /**
   * `inContext`, `alone`, `coverage` and `day` are as in `Features`. The model was trained to give low cosines to
   * questions without an answer.
   */
  inContext: number;
  alone: number;
  coverage: number;
  day: number;
  /** The difference in `inContext` between the best sentence and the best one of another section. */
  overOthers: number;
  /** 1 if the question asks for something that no sentence names: "do you have a sauna?". */
  hasUnknownName: number;
  /** 1 if the question names a place that the texts know, and the sentence names another place. */
  namesOther: number;
  /**
   * 1 if the sentence shares only days, months or names of columns with the question, or no word at all although the
   * question asks for a person.
   */
  noSubject: number;
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
  hasUnknownName: -0.5,
  namesOther: -2,
  noSubject: -1.25,
};

/**
 * Bias for each kind of question, added to the sum. The texts often lack the answer to "is there", "how many" and
 * "how long", and usually have the answer to "where" and "how".
 */
const KIND_PRIOR: Readonly<Partial<Record<QuestionKind, number>>> = {
  whether: -0.4,
  count: -0.4,
  duration: -0.4,
  place: 0.4,
  method: 0.4,
};

/** A follow-up asks about a subject that the texts have, so it gets no bias. */
const priorOf = ({ kind, ownWords }: ReadQuestion): number =>
  ownWords.size > 0 ? 0 : (KIND_PRIOR[kind] ?? 0);

/** Minimum certainty at which an answer is spoken; below it the agent offers the topic instead (`bench/answers.ts`). */
export const MIN_CERTAINTY = 0.55;

/** Default for `lowestWord` if there are no vectors: the mean similarity of the worst-matching word. */
const UNKNOWN_FIT = 0.2;
/** Maximum value of `missing`; further missing words add no information. */
const MAX_MISSING_WORDS = 5;

const ASKS_FOR_THING = pattern('i')`
  ^(?:(?:hi|hello|hey|and|so|um+)[ ,]+)*(?:do|have) you (?:guys )?(?:have|got|sell|offer|rent|hire|provide|run|serve|
  stock|do|teach|store|keep|make|take|accept)\b|\b(?:is|are) there (?:an?|any)\b|^any \w+`;

function isUnnamed({ text, words }: ReadQuestion, rankedSentences: readonly RankedSentence[]): boolean {
  if (!ASKS_FOR_THING.test(text)) return false;
  return [...words].some((word) => !rankedSentences.some(({ sentence }) => sentence.words.has(word)));
}

/** True for "is there a car park at Lakeside?" and a sentence about the car park of Oakhurst. */
function namesOther({ text, words }: ReadQuestion, rankedSentences: readonly RankedSentence[]): boolean {
  if (!ASKS_FOR_THING.test(text)) return false;
  const { sentence } = rankedSentences[0]!;
  const isName = (word: string) => !isCalendar(word) && isWrittenAsName(word, rankedSentences);
  return (
    [...words].some((word) => !sentence.words.has(word) && isName(word)) &&
    [...sentence.words].some((word) => !words.has(word) && isName(word))
  );
}

/** True if the texts always write the word with a capital letter, at least once within a sentence. */
function isWrittenAsName(word: string, rankedSentences: readonly RankedSentence[]): boolean {
  let isWithin = false;
  for (const { sentence } of rankedSentences) {
    if (!sentence.words.has(word)) continue;
    for (const match of sentence.text.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (!contentWords(match[0]).has(word)) continue;
      if (!/^\p{Lu}/u.test(match[0])) return false;
      isWithin ||= /[\p{Ll},] $/u.test(sentence.text.slice(0, match.index));
    }
  }
  return isWithin;
}

/** Computes the features of the best sentence. `rankedSentences` has at least one sentence, best first. */
export function certaintyOf(question: ReadQuestion, rankedSentences: readonly RankedSentence[]): Certainty {
  const [best, second = best] = rankedSentences as [RankedSentence, ...RankedSentence[]];
  const { features, sentence } = best;
  const isInSection = ({ sentence: { section } }: RankedSentence) => section === sentence.section;
  const lacks = (...kinds: QuestionKind[]) => (kinds.includes(question.kind) && features.kind < 0 ? 1 : 0);
  const next = isInSection(second) ? second.sentence.vectors : null;
  return {
    section: shareOf(isInSection, rankedSentences),
    missing: Math.min(MAX_MISSING_WORDS, best.missing),
    lowestWord: lowestSimilarity(question, [sentence.vectors?.inContext, next?.inContext]),
    noPrice: lacks('price'),
    noPerson: lacks('person'),
    noSize: lacks('size', 'year'),
    overFifth: best.score - rankedSentences[Math.min(4, rankedSentences.length - 1)]!.score,
    inContext: features.inContext,
    alone: features.alone,
    coverage: features.coverage,
    day: features.day,
    overOthers:
      features.inContext -
      Math.max(
        0,
        ...rankedSentences.filter((each) => !isInSection(each)).map((each) => each.features.inContext),
      ),
    hasUnknownName: Number(isUnnamed(question, rankedSentences)),
    namesOther: Number(namesOther(question, rankedSentences)),
    noSubject: Number(sharesNoSubject(question, best)),
  };
}

/** Returns the likelihood of the chosen sentences as a fraction of the sum over all. A score is a log-likelihood. */
function shareOf(
  isChosen: (each: RankedSentence) => boolean,
  rankedSentences: readonly RankedSentence[],
): number {
  const highest = rankedSentences[0]!.score;
  let part = 0;
  let all = 0;
  for (const each of rankedSentences) {
    const share = Math.exp(each.score - highest);
    all += share;
    if (isChosen(each)) part += share;
  }
  return part / all;
}

/** Returns the similarity of the question's worst-matching word to its nearest vector. */
function lowestSimilarity({ parts }: ReadQuestion, vectors: readonly (Int8Array | undefined)[]): number {
  const there = vectors.filter((vector) => vector !== undefined);
  if (there.length === 0 || parts.length === 0) return UNKNOWN_FIT;
  return Math.min(
    ...parts.map((word) => Math.max(...word.flatMap((part) => there.map((vector) => dot(part, vector))))),
  );
}

/**
 * Certainty of the place's address as the answer to a question about it. It is fixed, because few words of such a
 * question match.
 */
const ADDRESS_CERTAINTY = 0.8;
/** Certainty of an answer that a table or a date determines. */
const TABLE_CERTAINTY = 0.85;

/** Minimum certainty of a sentence whose section the question names. */
const NAMED_HEADING_CERTAINTY = 0.6;
/** Certainty that this sentence must already have without the name. */
const MIN_WITHOUT_NAME = 0.15;

/** Certainty of a sentence about a different thing than the question; only its topic is offered. */
const OTHER_THING_CERTAINTY = 0.2;

/** Minimum certainty of a sentence that answers although another heading or row has the subject's name. */
const MIN_BELOW_OTHER = 0.9;

/** True for a row whose ages do not include those of everybody in the question. */
function isForOtherAge({ people: { persons } }: ReadQuestion, { sentence }: RankedSentence): boolean {
  const label = sentence.block.table?.rows[sentence.place]?.[0];
  const own = label === undefined || persons.every(({ age }) => age === null) ? null : personClass(label);
  return own?.range != null && !own.isBundle && !persons.every((person) => fitsPerson(own, person));
}

/** Returns the probability that the best sentence answers the question, 0 to 1. */
export function certaintyOfBest(question: ReadQuestion, ranked: readonly RankedSentence[]): number {
  if (isForOtherPerson(question, ranked)) return OTHER_THING_CERTAINTY;
  if (question.kind === 'address' && ranked[0]!.features.kind > 0) return ADDRESS_CERTAINTY;
  if (ranked[0]!.tableText !== undefined || ranked[0]!.opening !== undefined) return TABLE_CERTAINTY;
  if (isForOtherThing(question, ranked) || isForOtherAge(question, ranked[0]!)) return OTHER_THING_CERTAINTY;
  const certainty = certaintyOf(question, ranked);
  const sum = (Object.keys(certainty) as (keyof Certainty)[]).reduce(
    (so, name) => so + CERTAINTY[name] * certainty[name],
    CERTAINTY.constant + priorOf(question),
  );
  const probability = 1 / (1 + Math.exp(-sum));
  if (probability < MIN_BELOW_OTHER && isBelowOther(question, ranked))
    return Math.min(OTHER_THING_CERTAINTY, probability);
  const isNamed = ranked[0]!.isNamedSection === true && probability >= MIN_WITHOUT_NAME;
  return isNamed ? Math.max(NAMED_HEADING_CERTAINTY, probability) : probability;
}

/**
 * Maximum number of sentences with which a candidate is compared; further ones would hardly change its
 * certainty.
 */
const MAX_COMPARED_SENTENCES = 200;

/** Returns the best sentences, each from a different passage, with the certainty that each would have as the first. */
export function bestCandidates(
  question: ReadQuestion,
  rankedSentences: readonly RankedSentence[],
  highest: number,
): { sentence: RankedSentence['sentence']; certainty: number }[] {
  const chosenSentences: RankedSentence[] = [];
  for (const each of rankedSentences) {
    if (chosenSentences.length === highest) break;
    if (!chosenSentences.some(({ sentence }) => sentence.passage === each.sentence.passage))
      chosenSentences.push(each);
  }
  const candidates = rankedSentences.slice(0, MAX_COMPARED_SENTENCES);
  return chosenSentences.map((each, place) => ({
    sentence: each.sentence,
    certainty: certaintyOfBest(
      question,
      place === 0 ? rankedSentences : [each, ...candidates.filter((other) => other !== each)],
    ),
  }));
}

/** Fraction of matched words that gives the minimum certainty if there are no vectors. */
const ENOUGH_WORDS = 3 / 8;
/** Factor from the fraction of matched words to the certainty, if there are no vectors. */
const CERTAINTY_PER_WORD_SHARE = MIN_CERTAINTY / ENOUGH_WORDS;
/** Maximum certainty if there are no vectors. */
const MAX_CERTAINTY_BY_WORDS = 0.93;
/** Factor for a fraction below `ENOUGH_WORDS`; with it the agent offers only the topic of a candidate. */
const REDUCED_CERTAINTY_PER_WORD_SHARE = 0.5;

export function certaintyOfShare(share: number): number {
  const factor = share < ENOUGH_WORDS ? REDUCED_CERTAINTY_PER_WORD_SHARE : CERTAINTY_PER_WORD_SHARE;
  return Math.min(MAX_CERTAINTY_BY_WORDS, share * factor);
}
