/**
 * Ranks the sentences that may answer a question. A score is a weighted sum of features; the weights were fitted by
 * `bench/answers.ts --half tune --fit`.
 */
import { Pace } from '@palkit/runtime/pace';
import type { QuestionVectors } from '../language/embeddings.ts';
import { peopleOf, type CallMemory } from './call-memory.ts';
import { hasMeasure } from './measure-ranges.ts';
import { pattern } from './pattern.ts';
import { personOfHeading } from './person-heading.ts';
import { holdsKind, questionKind, months, weekDays, type QuestionKind } from './question-kind.ts';
import type { People } from './people.ts';
import { relativeDays, seasonMonths } from './relative-days.ts';
import type { KnownSentence, SentenceVectors } from './sentence-table.ts';
import { bareQuestion, contentWords } from './words.ts';

/**
 * The parts of a question that are compared with sentences. Vectors have length 1; they are null without a model or
 * if the model lacks the language.
 */
export interface ReadQuestion {
  text: string;
  kind: QuestionKind;
  days: ReadonlySet<number>;
  months: ReadonlySet<number>;
  words: ReadonlySet<string>;
  people: People;
  /** Months named earlier in the call. They select a column if the question names no month. */
  rememberedMonths: ReadonlySet<number>;
  /** People named earlier in the call. They select a column if the question names no person. */
  rememberedPeople: People | null;
  /** The period named earlier in the call. It counts if the question for a price names none. */
  rememberedStay?: string | null;
  /** The new words of a follow-up question; they outweigh the words of the previous question. */
  ownWords: ReadonlySet<string>;
  /** The words of earlier statements. A table may answer without containing them. */
  backgroundWords?: ReadonlySet<string>;
  /** Texts that explain names of columns; undefined until tables are searched. */
  definitions?: ReadonlyMap<string, string>;
  /** Words of the question that occur so often in the texts that they do not name a particular subject. */
  commonWords?: ReadonlySet<string>;
  vector: Float32Array | null;
  /** The vectors of the word pieces of each content word; empty if the model does not report them. */
  parts: readonly (readonly Float32Array[])[];
  /** The words that `parts` belong to, in their order. */
  partTexts: readonly string[];
}

/** The context of a question. */
export interface AskOptions {
  signal?: AbortSignal | undefined;
  /** The BCP 47 tag of the spoken language. The default is English. */
  language?: string | undefined;
  /** The previous answer, which the question may continue. The sections that it quotes rank higher. */
  after?: string | undefined;
  /** The ISO date in the PAL's time zone, for questions such as "are you open tomorrow?". */
  today?: string | null;
  /** People and dates from earlier lines of the call. */
  memory?: CallMemory | undefined;
  /** The visitor's last line, if the question is that line completed by the previous one. */
  ownLine?: string | undefined;
  /** Earlier statements of the call that the question contains. */
  background?: string | undefined;
  /** A heading that limits the answer to the sentences under it. */
  within?: string | undefined;
}

/** Evidence that a sentence answers the question. */
export interface Features {
  /** The cosine of the question with the sentence under its headings. */
  inContext: number;
  /** The cosine of the question with the sentence only. */
  alone: number;
  /** The best `inContext` in the sentence's section. */
  section: number;
  /** The fraction of the question's words that occur in the sentence, weighted by their rarity in the texts; 0 to 1. */
  coverage: number;
  /**
   * 1 if the sentence contains the requested kind of answer, -1 if it does not, 0 if the kind cannot be detected;
   * for an address 3 and -3.
   */
  kind: number;
  /** 1 if the sentence names all requested days, -1 if it names days but lacks one of these, otherwise 0. */
  day: number;
}

/** Bonus for the sections of the facts, and for those of the previous answer if the question continues it. */
const PREVIOUS_SECTION_BONUS = 0.8;

/**
 * Bonus for a sentence with a limit such as "six at most", if the question contains an age, a weight or a number of
 * people.
 */
const LIMIT_BONUS = 0.6;
const LIMIT = pattern('i')`
  \b(?:at most|at least|up to|maximum|minimum|no more than|from the age of|from|over|under|above|below|until)
  (?: the age of)? (?:\d|two|three|four|five|six|seven|eight|nine|ten|twelve)|
  \b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve)(?: \w+)? (?:at most|at least|or (?:more|over|older)|
  and (?:over|older|above)|on\b)`;
const ASKS_ELIGIBILITY = /\b(?:can|could|may|would|is|are|am|does|do|will|allowed|too|fit|enough|room)\b/i;

/**
 * Returns a test whether a sentence states a limit for a question such as "my son is 6, can he come"; null for another
 * question. A limit of a number of people or of a weight says nothing about an age.
 */
