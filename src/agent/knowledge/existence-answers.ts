/**
 * Answers "do you teach Spanish?" and "can we bring the dog?" with the table rows that are named after the thing.
 */
import { nameOfThing } from './asked-thing.ts';
import { pattern } from './pattern.ts';
import type { ReadQuestion } from './ranking.ts';
import { withoutBrackets } from './row-names.ts';
import type { Row } from './table-rows.ts';
import { isCalendar, isGeneric, isKnown, isQuantityWord, isVerb } from './table-words.ts';
import { contentWords } from './words.ts';

/** Maximum number of rows from which the visitor may choose. */
const MAX_CHOICES = 4;

/** Matches the beginning of a question whether something is allowed, up to the name of the thing. */
const ASKS_TO_BRING = pattern('i')`
  ^\W*(?:(?:and|so|but|ok|okay)\b,? ?)*(?:can|could|may) (?:i|we) (?:bring|take|use|come with|
  have)\b(?: (?:an?|any|some|
  the|my|our|your))*`;
const ASKS_WHETHER_ALLOWED = pattern('i')`
  ^\W*(?:(?:and|so|but|ok|okay)\b,? ?)*(?:is|are)(?: (?:my|our|the|an?))? (.+?) (?:allowed|ok|okay|welcome|permitted|
  available)\W*$`;

/**
 * Returns the rows of one table that are named after the thing; empty if the question asks for more than the thing.
 */
export function rowsOfThing(question: ReadQuestion, rows: readonly Row[]): readonly Row[] {
  if (question.ownWords.size > 0) {
    const chosen = rows.filter((row) => isChosen(row, question));
    if (chosen.length === 1) return chosen;
  }
  const thing = thingIn(question);
  if (thing.length === 0) return [];
  const named = rows.filter(({ cells }) =>
    thing.every((word) => isKnown(word, contentWords(cells[0] ?? ''))),
  );
  if (named.length > MAX_CHOICES || new Set(named.map(({ section }) => section)).size !== 1) return [];
  return named.length > 1 || isWhole(named[0]!, thing) ? named : [];
}

const PERMISSION_WORDS = contentWords('allowed ok okay welcome permitted available bring take');

/**
 * Returns the stems of the thing; empty if the question has another condition, such as a day or a group of people.
 */
export function thingIn({ text, kind, words, people }: ReadQuestion): readonly string[] {
  if (kind !== 'whether' || people.persons.length > 0) return [];
  const [, allowed] = ASKS_WHETHER_ALLOWED.exec(text) ?? [];
  const names = [nameOfThing(text), nameOfThing(text, ASKS_TO_BRING), [...contentWords(allowed ?? '')]];
  const thing = (names.find(({ length }) => length > 0) ?? []).filter((word) => !isGeneric(word));
  const hasCondition = [...words].some(
    (word) => !thing.includes(word) && !isGeneric(word) && !isVerb(word) && !PERMISSION_WORDS.has(word),
  );
  const isThing = (word: string) => !isCalendar(word) && !isQuantityWord(word) && !isVerb(word);
  return hasCondition || !thing.every(isThing) ? [] : thing;
}

/** True if the visitor chose the row by its name. The name is then at the end of the question. */
const isChosen = ({ cells: [label = ''] }: Row, { kind, text }: ReadQuestion): boolean =>
  kind === 'whether' && label !== '' && text.toLowerCase().endsWith(` ${label.toLowerCase()}`);

/** True if the name of the row contains only the thing: "Dog", but not "Dog, second". */
const isWhole = ({ cells }: Row, thing: readonly string[]): boolean =>
  [...contentWords(withoutBrackets(cells[0] ?? ''))].every(
    (word) => isGeneric(word) || isKnown(word, new Set(thing)),
  );
