/** Chooses between the answers to a line alone and together with the lines before it. */
import { MIN_CERTAINTY } from '../knowledge/certainty.ts';
import { isBare, isFollowUp, onlyAsks, pointsBack, type PreviousQuestion } from '../knowledge/follow-up.ts';
import type { FoundAnswer } from '../knowledge/found-answer.ts';
import { isStatement } from '../knowledge/message-parts.ts';
import { hasIn, specificWords } from '../knowledge/table-words.ts';
import { pattern } from '../knowledge/pattern.ts';
import { contentWords } from '../knowledge/words.ts';
import { holdsKind, questionKind, type QuestionKind } from '../knowledge/question-kind.ts';

export const isCertain = (answer: FoundAnswer | null): answer is FoundAnswer =>
  answer !== null && (answer.certainty >= MIN_CERTAINTY || (answer.choices?.length ?? 0) > 1);

const SUBJECT_FREE_KINDS: ReadonlySet<QuestionKind> = new Set(['person', 'place', 'contact', 'address']);

/**
 * Decides about a line without a subject. "How much?" refers to the earlier lines, so this returns `both`, or null
 * if `both` lacks the kind of value that the line asks for. "Who do I ask?" may be complete on its own, so this
 * returns `both` only if it is certain; otherwise undefined.
 */
function answerWithoutSubject(kind: QuestionKind, both: FoundAnswer | null): FoundAnswer | null | undefined {
  const statedAnswer = both && holdsKind(kind, both.text) !== false ? both : null;
  return isCertain(statedAnswer) || !SUBJECT_FREE_KINDS.has(kind) ? statedAnswer : undefined;
}

/**
 * Chooses between `alone`, the answer to the line alone, and `both`, the answer to the line with the earlier lines.
 */
export function nextAnswer(
  alone: FoundAnswer | null,
  both: FoundAnswer | null,
  line: string,
  { answer: previous, question: before }: PreviousQuestion,
): FoundAnswer | null {
  const earlierAnswer = onlyAsks(line) ? answerWithoutSubject(questionKind(line), both) : undefined;
  if (earlierAnswer !== undefined) return earlierAnswer;
  if (!alone || !both) return both ?? alone;
  if (isBare(line)) return both;
  if (hasWordOf(alone, line) && !hasWordOf(both, line)) return alone;
  const chosen = both.isExact
    ? besideExact(alone, both, line, { answer: previous, question: before })
    : besideUncertain(alone, both, line, previous);
  if (chosen) return chosen;
  return isRepetition(both, previous, line) || both.certainty < alone.certainty ? alone : both;
}

/** Chooses if no table or date determines `both`; null if the certainty decides. */
function besideUncertain(
  alone: FoundAnswer,
  both: FoundAnswer,
  line: string,
  previous: string,
): FoundAnswer | null {
  const kind = questionKind(line);
  if (isFollowUp(line) && kind === 'other' && isCertain(both) && hasWordsOf(both, line)) return both;
  // "How late can we be in it?" is about the earlier subject, unless the answer to the line alone has one of its
  // words.
  if (!alone.isExact && isCertain(both) && REFERS_TO_THING.test(line) && !hasWordOf(alone, line)) return both;
  const isRepeated = isCertain(alone) && repeats(both, previous) && kind === 'other';
  return alone.isExact || isRepeated ? alone : null;
}

/** True if an answer repeats the previous one, although the line asks for something else and for no value. */
const isRepetition = ({ text }: FoundAnswer, previous: string, line: string): boolean =>
  text === previous.trim() &&
  (!pointsBack(line) || specificWords(line).length > 0) &&
  NO_VALUE_KINDS.has(questionKind(line));

const NO_VALUE_KINDS: ReadonlySet<QuestionKind> = new Set(['other', 'whether', 'method']);

/** Chooses if a table or a date determines `both`; null if the certainty decides. */
function besideExact(
  alone: FoundAnswer,
  both: FoundAnswer,
  line: string,
  { answer, question }: PreviousQuestion,
): FoundAnswer | null {
  // A table that gives the previous answer again matches only the previous line.
  if (both.text === answer.trim() || repeatsForWhether(both, line, answer)) return alone;
  // A line such as "And the pony party?" requests nothing on its own, so its answer depends on the earlier lines.
  if (questionKind(line) === 'other' || isFollowUp(line)) return both;
  // After "we have a dog of 32 kilos", "how much is that?" depends on the statement.
  if (isStatement(question) && pointsBack(line)) return both;
  // A table that matches the previous line does not answer a line that has a certain answer on its own.
  return !alone.isExact && alone.certainty >= MIN_CERTAINTY ? alone : null;
}

/** Matches a line that ends with a pronoun for a thing: "how late can we be in it". */
const REFERS_TO_THING = /\b(?:in|on|at|with|to|for|from|of|about|into) (?:it|that|there)\W*$/i;
const ASKS_WHETHER = pattern('i')`
  ^\W*(?:(?:and|so|but|ok|okay)\b,? )*(?:is|are|was|were|do|does|did|can|could|may|must|should|will|would|have|has)\b`;

/**
 * True if the line asks whether something is so, but the answer only repeats the previous one and has no word that
 * names a subject in the line.
 */
export const repeatsForWhether = (answer: FoundAnswer | null, line: string, previous: string): boolean =>
  answer !== null && ASKS_WHETHER.test(line) && repeats(answer, previous) && !hasWordOf(answer, line);

export type QuotedText = Pick<FoundAnswer, 'text' | 'passages'>;

/** Returns the text of an answer with its headings. */
export const wholeOf = ({ text, passages }: QuotedText): string =>
  [text, ...passages.map(({ heading }) => heading)].join(' ');

/** True if an answer or its heading contains a name literally, apart from upper and lower case. */
export const hasName = (answer: QuotedText, name: string): boolean =>
  wholeOf(answer).toLowerCase().includes(name.toLowerCase());

/** True if an answer or its heading contains all words of a name. */
export const isNamedIn = (answer: QuotedText, name: string): boolean =>
  [...contentWords(name)].every((word) => hasIn(wholeOf(answer), word));

/** True if an answer contains one of the words that name a subject in the line. */
const hasWordOf = (answer: FoundAnswer, line: string): boolean =>
  specificWords(line).some((word) => hasIn(wholeOf(answer), word));

/** True if an answer contains all words of a line. */
const hasWordsOf = ({ text }: FoundAnswer, line: string): boolean => {
  const words = [...contentWords(line)];
  return words.length > 0 && words.every((word) => hasIn(text, word));
};

/** True if the previous answer begins with the same row name or the same sentence as the answer. */
const repeats = ({ text }: FoundAnswer, previous: string): boolean =>
  previous.trim().startsWith(text.split(/: |[.!?] /, 1)[0]!);
