/** Answers of the owner: lines of a PAL's facts, which come before documents. Its question is before each. */
import type { PalFacts } from '@palkit/contract/pal-facts';
import { getPal, patchPal, type Pal } from '@palkit/contract/pals';
import { changeLatest, request, versioned } from './api.ts';

/** As the contract bounds them. */
export const MOST_ANSWERS = 50;
export const LONGEST_ANSWER = 500;

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
    : { question: line.slice(0, end + 1), answer: line.slice(end + 2) };
}

export const ownAnswers = (pal: Pal): OwnAnswer[] => (pal.facts?.lines ?? []).map(answerOf);

/** Same question, whatever its case and its marks. */
export const isSameQuestion = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (question: string) =>
  question
    .toLowerCase()
    .replace(/[\s?.!]+/g, ' ')
    .trim();

/** The questions without an own answer. */
export function withoutAnswered<Group extends { wordings: readonly string[] }>(
  pal: Pal | null,
  groups: readonly Group[],
): Group[] {
  const own = pal ? ownAnswers(pal) : [];
  return groups.filter(
    ({ wordings }) => !wordings.some((words) => own.some(({ question }) => isSameQuestion(question, words))),
  );
}

/** Changes the facts of a PAL by a function of what they are now. */
export function changeFacts(palId: string, change: (facts: PalFacts) => PalFacts): Promise<Pal> {
  const params = { pal_id: palId };
  return changeLatest(
    () => versioned(getPal, { params }),
    ({ facts }, headers) => {
      const value = change(facts ?? { prices: [], lines: [] });
      return request(patchPal, { params, headers, body: [{ op: 'add', path: '/facts', value }] });
    },
  );
}

/** An answer replaces the one to the same question. */
export function withAnswer(facts: PalFacts, added: OwnAnswer): PalFacts {
  const others = facts.lines.filter(
    (line) => !added.question || !isSameQuestion(answerOf(line).question, added.question),
  );
  return { ...facts, lines: [...others, lineOf(added)] };
}

export function withoutLine(facts: PalFacts, line: string): PalFacts {
  return { ...facts, lines: facts.lines.filter((other) => other !== line) };
}
