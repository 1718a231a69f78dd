/**
 * Answers that the owner wrote in the console to open questions, stored in a PAL's facts as lines of the form
 * `Question? Answer.`
 */
import { answerOf, type OwnAnswer } from '@palkit/contract/own-answers';
import { stem, tokens } from '../knowledge/words.ts';

/**
 * Words that do not change the meaning of a question. Verbs are not listed: "Do I need a towel?" differs from "Do you
 * have a towel?"
 */
const UNIMPORTANT_WORDS = new Set('a an the my is are am was were do does did please'.split(' '));

/** Finds the entry for this question; articles and word endings may differ. Null without a match. */
export function ownAnswer(lines: readonly string[], question: string): OwnAnswer | null {
  const key = keyOf(question);
  if (key === '') return null;
  for (const line of lines) {
    const own = answerOf(line);
    if (own.question && own.answer && keyOf(own.question) === key) return own;
  }
  return null;
}

/** Computes a key that is equal for two wordings of the same question. */
const keyOf = (question: string): string =>
  tokens(question)
    .filter((word) => !UNIMPORTANT_WORDS.has(word))
    .map(stem)
    .join(' ');
