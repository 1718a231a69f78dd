/** Finds the people in a question: their number, kind and age. This module is for English only. */
import { NUMBER_SOURCE, numberOf } from './number-words.ts';
import { contentWords } from './words.ts';

export const PERSON_KINDS = ['adult', 'child', 'baby', 'student', 'senior'] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

export interface Person {
  count: number;
  /** Age in months; null if it is not stated. */
  age: number | null;
  /** Null if only the age is stated. */
  kind: PersonKind | null;
}
export interface People {
  persons: readonly Person[];
  /** The words of the question that name the people. */
  words: ReadonlySet<string>;
}

const NOUNS: readonly (readonly [PersonKind, string])[] = [
  [
    'adult',
    'adults?|grown[- ]?ups?|parents?|wife|husband|partner|spouse|mum|mom|mother|dad|father|boyfriend|girlfriend',
  ],
  [
    'child',
    'child|children|kids?|boys?|girls?|sons?|daughters?|brothers?|sisters?|twins|' +
      'grand(?:child(?:ren)?|sons?|daughters?)|nephews?|nieces?',
  ],
  ['baby', 'baby|babies|infants?|toddlers?|newborns?'],
  ['student', 'students?|pupils?'],
  ['senior', 'seniors?|pensioners?|oaps?|grandmas?|grandpas?|grandmothers?|grandfathers?|grandparents'],
];
const NOUN = NOUNS.map(([, words]) => words).join('|');
const KINDS = NOUNS.map(([kind, words]) => [kind, new RegExp(`^(?:${words})$`)] as const);
/** Rejects a noun that is part of an object's name: a child's seat is not a person. */
const OBJECT_NAME =
  String.raw`(?!['\u2019]s? (?!ticket)|-| (?:seats?|beds?|chairs?|menus?|portions?|pools?|sets?|cuts?|` +
  String.raw`parking)\b)`;
const YEARS = 'years?|yrs?|months?|mths?';
const OTHER_UNIT =
  String.raw`(?! ?(?:minutes?|mins?|hours?|days?|weeks?|nights?|times|people|persons|%|euros?|pounds?|` +
  String.raw`dollars?|o'clock|[ap]m\b|st\b|nd\b|rd\b|th\b|kg|km|met(?:er|re)s?|[:.]\d))`;
const AGE = String.raw`${NUMBER_SOURCE}(?: ?(?:${YEARS})(?: old)?)?${OTHER_UNIT}`;
const AGES =
  String.raw`(?:(?:,? (?:aged?|ages|of(?: age)?|is|are|who(?:'s| is| are)|turning|he's|she's)|` +
  String.raw` ?\() ?(${AGE}(?:(?:,? and |, | & )${AGE})*)\b)?`;
/** Matches a list of ages after a comma: "three kids, 4, 6 and 12". */
const LISTED_AGES = String.raw`(?:, (${AGE}(?:, ${AGE})*,? (?:and|&) ${AGE})\b)?`;
const COUNT = String.raw`${NUMBER_SOURCE}|an?|my|our|the|his|her|both|another`;

/** Matches counted people: "two small children aged 4 and 8" */
const COUNTED_PEOPLE =
  String.raw`\b(${COUNT})(?: (?:small|little|young|older|younger|other|own|of my|of our|more|` +
  String.raw`further))? (${NOUN})\b${OBJECT_NAME}${AGES}${LISTED_AGES}`;
/** Matches ages before a noun: "two 4 year olds", "my 6-year-old son" */
const YEAR_OLD = String.raw`\b(?:(${COUNT}) )?(${NUMBER_SOURCE})[ -]?(${YEARS}|yo|y\/o)(?:[ -]olds?)?(?: (${NOUN})\b)?`;
/** Matches a stated age: "I'm 70" */
const STATED_AGE =
  String.raw`\b(?:i am|i'm|im|he is|he's|hes|she is|she's|shes|` +
  String.raw`aged?) (${NUMBER_SOURCE})\b(?! ?\/)${OTHER_UNIT}(?! (?:year|yr|month|mth))`;
const ANY = new RegExp(`${YEAR_OLD}|${COUNTED_PEOPLE}|${STATED_AGE}`, 'g');
/** Matches a speaker who is named beside others: "me and my son". The speaker is then counted. */
const INCLUDES_SPEAKER = /\b(?:me|myself|i) and\b|\band (?:me|myself|i)\b/;
const SOLE_ADULTS = /^(?:wife|husband|partner|spouse|mum|mom|mother|dad|father|boyfriend|girlfriend)$/;
/** Maximum number of groups of people that are read from a question. */
const MAX_GROUPS = 12;

export function peopleIn(question: string): People {
  const text = question.toLowerCase().replace(/[\u2018\u2019]/g, "'");
  const persons: Person[] = [];
  const spans: string[] = [];
  for (const match of text.matchAll(ANY)) {
    const members = personsOf(match);
    if (members.length === 0 || persons.length >= MAX_GROUPS) continue;
    const last = persons.at(-1);
    // "My daughter, she is ten" is one person.
    if (/^s?he/.test(match[0]) && last?.count === 1 && last.age === null && last.kind !== 'adult')
      persons[persons.length - 1] = { ...last, age: members[0]!.age };
    else persons.push(...members);
    spans.push(match[0]);
  }
  if (persons.length > 0 && INCLUDES_SPEAKER.test(text))
    persons.unshift({ count: 1, age: null, kind: 'adult' });
  return { persons, words: contentWords(spans.join(' ')) };
}

function personsOf(match: RegExpMatchArray): Person[] {
  const [whole, count, age, unit, noun, countedWord, countedNoun, ages, listedAges, statedAge] = match;
  if (statedAge !== undefined) return [{ count: 1, age: ageOf(statedAge), kind: null }];
  if (age !== undefined) {
    // "valid for 6 months" is not an age.
    if (!noun && !/old|yo$|y\/o$/.test(whole)) return [];
    return [
      { count: countOf(count) ?? 1, age: ageOf(`${age} ${unit ?? ''}`), kind: noun ? kindOf(noun) : null },
    ];
  }
  return personsOfCount(countedWord!, countedNoun!, ages ?? listedAges);
}

function personsOfCount(count: string, noun: string, ages: string | undefined): Person[] {
  if (SOLE_ADULTS.test(noun) && !/^(?:my|our|the)$/.test(count)) return [];
  const kind = kindOf(noun);
  const each = (ages ?? '').split(/,? and |, | & /).filter(Boolean);
  if (each.length > 1) return each.map((one) => ({ count: 1, age: ageOf(one), kind }));
  const number = noun === 'twins' ? 2 : (countOf(count) ?? 1);
  return [{ count: number, age: each[0] ? ageOf(each[0]) : null, kind }];
}

const kindOf = (noun: string): PersonKind => KINDS.find(([, words]) => words.test(noun))![0];

/** Returns the number that a word states; null for "my", which is not a count. */
function countOf(word: string | undefined): number | null {
  if (word === undefined) return null;
  if (word === 'both') return 2;
  return word === 'another' ? 1 : numberOf(word);
}

/** Returns an age in months; null if the text has no number. */
function ageOf(text: string): number | null {
  const number = numberOf(/[a-z]+|\d+/.exec(text)?.[0] ?? '');
  if (number === null) return null;
  return /\bmo?n?th|months?/.test(text) ? number : number * 12;
}

export const headcount = ({ persons }: People): number => persons.reduce((sum, { count }) => sum + count, 0);
