/**
 * Ranks the sentences that may answer a question. A sentence's score is a weighted sum of features. The weights were
 * fitted by `bench/answers.ts --half tune --fit`. Pure.
 */
import { Pace } from '@palkit/runtime/pace';
import type { QuestionVectors } from '../language/embeddings.ts';
import { peopleOf, type CallMemory } from './call-memory.ts';
import { personOfHeading } from './person-heading.ts';
import { holdsKind, questionKind, months, weekDays, type QuestionKind } from './question-kind.ts';
import type { People } from './people.ts';
import { relativeDays, seasonMonths } from './relative-days.ts';
import type { KnownSentence, SentenceVectors } from './sentence-table.ts';
import { bareQuestion, contentWords } from './words.ts';

/**
 * The parts of a question that are compared with sentences. Vectors have length 1; null without a model, or in a
 * language that the model lacks.
 */
export interface ReadQuestion {
  text: string;
  kind: QuestionKind;
  days: ReadonlySet<number>;
  months: ReadonlySet<number>;
  words: ReadonlySet<string>;
  people: People;
  /** Months named earlier in the call; they select a column if the question names no month. */
  rememberedMonths: ReadonlySet<number>;
  /** People named earlier in the call; they select a column if the question names no person. */
  rememberedPeople: People | null;
  /** The new words of a follow-up question; they outweigh the words of the previous question. */
  ownWords: ReadonlySet<string>;
  vector: Float32Array | null;
  /** The parts of each word that carries meaning; empty if the model does not report them. */
  parts: readonly (readonly Float32Array[])[];
}

/** The circumstances of a question. */
export interface AskOptions {
  signal?: AbortSignal | undefined;
  /** The language that is spoken, a BCP 47 tag; English unless it is set. */
  language?: string | undefined;
  /** The line before: the question continues from it. */
  after?: string | undefined;
  /** The date in the PAL's time zone, in ISO form, for questions such as "are you open tomorrow?". */
  today?: string | null;
  /** Earlier lines of the call. */
  memory?: CallMemory | undefined;
  /** The visitor's last line, if the question was completed by the line before it. */
  ownLine?: string | undefined;
  /** A heading: the answer is one of the sentences under it. */
  within?: string | undefined;
}

/** The evidence for a sentence. */
export interface Features {
  /**
   * Cosines of the question with the sentence under its headings, and with the sentence alone; the best value of its
   * section.
   */
  inContext: number;
  alone: number;
  section: number;
  /** The share of the question's words that occur in the sentence, weighted by their rarity here; 0 to 1. */
  coverage: number;
  /** 1 if it contains the requested kind of answer, -1 if it does not, 0 if the kind cannot be detected. */
  kind: number;
  /** 1 if it names the requested day, -1 if it names only other days. */
  day: number;
}

/** The bonus for the previous answer's section if the question continues it. */
const SPOKEN_OF = 0.8;

/**
 * The bonus for a sentence with all new words of a follow-up question over those with words of the previous question.
 */
const OWN_WORDS = 0.5;

export interface RankingOptions {
  /** The rarity of a word here, 0 to 1; 1 is a word that the text lacks. */
  rarity(word: string): number;
  /** Scales the cosines of another model to the spread of the model that the weights were fitted with. */
  calibrated?: boolean;
  /** The sections of the previous answers. */
  spokenOf?: ReadonlySet<string>;
}

export interface Ranked {
  sentence: KnownSentence;
  features: Features;
  /** The question's words that the sentence lacks, each by its rarity. */
  missing: number;
  score: number;
  /** The table cells that answer, as a sentence; missing if no table certainly answers. */
  tableText?: string;
  /**
   * For a sentence about the requested day: `Yes` if the place is open then; null if the sentence does not decide it.
   */
  opening?: 'Yes' | 'No' | null;
  /** Names of the rows or sections that match equally well; missing if one matches best. */
  choices?: readonly string[];
}

export const WEIGHTS: Readonly<Record<keyof Features, number>> = {
  inContext: 4.2,
  alone: 4.1,
  section: 2.5,
  coverage: 2.3,
  kind: 0.6,
  day: 0.5,
};
/** The weight of words if there are no vectors: as much as all cosines together. */
const WORDS_ALONE: Readonly<Record<keyof Features, number>> = { ...WEIGHTS, coverage: 8 };

/** An address has an unmistakable form, so it counts more than other kinds of answers. */
const ADDRESS = 3;

/** `today`: an ISO date for words such as "tomorrow", null if it is not known. */
export function readQuestion(
  question: string,
  vectors: QuestionVectors | null,
  { today, memory, ownLine }: Pick<AskOptions, 'today' | 'memory' | 'ownLine'> = {},
): ReadQuestion {
  const text = bareQuestion(question);
  const near = relativeDays(text, today);
  const words = vectors?.words.filter((word) => contentWords(word.text).size > 0) ?? [];
  return {
    text,
    kind: questionKind(question),
    days: new Set(newest(ownLine, weekDays) ?? [...weekDays(text), ...near.days]),
    months: new Set(newest(ownLine, monthsOf) ?? [...monthsOf(text), ...near.months]),
    words: contentWords(text),
    people: peopleOf(text, memory),
    ...readMemory(memory),
    ownWords: contentWords(ownLine ?? ''),
    vector: vectors?.vector ?? null,
    parts: (words.length > 0 ? words : (vectors?.words ?? [])).map((word) => word.parts),
  };
}

