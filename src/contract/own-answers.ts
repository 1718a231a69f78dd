/** Answers of the owner: lines of a PAL's facts in the form `Question? Answer.`; they outrank documents. */
import type { PalFacts } from './pal-facts.ts';

export interface OwnAnswer {
  /** Empty for a statement without a question. */
  question: string;
  answer: string;
}

export function lineOf({ question, answer }: OwnAnswer): string {
  const words = question.trim().replace(/[\s?.!]+$/, '');
  return words === '' ? answer.trim() : `${words}? ${answer.trim()}`;
}

export function answerOf(line: string): OwnAnswer {
  const end = line.indexOf('? ');
  return end < 0
    ? { question: '', answer: line }
    : { question: line.slice(0, end + 1), answer: line.slice(end + 2).trim() };
}

/** True for the same question in any case and with any punctuation. */
export const isSameQuestion = (one: string, other: string): boolean =>
  normaliseQuestion(one) === normaliseQuestion(other);
const normaliseQuestion = (question: string) =>
  question
    .toLowerCase()
    .replace(/[\s?.!]+/g, ' ')
    .trim();

/** Adds an answer; it replaces an earlier answer to the same question. */
export function withAnswer(facts: PalFacts, newAnswer: OwnAnswer): PalFacts {
  const otherLines = facts.lines.filter(
    (line) => !newAnswer.question || !isSameQuestion(answerOf(line).question, newAnswer.question),
  );
  return { ...facts, lines: [...otherLines, lineOf(newAnswer)] };
}

/** Returns the groups of questions that the owner has not answered. */
export function withoutAnswered<Group extends { wordings: readonly string[] }>(
  facts: Pick<PalFacts, 'lines'> | null | undefined,
  groups: readonly Group[],
): Group[] {
  const ownAnswers = (facts?.lines ?? []).map(answerOf);
  return groups.filter(
    ({ wordings }) =>
      !wordings.some((words) => ownAnswers.some(({ question }) => isSameQuestion(question, words))),
  );
}
