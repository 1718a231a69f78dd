/**
 * Determines whom a row or a column of a table is for: adults, children of an age, seniors. This module is for
 * English only.
 */
import { ageRange, type AgeRange } from './age-ranges.ts';
import type { Person, PersonKind } from './people.ts';

export interface PersonClass {
  kinds: ReadonlySet<PersonKind>;
  range: AgeRange | null;
  /** True for a price for several people, such as a family ticket. */
  isBundle: boolean;
}

const KINDS: readonly (readonly [PersonKind, RegExp])[] = [
  ['adult', /\b(?:adults?|grown-?ups?)\b/i],
  ['child', /\b(?:child(?:ren)?|kids?|juniors?|youths?|teen(?:ager)?s?|boys?|girls?)\b/i],
  ['baby', /\b(?:bab(?:y|ies)|infants?|toddlers?)\b/i],
  ['student', /\bstudents?\b/i],
  ['senior', /\b(?:seniors?|pensioners?|oaps?)\b/i],
];
const BUNDLE =
  /\b(?:famil(?:y|ies)|duo|groups?|couples?)\b|\b(?:\d+|two|three) (?:adults?|child(?:ren)?|kids?)\b/i;
/** Matches the size of a class: in "Children, group of 5" the price is for one child, not for the group. */
const GROUP_SIZE = /, (?:in )?(?:small )?groups? of (?:up to )?\d+/i;
const YEAR = 12;
const BABY_UNTIL = 2 * YEAR;
const ADULT_FROM = 18 * YEAR;
const SENIOR_FROM = 65 * YEAR;
/** Assumed ages in months of a child whose age is not stated. A row is for such a child if its ages overlap them. */
const SCHOOL_AGE = { from: 5 * YEAR, to: 14 * YEAR };
/** A typical age in months for each kind, for age ranges that do not name a kind. */
const USUAL_AGE: Readonly<Partial<Record<PersonKind, number>>> = { adult: 30 * YEAR, senior: 70 * YEAR };

/** Returns the people that a text is for; null if it names none. `isAge` is true if its numbers are ages. */
export function personClass(text: string, isAge = false): PersonClass | null {
  const kinds = new Set(KINDS.filter(([, words]) => words.test(text)).map(([kind]) => kind));
  const range = ageRange(text, isAge);
  const isBundle = BUNDLE.test(text.replace(GROUP_SIZE, ''));
  return kinds.size > 0 || range || isBundle ? { kinds, range, isBundle } : null;
}

export function fitsPerson({ kinds, range, isBundle }: PersonClass, { age, kind }: Person): boolean {
  if (isBundle) return false;
  if (age !== null) {
    if (range) return range.from <= age && age <= range.to;
    return kinds.size > 0 && kindsAt(age).some((one) => kinds.has(one));
  }
  if (kind === null) return false;
  return kinds.has(kind) || (kinds.size === 0 && range !== null && holdsUsualAge(range, kind));
}

function holdsUsualAge(range: AgeRange, kind: PersonKind): boolean {
  if (kind === 'child')
    return range.from <= SCHOOL_AGE.to && range.to >= SCHOOL_AGE.from && range.to < ADULT_FROM;
  const usual = USUAL_AGE[kind];
  return usual !== undefined && range.from <= usual && usual <= range.to;
}

function kindsAt(age: number): PersonKind[] {
  if (age < BABY_UNTIL) return ['baby'];
  if (age < ADULT_FROM) return ['child'];
  return age < SENIOR_FROM ? ['adult'] : ['senior', 'adult'];
}

/** Returns the width of the age range. A narrower range wins: "65 and over" before "16 and over". */
export const widthOf = ({ range, kinds }: PersonClass): number => {
  if (!range) return kinds.has('senior') ? 0 : Infinity;
  return Math.min(range.to, 100 * YEAR) - range.from;
};
