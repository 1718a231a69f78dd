/**
 * Answers that the owner wrote to questions, as the console's open questions lead to them: lines of a PAL's facts in
 * the form `Question? Answer.` Pure.
 */
import { answerOf, type OwnAnswer } from '@palkit/contract/own-answers';
import { stem, tokens } from '../knowledge/words.ts';

/**
 * Words that do not change the meaning of a question. Verbs are excluded: "Do I need a towel?" is not "Do you have a
 * towel?"
 */
const SMALL = new Set('a an the my is are am was were do does did please'.split(' '));

/** The entry with this question, where endings and articles may differ; null without a match. */
export function ownAnswer(lines: readonly string[], question: string): OwnAnswer | null {
  const key = keyOf(question);
  if (key === '') return null;
  for (const line of lines) {
    const own = answerOf(line);
    if (own.question && own.answer && keyOf(own.question) === key) return own;
  }
  return null;
}

/** Equal for two wordings of a question. */
const keyOf = (question: string): string =>
  tokens(question)
    .filter((word) => !SMALL.has(word))
    .map(stem)
    .join(' ');