function limitOf({ text, people, kind }: ReadQuestion): ((sentence: string) => boolean) | null {
  const isMeasured = hasMeasure(text);
  if ((kind !== 'whether' && kind !== 'other') || !ASKS_ELIGIBILITY.test(text)) return null;
  if (!isMeasured && people.persons.every(({ age }) => age === null)) return null;
  return (sentence) => LIMIT.test(sentence) && (isMeasured || !hasMeasure(sentence));
}

/** Bonus for a sentence with all new words of a follow-up question; it then beats matches of the previous question. */
const OWN_WORDS_BONUS = 0.5;

export interface RankingOptions {
  /** Returns the rarity of a word in the texts, 0 to 1; 1 if no text contains the word. */
  rarity(word: string): number;
  /** False if the cosines come from another model; they are then scaled to those that the weights were fitted with. */
  calibrated?: boolean;
  /** The sections that get a bonus: those of the facts and of the previous answer. */
  spokenOf?: ReadonlySet<string>;
}

export interface RankedSentence {
  sentence: KnownSentence;
  features: Features;
  /** The number of question words that the sentence lacks, each weighted by its rarity. */
  missing: number;
  score: number;
  /** The answering table cells as a sentence; undefined if no table certainly answers. */
  tableText?: string;
  /** For a sentence about the requested day: "Yes" or "No" if it states whether the place is open, otherwise null. */
  opening?: 'Yes' | 'No' | null;
  /**
   * True if the section is named as the question's subject, and the sentence contains the requested kind of answer.
   */
  isNamedSection?: boolean;
  /** Names of the rows or sections that match equally well; undefined if one matches best. */
  choices?: readonly string[];
  /** True if the question asks whether there is such a thing, and the choices are these things. */
  isOffered?: boolean;
}

export const WEIGHTS: Readonly<Record<keyof Features, number>> = {
  inContext: 4.2,
  alone: 4.1,
  section: 2.5,
  coverage: 2.3,
  kind: 0.6,
  day: 0.5,
};
/** The weights without vectors, where matching words count as much as all cosines together. */
const WORDS_ALONE: Readonly<Record<keyof Features, number>> = { ...WEIGHTS, coverage: 8 };

/** An address has an unmistakable format, so it counts more than other kinds of answers. */
const ADDRESS_WEIGHT = 3;

/**
 * Reads the parts of a question. `today` is an ISO date for words such as "tomorrow"; null if it is unknown.
 */
export function readQuestion(
  question: string,
  vectors: QuestionVectors | null,
  {
    today,
    memory,
    ownLine,
    background,
  }: Pick<AskOptions, 'today' | 'memory' | 'ownLine' | 'background'> = {},
): ReadQuestion {
  const text = bareQuestion(question);
  const near = relativeDays(text, today);
  const words = vectors?.words.filter((word) => contentWords(word.text).size > 0) ?? [];
  const compared = words.length > 0 ? words : (vectors?.words ?? []);
  return {
    text,
    kind: readKind(question, ownLine),
    days: new Set(readNewest(ownLine, weekDays) ?? [...weekDays(text), ...near.days]),
    months: new Set(readNewest(ownLine, monthsOf) ?? [...monthsOf(text), ...near.months]),
    words: contentWords(text),
    people: peopleOf(text, memory),
    ...readMemory(memory),
    ownWords: contentWords(ownLine ?? ''),
    backgroundWords: contentWords(background ?? ''),
    vector: vectors?.vector ?? null,
    parts: compared.map((word) => word.parts),
    partTexts: compared.map((word) => word.text.toLowerCase()),
  };
}

const readMemory = (
  memory: CallMemory | undefined,
): Pick<ReadQuestion, 'rememberedMonths' | 'rememberedPeople' | 'rememberedStay'> => ({
  rememberedMonths: memory?.months ?? new Set(),
  rememberedPeople: memory?.people ?? null,
  rememberedStay: memory?.stay ?? null,
});

const monthsOf = (text: string): number[] => [...months(text), ...seasonMonths(text)];

/**
 * Returns the kind of answer that the newest of several lines asks for; lines that ask for none are skipped. If all
 * are, returns the kind of the question.
 */
const readKind = (question: string, lines = ''): QuestionKind =>
  lines
    .split('\n')
    .map(questionKind)
    .findLast((kind) => kind !== 'other') ?? questionKind(question);

/**
 * Reads values, such as days, from the last of several lines that names any. The lines continue each other.
 */
function readNewest(
  lines: string | undefined,
  read: (line: string) => Iterable<number>,
): number[] | undefined {
  return lines
    ?.split('\n')
    .map((line) => [...read(line)])
    .findLast(({ length }) => length > 0);
}

