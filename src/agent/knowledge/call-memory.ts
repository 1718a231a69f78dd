/**
 * Remembers the people, the months and the period that a call named last, because later questions refer to them.
 * This module is for English only.
 */
import { headcount, peopleIn, type People } from './people.ts';
import { months } from './question-kind.ts';
import { seasonMonths } from './relative-days.ts';
import { stayIn } from './stay-words.ts';

export interface CallMemory {
  people: People | null;
  /** True if a question is about exactly these people, even if it names others. */
  isParty?: boolean;
  months: ReadonlySet<number>;
  /** The period that was named last, such as "two weeks". */
  stay?: string | null;
}

/** Maximum number of earlier lines that are read, and maximum UTF-16 units of each. */
const MAX_LINES = 8;
const MAX_LINE_LENGTH = 1000;
/** Matches a question that concerns everybody: "What does it cost us all?" */
const CONCERNS_ALL_PEOPLE =
  /\b(?:we|us|our|all of us|everybody|everyone|altogether|in total|together|the family|my family)\b/i;
const CONCERNS_ONE_PERSON = /\b(?:he|she|him|her|they|them)\b/i;

/**
 * Returns the people, the months and the period that were named last. `lines` are the visitor's lines, newest last.
 */
export function callMemory(lines: readonly string[]): CallMemory {
  const recent = lines.slice(-MAX_LINES).map((line) => line.slice(0, MAX_LINE_LENGTH));
  const people = recent.reduce<People | null>((before, line) => {
    const own = peopleOf(line, { people: before, months: new Set() });
    return own.persons.length > 0 ? own : before;
  }, null);
  const latestMonths = recent
    .map((line) => [...months(line), ...seasonMonths(line)])
    .findLast(({ length }) => length > 0);
  const stay = recent.map(stayIn).findLast((text) => text !== null) ?? null;
  return { people, months: new Set(latestMonths), stay };
}

/** Matches a phrase for the visitor together with somebody who was named before: "for me and her". */
const INCLUDES_SPEAKER =
  /\b(?:me|myself|i) and (?:him|her|them)\b|\b(?:him|her|he|she|them|they) and (?:me|i)\b/i;
/** Words that add a person to those already named. */
const ADDS_PERSON = /\b(?:too|also|as well|joins?|comes? along|comes? with|on top|another)\b/i;

/**
 * Returns the people that a question is about: those that it names, those named earlier in the call if it refers
 * to them ("all of us"), or both if it adds a person ("my son too").
 */
export function peopleOf(question: string, memory: CallMemory | undefined): People {
  const own = peopleIn(question);
  const before = memory?.people;
  if (memory?.isParty && before) return { ...before, words: own.words };
  if (own.persons.length === 0) {
    const remembered = memory && rememberedPeople(question, memory);
    if (!remembered) return own;
    return INCLUDES_SPEAKER.test(question)
      ? { ...remembered, persons: [{ count: 1, age: null, kind: 'adult' }, ...remembered.persons] }
      : remembered;
  }
  if (!before || headcount(before) < 2 || !ADDS_PERSON.test(question)) return own;
  return { persons: [...before.persons, ...own.persons], words: own.words };
}

export function rememberedPeople(question: string, { people }: CallMemory): People | null {
  if (!people) return null;
  const isSeveral = headcount(people) > 1;
  return (isSeveral ? CONCERNS_ALL_PEOPLE : CONCERNS_ONE_PERSON).test(question)
    ? { ...people, words: new Set() }
    : null;
}