const readMemory = (
  memory: CallMemory | undefined,
): Pick<ReadQuestion, 'rememberedMonths' | 'rememberedPeople'> => ({
  rememberedMonths: memory?.months ?? new Set(),
  rememberedPeople: memory?.people ?? null,
});

const monthsOf = (text: string): number[] => [...months(text), ...seasonMonths(text)];

/** The last line that names a subject, among lines that continue each other. */
function newest(lines: string | undefined, read: (line: string) => Iterable<number>): number[] | undefined {
  return lines
    ?.split('\n')
    .map((line) => [...read(line)])
    .findLast(({ length }) => length > 0);
}

/** Prepares a question for its vector: a short question for a place names the place's synonyms. */
export function vectorText(question: string): string {
  const text = bareQuestion(question);
  return questionKind(question) === 'address' ? `${text} Our address, where to find us.` : text;
}

/** All sentences, the best first. It runs in time slices, because there may be thousands. */
export async function rank(
  question: ReadQuestion,
  sentences: readonly KnownSentence[],
  { rarity, calibrated = true, spokenOf = new Set() }: RankingOptions,
): Promise<Ranked[]> {
  const pace = new Pace();
  const weight = [...question.words].reduce((sum, word) => sum + rarity(word), 0);
  const weights = question.vector ? WEIGHTS : WORDS_ALONE;
  const ranked: Ranked[] = [];
  for (const sentence of sentences) {
    const found = [...question.words].reduce(
      (sum, word) => (sentence.words.has(word) ? sum + rarity(word) : sum),
      0,
    );
    const holds = holdsAsked(question, sentence);
    const features: Features = {
      inContext: cosine(question.vector, sentence.vectors, 'inContext'),
      alone: cosine(question.vector, sentence.vectors, 'alone'),
      section: 0,
      coverage: found / (weight || 1),
      kind: (holds === null ? 0 : holds ? 1 : -1) * (question.kind === 'address' ? ADDRESS : 1),
      day: dayFits(question.days, sentence.text),
    };
    ranked.push({ sentence, features, missing: weight - found, score: 0 });
    await pace.rest();
  }
  if (question.vector && !calibrated) standardise(ranked);
  const sections = new Map<string, number>();
  for (const { sentence, features } of ranked)
    sections.set(sentence.section, Math.max(sections.get(sentence.section) ?? -1, features.inContext));
  for (const each of ranked) {
    each.features.section = sections.get(each.sentence.section)!;
    const lead = leadOf(each.sentence, question, spokenOf);
    each.score = (Object.keys(weights) as (keyof Features)[]).reduce(
      (sum, name) => sum + weights[name] * each.features[name],
      lead,
    );
  }
  return ranked.sort((one, other) => other.score - one.score);
}

/** A text below the name of a person contains a name. */
const holdsAsked = ({ kind }: ReadQuestion, { text, block }: KnownSentence): boolean | null =>
  (kind === 'person' && personOfHeading(block.headings) !== null) || holdsKind(kind, text);

function leadOf(
  { section, words }: KnownSentence,
  { ownWords }: ReadQuestion,
  spokenOf: ReadonlySet<string>,
): number {
  const own = [...ownWords].filter((word) => words.has(word)).length;
  return (spokenOf.has(section) ? SPOKEN_OF : 0) + OWN_WORDS * (own / (ownWords.size || 1));
}

/**
 * The mean and the deviation of the cosines between a question and the sentences of a text, for the model that the
 * weights were fitted with.
 */
const MEAN = 0.13;
const DEVIATION = 0.13;

function standardise(ranked: readonly Ranked[]): void {
  for (const name of ['inContext', 'alone'] as const) {
    const mean = ranked.reduce((sum, { features }) => sum + features[name], 0) / ranked.length;
    const variance =
      ranked.reduce((sum, { features }) => sum + (features[name] - mean) ** 2, 0) / ranked.length;
    for (const { features } of ranked)
      features[name] = MEAN + (DEVIATION * (features[name] - mean)) / (Math.sqrt(variance) || 1);
  }
}

function dayFits(questionDays: ReadonlySet<number>, sentence: string): number {
  if (questionDays.size === 0 || questionDays.size === 7) return 0;
  const named = weekDays(sentence);
  if ([...questionDays].every((day) => named.has(day))) return 1;
  return named.size > 0 ? -1 : 0;
}

function cosine(
  question: Float32Array | null,
  vectors: SentenceVectors | null,
  of: keyof SentenceVectors,
): number {
  return question && vectors ? dot(question, vectors[of]) : 0;
}

/** Returns 0 for vectors of different lengths, which occur after a change of the model. */
export function dot(one: Float32Array, other: Int8Array): number {
  if (one.length !== other.length) return 0;
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += one[index]! * other[index]!;
  return sum / 127;
}