/** Prepares the text of a question for its vector. Synonyms are added to a question about the address. */
export function vectorText(question: string): string {
  const text = bareQuestion(question);
  return questionKind(question) === 'address' ? `${text} Our address, where to find us.` : text;
}

/** Ranks all sentences, best first, in time slices, because there may be thousands. */
export async function rank(
  question: ReadQuestion,
  sentences: readonly KnownSentence[],
  { rarity, calibrated = true, spokenOf = new Set() }: RankingOptions,
): Promise<RankedSentence[]> {
  const pace = new Pace();
  const weight = [...question.words].reduce((sum, word) => sum + rarity(word), 0);
  const weights = question.vector ? WEIGHTS : WORDS_ALONE;
  const rankedSentences: RankedSentence[] = [];
  for (const sentence of sentences) {
    const wordScore = [...question.words].reduce(
      (sum, word) => (sentence.words.has(word) ? sum + rarity(word) : sum),
      0,
    );
    const holds = holdsAskedKind(question, sentence);
    const features: Features = {
      inContext: cosine(question.vector, sentence.vectors, 'inContext'),
      alone: cosine(question.vector, sentence.vectors, 'alone'),
      section: 0,
      coverage: wordScore / (weight || 1),
      kind: (holds === null ? 0 : holds ? 1 : -1) * (question.kind === 'address' ? ADDRESS_WEIGHT : 1),
      day: dayFits(question.days, sentence.text),
    };
    rankedSentences.push({ sentence, features, missing: weight - wordScore, score: 0 });
    await pace.rest();
  }
  if (question.vector && !calibrated) standardise(rankedSentences);
  const sections = new Map<string, number>();
  for (const { sentence, features } of rankedSentences)
    sections.set(sentence.section, Math.max(sections.get(sentence.section) ?? -1, features.inContext));
  const statesLimit = limitOf(question);
  for (const each of rankedSentences) {
    each.features.section = sections.get(each.sentence.section)!;
    const lead = leadOf(each.sentence, question, spokenOf, statesLimit);
    each.score = (Object.keys(weights) as (keyof Features)[]).reduce(
      (sum, name) => sum + weights[name] * each.features[name],
      lead,
    );
  }
  return rankedSentences.sort((one, other) => other.score - one.score);
}

/**
 * True if a sentence contains the requested kind of answer. Every sentence below a heading with a person's name
 * answers "who".
 */
const holdsAskedKind = ({ kind }: ReadQuestion, { text, block }: KnownSentence): boolean | null =>
  (kind === 'person' && personOfHeading(block.headings) !== null) || holdsKind(kind, text);

function leadOf(
  { section, words, text }: KnownSentence,
  { ownWords }: ReadQuestion,
  spokenOf: ReadonlySet<string>,
  statesLimit: ((text: string) => boolean) | null,
): number {
  const own = [...ownWords].filter((word) => words.has(word)).length;
  return (
    (spokenOf.has(section) ? PREVIOUS_SECTION_BONUS : 0) +
    OWN_WORDS_BONUS * (own / (ownWords.size || 1)) +
    (statesLimit?.(text) ? LIMIT_BONUS : 0)
  );
}

/**
 * Mean and standard deviation of the cosines between a question and the sentences of a text, for the model that the
 * weights were fitted with.
 */
const MEAN_COSINE = 0.13;
const COSINE_DEVIATION = 0.13;

function standardise(rankedSentences: readonly RankedSentence[]): void {
  for (const name of ['inContext', 'alone'] as const) {
    const mean =
      rankedSentences.reduce((sum, { features }) => sum + features[name], 0) / rankedSentences.length;
    const variance =
      rankedSentences.reduce((sum, { features }) => sum + (features[name] - mean) ** 2, 0) /
      rankedSentences.length;
    for (const { features } of rankedSentences)
      features[name] =
        MEAN_COSINE + (COSINE_DEVIATION * (features[name] - mean)) / (Math.sqrt(variance) || 1);
  }
}

function dayFits(questionDays: ReadonlySet<number>, sentence: string): number {
  if (questionDays.size === 0 || questionDays.size === 7) return 0;
  const sentenceDays = weekDays(sentence);
  if ([...questionDays].every((day) => sentenceDays.has(day))) return 1;
  return sentenceDays.size > 0 ? -1 : 0;
}

function cosine(
  question: Float32Array | null,
  vectors: SentenceVectors | null,
  of: keyof SentenceVectors,
): number {
  return question && vectors ? dot(question, vectors[of]) : 0;
}

/**
 * Returns the scalar product; 0 for vectors of different lengths, which can occur after a change of the
 * model.
 */
export function dot(one: Float32Array, other: Int8Array): number {
  if (one.length !== other.length) return 0;
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += one[index]! * other[index]!;
  return sum / 127;
}
