/**
 * Answers a line that only changes the people of the previous question, "and if my husband comes too?", or one of
 * its details, "and in the balcony?" The question is asked again with the change. This module is for English only.
 */
import { peopleOf } from '../knowledge/call-memory.ts';
import type { FoundAnswer } from '../knowledge/found-answer.ts';
import type { AskOptions, Knowledge } from '../knowledge/knowledge.ts';
import { peopleIn } from '../knowledge/people.ts';
import { questionKind } from '../knowledge/question-kind.ts';
import { hasIn, specificWords } from '../knowledge/table-words.ts';
import type { OpenExchange } from './open-question.ts';

const CONTINUES = /^\W*(?:and|but|or|what about|how about|what if|if|with|plus|so)\b/i;
/** Words beside the people that add no subject: "and if my husband comes too?" */
const ADDS_NOTHING = /^(?:com(?:e|es|ing)?|join\w*|too|also|well|instead|us)$/;
/** Matches the words with which a line continues the previous one. */
const LEADING = /^\W*(?:and|but|or|what about|how about)\b[, ]*/i;

/**
 * Returns a table's answer to the visitor's previous line together with this line, but without the lines before
 * them: "what would it be in the stalls?", "and in the balcony?" Null if there is none.
 */
export async function answerForDetail(
  knowledge: Knowledge,
  line: string,
  before: OpenExchange,
  options: AskOptions,
): Promise<FoundAnswer | null> {
  const previous = before.continuations.split('\n').at(-1) ?? '';
  if (previous === '' || !LEADING.test(line) || questionKind(line) !== 'other') return null;
  const words = specificWords(line);
  if (questionKind(previous) !== 'price' || words.length === 0) return null;
  const question = `${previous} ${line.replace(LEADING, '')}`;
  const answer = await knowledge.answer(question, { ...options, ownLine: `${previous}\n${line}` });
  const isAbout = answer?.isExact === true && words.every((word) => hasIn(answer.text, word));
  return isAbout && answer.text !== before.answer.trim() ? answer : null;
}

/** Returns a table's answer to the previous question for the people of the line; null if there is none. */
export async function answerForParty(
  knowledge: Knowledge,
  line: string,
  before: OpenExchange,
  options: AskOptions,
): Promise<FoundAnswer | null> {
  const { persons, words } = peopleIn(line);
  const previous = before.continuations.split('\n').at(-1) || before.question;
  if (persons.length === 0 || !CONTINUES.test(line) || questionKind(line) !== 'other') return null;
  if (questionKind(previous) !== 'price') return null;
  if (specificWords(line).some((word) => !words.has(word) && !ADDS_NOTHING.test(word))) return null;
  const people = peopleOf(line, options.memory);
  const memory = { months: new Set<number>(), ...options.memory, people, isParty: true };
  const answer = await knowledge.answer(previous, { ...options, memory });
  return answer?.isExact === true && answer.text !== before.answer.trim() ? answer : null;
}
