/**
 * Replies to a message that only states something: "we are two adults and a dog", "your shower was cold". The facts
 * are remembered for the next question. English only.
 */
import { MIN_CERTAINTY } from '../knowledge/certainty.ts';
import type { FoundAnswer } from '../knowledge/found-answer.ts';
import { peopleIn } from '../knowledge/people.ts';
import { hasMeasure } from '../knowledge/measure-ranges.ts';
import { isStatement } from '../knowledge/message-parts.ts';
import { pattern } from '../knowledge/pattern.ts';
import { specificWords } from '../knowledge/table-words.ts';

export type Statement = 'complaint' | 'information';

export const STATEMENT_REPLIES: Readonly<Record<Statement, string>> = {
  complaint: 'I am sorry to hear that.',
  information: 'Thank you, I will keep that in mind.',
};

/**
 * Minimum certainty of an answer from the documents to a statement with numbers or dates, or to a complaint about
 * the past. It is higher than for a question, because such a statement resembles many sentences.
 */
const MIN_STATEMENT_CERTAINTY = 0.75;

const ANGRY = pattern('i')`
  \b(?:terrible|awful|horrible|disgusting|disgrace|dirty|filthy|rude|unfriendly|unacceptable|disappoint(?:ed|ing)|
  unhappy|angry|furious|annoyed|upset|appalled|worst|broken|ruined|overcharged|ignored|refused|complain(?:t|ing)?|
  never again|cold|noisy|late|wrong|smell(?:s|ed)?|badly|nobody|no one|not working|stopped working|waited|waiting|
  (?:does|did|do|was|were|is|has|have)(?:n't|nt| not)\b)`;
const ABOUT_THE_PLACE = pattern('i')`
  \b(?:your|you|you've|the (?:staff|service|food|room|water|toilets?|showers?|place|man|woman|lady|guy|person|girl|boy)|
  it was|they were|nobody|no one|i(?:'m| am|m)(?: so| very| really)? (?:disappointed|unhappy|angry|furious|annoyed|
  upset))\b`;

/** Returns what kind of statement a message is; null if it asks or wishes something. */
export function statementIn(line: string): Statement | null {
  if (!isStatement(line)) return null;
  return ANGRY.test(line) && ABOUT_THE_PLACE.test(line) ? 'complaint' : 'information';
}

/** Matches a number, a day or a month, which describes the visitor's party or plans. */
const DESCRIBES_PLANS = pattern('i')`
  \d|\b(?:two|three|four|five|six|seven|eight|nine|ten|monday|tuesday|wednesday|thursday|friday|saturday|sunday|
  january|february|march|april|june|july|august|september|october|november|december|weekend|week)\b`;

/** A sentence with a lower certainty has nothing to do with the statement. */
const UNRELATED = 0.1;

/**
 * True if a statement without a certain answer is only acknowledged. Any other statement, such as "my tree died" or
 * "my son is allergic to milk", gets the nearest sentences, as a question does.
 */
export function isAcknowledged(line: string, kind: Statement, answer: FoundAnswer | null): boolean {
  if (kind === 'complaint' || (answer?.certainty ?? 0) < UNRELATED) return true;
  if ((answer?.nearest?.length ?? 0) > 0 && (namesNeed(line) || hasMeasure(line))) return false;
  return DESCRIBES_PLANS.test(line) || peopleIn(line).persons.length > 0;
}

/** True if a statement names a thing or a need, and not only people, dates and numbers. */
export function namesNeed(line: string): boolean {
  const { words } = peopleIn(line);
  return specificWords(line).some((word) => !words.has(word) && !/^\d+$/.test(word));
}

/** Matches a statement about the past, which the documents rarely answer. */
const PAST = /\b(?:was|were|had|did|didn'?t|yesterday|last (?:night|week|time|month|year))\b/i;

/** True if an answer is certain enough for a statement. */
export function answersStatement(line: string, answer: FoundAnswer | null): boolean {
  if (answer === null) return false;
  const isComplaint = PAST.test(line) && statementIn(line) === 'complaint';
  const least = isComplaint || DESCRIBES_PLANS.test(line) ? MIN_STATEMENT_CERTAINTY : MIN_CERTAINTY;
  return answer.isExact === true || answer.certainty >= least || (answer.choices?.length ?? 0) > 1;
}
