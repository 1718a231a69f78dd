/** Finds ages in a label or a column: "3 to 15", "under 2", "65 and over". This module is for English only. */
import { pattern } from './pattern.ts';
import { NUMBER_SOURCE, numberOf } from './number-words.ts';

/** A range of ages in months, both ends included. */
export interface AgeRange {
  from: number;
  to: number;
}

const YEAR = 12;
const NUMBER = String.raw`(${NUMBER_SOURCE})`;
/** Units after a number that is a size, a time or a count, but no age. */
const NO_AGE =
  String.raw`(?! ?(?:kg|g|cm|mm|m|km|l|%|[€$£]|min\w*|hours?|h|days?|weeks?|nights?|people|persons|guests|` +
  String.raw`pieces|inch(?:es)?|seats|items|copies)\b)`;
const UNIT = String.raw`(?:[ -]?(years?|yrs?|months?|mths?|y)\b)?(?!\d)${NO_AGE}`;
const SPAN = new RegExp(
  String.raw`\b${NUMBER}${UNIT}(?: old)? ?(?:to|[-\u2013\u2014]|and|until|` +
    String.raw`through) ?(?:under )?${NUMBER}${UNIT}(?![\d:.%])`,
  'i',
);
const BELOW_PATTERN = new RegExp(
  String.raw`\b(?:under|below|younger than|less than) (?:the age of )?${NUMBER}${UNIT}`,
  'i',
);
const UP_TO_PATTERN = new RegExp(
  String.raw`\b(?:up to|until|to age|max(?:imum|\.)?) (?:age |the age of )?${NUMBER}${UNIT}|` +
    String.raw`\b${NUMBER}${UNIT}(?: old)? (?:and|or|&) (?:under|younger|below)`,
  'i',
);
const FROM = new RegExp(
  String.raw`\b(?:from|over|above|older than|at least|min(?:imum|\.)?)(?: age| the age of)? ${NUMBER}${UNIT}|` +
    String.raw`\b${NUMBER}${UNIT}(?: old)? ?(?:\+|plus\b|(?:and|or|&) (?:over|older|up|above))`,
  'i',
);
const EXACT_PATTERN = new RegExp(String.raw`\b${NUMBER}[ -]?(years?|yrs?|months?|mths?)\b`, 'i');
const BARE_NUMBER = new RegExp(String.raw`^\W*${NUMBER}\W*$`, 'i');

/** Words that mark a number as an age. */
const AGE_WORD = /\b(?:age[sd]?|years?|yrs?|months?|mths?|old(?:er)?|younger)\b/i;
const PERSON_WORD = pattern('i')`
  \b(?:adults?|grown-?ups?|child(?:ren)?|kids?|bab(?:y|ies)|infants?|toddlers?|juniors?|youths?|
  teen(?:ager)?s?|young people|students?|seniors?|pensioners?|boys?|girls?)\b`;
/** Matches counted people, such as "2 adults and 2 children", whose numbers are not ages. */
const COUNTED_AGES = new RegExp(
  String.raw`\b${NUMBER_SOURCE} (?:adults?|child(?:ren)?|kids?|people|persons|guests|seniors?)\b`,
  'i',
);

/**
 * Returns the ages that a text names, or null. `isAge` is true if the text is known to hold ages, as in a column
 * "Age".
 */
export function ageRange(text: string, isAge = false): AgeRange | null {
  if (COUNTED_AGES.test(text) || (!isAge && !AGE_WORD.test(text) && !PERSON_WORD.test(text))) return null;
  const span = SPAN.exec(text);
  if (span) {
    const [, first = '', firstUnit, last = '', lastUnit] = span;
    return spanOf(months(first, firstUnit ?? lastUnit), lastOf(last, lastUnit));
  }
  return openRange(text) ?? exactAge(text, isAge);
}

function openRange(text: string): AgeRange | null {
  const belowMatch = BELOW_PATTERN.exec(text);
  if (belowMatch) return spanOf(0, months(belowMatch[1]!, belowMatch[2]) - 1);
  const upToMatch = UP_TO_PATTERN.exec(text);
  if (upToMatch) return spanOf(0, lastOf(upToMatch[1] ?? upToMatch[3]!, upToMatch[2] ?? upToMatch[4]));
  const from = FROM.exec(text);
  return from && spanOf(months(from[1] ?? from[3]!, from[2] ?? from[4]), Infinity);
}

function exactAge(text: string, isAge: boolean): AgeRange | null {
  const exactMatch = EXACT_PATTERN.exec(text) ?? (isAge ? BARE_NUMBER.exec(text) : null);
  return exactMatch && spanOf(months(exactMatch[1]!, exactMatch[2]), lastOf(exactMatch[1]!, exactMatch[2]));
}

const isMonths = (unit: string | undefined): boolean => unit?.toLowerCase().startsWith('m') === true;
const months = (number: string, unit: string | undefined): number =>
  (numberOf(number.toLowerCase()) ?? 0) * (isMonths(unit) ? 1 : YEAR);
/** Returns the last month of an age: a child is five until the day before its sixth birthday. */
const lastOf = (number: string, unit: string | undefined): number =>
  months(number, unit) + (isMonths(unit) ? 0 : YEAR - 1);
const spanOf = (from: number, to: number): AgeRange | null => (from <= to ? { from, to } : null);
