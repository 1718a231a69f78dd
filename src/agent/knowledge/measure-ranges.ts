/**
 * Compares a measure in a question with the range in a label such as "over 25 kg". This module is for English only.
 */
import { NUMBER_SOURCE, numberOf } from './number-words.ts';

interface MeasureRange {
  unit: string;
  from: number;
  to: number;
}
interface Measure {
  unit: string;
  value: number;
}

/** The names of each unit. Ages have their own rules. */
const UNITS: readonly (readonly [unit: string, names: string])[] = [
  ['kg', 'kgs?|kilos?|kilograms?'],
  ['lb', 'lbs?'],
  ['g', 'g|grams?'],
  ['cm', 'cms?|centimet(?:re|er)s?'],
  ['km', 'kms?|kilomet(?:re|er)s?'],
  ['mile', 'miles?'],
  ['m', 'm|met(?:re|er)s?'],
  ['ft', 'ft|feet|foot'],
  ['litre', 'l|lit(?:re|er)s?'],
  ['person', 'of us|of them|people|persons?|guests?|visitors?|heads?|pax|participants?|players?|seats?'],
  ['piece', 'copies|pieces|items|sheets|pages|cards'],
  ['night', 'nights?'],
  ['week', 'weeks?'],
];
const NAMES = UNITS.map(([, names]) => names).join('|');
const UNIT_PATTERNS = UNITS.map(([unit, names]) => [unit, new RegExp(`^(?:${names})$`)] as const);
const NUMBER = String.raw`(\d{1,6}(?:[.,]\d{1,2})?|${NUMBER_SOURCE})`;
const UNIT = String.raw`(?: ?(${NAMES})\b)`;
const SPAN = new RegExp(String.raw`\b${NUMBER}${UNIT}? ?(?:to|[-\u2013\u2014]|and) ?${NUMBER}${UNIT}`);
const UP_TO = new RegExp(
  String.raw`\b(?:up to|until|max(?:imum|\.)?|at most) ${NUMBER}${UNIT}|` +
    String.raw`\b${NUMBER}${UNIT} (?:and|or) (?:less|fewer|under|below)`,
);
const BELOW = new RegExp(String.raw`(?:\b(?:under|below|less than|fewer than)|<) ?${NUMBER}${UNIT}`);
const FROM = new RegExp(
  String.raw`\b(?:from|min(?:imum|\.)?|at least) ${NUMBER}${UNIT}|` +
    String.raw`\b${NUMBER}(?:\+${UNIT}|${UNIT}(?:\+| (?:and|or) (?:more|over|above)))`,
);
const ABOVE_PATTERN = new RegExp(String.raw`(?:\b(?:over|above|more than)|>) ?${NUMBER}${UNIT}`);
const MEASURE = new RegExp(String.raw`\b${NUMBER}${UNIT}`, 'g');
/** Distance from an end that is not included: "under 25 kg" ends just below 25. */
const STEP = 1e-6;

const unitOf = (name: string): string => UNIT_PATTERNS.find(([, names]) => names.test(name))![0];
const valueOf = (number: string): number => numberOf(number) ?? Number(number.replace(',', '.'));

/** Returns the range in a label such as "Medium (10 to 25 kg)"; null for a label without one. */
function rangeOf(label: string): MeasureRange | null {
  const text = label.toLowerCase();
  const span = SPAN.exec(text);
  if (span) return { unit: unitOf(span[4]!), from: valueOf(span[1]!), to: valueOf(span[3]!) };
  for (const [pattern, ends] of [
    [BELOW, (value: number) => ({ from: -Infinity, to: value - STEP })],
    [ABOVE_PATTERN, (value: number) => ({ from: value + STEP, to: Infinity })],
    [UP_TO, (value: number) => ({ from: -Infinity, to: value })],
    [FROM, (value: number) => ({ from: value, to: Infinity })],
  ] as const) {
    const [number, unit] = (pattern.exec(text) ?? []).slice(1).filter((part) => part !== undefined);
    if (number && unit) return { unit: unitOf(unit), ...ends(valueOf(number)) };
  }
  return null;
}

const measuresIn = (question: string): Measure[] =>
  [...question.toLowerCase().matchAll(MEASURE)].map(([, number, unit]) => ({
    unit: unitOf(unit!),
    value: valueOf(number!),
  }));

/**
 * Returns the number of people in a text. "12 of us" is a complete party, "and the 3 of them" is a part of one.
 */
export function partyIn(text: string): { count: number; isComplete: boolean } {
  const persons = measuresIn(text).filter(({ unit }) => unit === 'person');
  const isComplete = persons.length > 0 && !/\bof them\b/i.test(text);
  return { count: persons.reduce((sum, { value }) => sum + value, 0), isComplete };
}

/** True for a text with a number and its unit: "14 kilos", "20 of us". */
export const hasMeasure = (text: string): boolean => measuresIn(text).length > 0;

/**
 * Returns 1 if the label's range includes a measure of the question, -1 if it does not, and 0 if the label has no
 * range or the question has no measure of the same unit.
 */
export function measureFits(label: string, question: string): -1 | 0 | 1 {
  const range = rangeOf(label);
  const measures = range ? measuresIn(question).filter(({ unit }) => unit === range.unit) : [];
  if (!range || measures.length === 0) return 0;
  return measures.some(({ value }) => range.from <= value && value <= range.to) ? 1 : -1;
}

/**
 * Returns the width of a label's range, so that "up to 40 guests" is a closer match than "up to 150 guests".
 */
export const measureWidth = (label: string): number => {
  const range = rangeOf(label);
  return range ? range.to - Math.max(0, range.from) : Infinity;
};

/** True for the name of a unit, which does not name a subject. */
export const isUnit = (word: string): boolean => UNIT_PATTERNS.some(([, names]) => names.test(word));
