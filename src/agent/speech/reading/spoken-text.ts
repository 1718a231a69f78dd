/**
 * Converts English text to the words that a person reads aloud: numbers, dates, times, prices, measures,
 * abbreviations, addresses and capitals become words, and commas mark pauses. Only a voice receives the result;
 * captions show the written text. Tables of rules are applied in order.
 */
import { AMOUNTS } from './spoken-amounts.ts';
import { DATES, TIMES } from './spoken-dates.ts';
import { ADDRESS_RULES, CAPITAL_RULES, ABBREVIATION_RULES } from './spoken-names.ts';
import { apply, type Rule } from './spoken-rules.ts';

/** Normalises punctuation and symbols, so that the rules have to match only one form of each. */
const PLAIN_RULES: readonly Rule[] = [
  [/[“”«»„]/g, '"'],
  [/[‘’]/g, "'"],
  [/[\u00a0\u2009\u202f]/g, ' '],
  [/\u00ad/g, ''],
  [/\u2212/g, '-'],
  [/[©®™]/g, ''],
  [/…|\.{3,}/g, '.'],
];

const RULES_BEFORE_NUMBERS: readonly Rule[] = [
  [/§\s?(?=\d)/g, 'section '],
  [/±\s?/g, 'plus or minus '],
  [/~\s?(?=[\d$€£])/g, 'about '],
  [/(^|\s)>\s?(?=\d)/g, '$1more than '],
  [/(^|\s)<\s?(?=\d)/g, '$1less than '],
  [/(\d)\s?\*(?=\s|$)/g, '$1 star'],
  [/(?<!\w)-(?=[$€£]\s?\d)/g, 'minus '],
  [/(\d)\s?\+\s?(?=\d)/g, '$1 plus '],
  [/(\d)\s?\+/g, '$1 plus'],
  [/\s?=\s?/g, ' equals '],
];

const RULES_AFTER_NUMBERS: readonly Rule[] = [
  [/\b([A-Z])\s?[–-]\s?([A-Z])\b/g, '$1 to $2'],
  [/\s?[–—]\s?|\s-+\s/g, ', '],
  [/\s?&\s?/g, ' and '],
  [/\band\/or\b/g, 'and or'],
  [/\b(\p{Ll}+)\/(?=\p{Ll}+\b)/gu, '$1 or '],
  [/\s*[([{]\s*/g, ', '],
  [/\s*[)\]}](?=\s*(?:[.,;:!?]|$))/g, ''],
  [/\s*[)\]}]\s*/g, ', '],
  [/°/g, ' degrees '],
  [/[<>\\^~_#*=/|@+]/g, ' '],
  // The last rules clean up: they remove a comma beside another mark or at the beginning.
  [/\s+/g, ' '],
  [/ (?=[,.;:!?])/g, ''],
  [/,+(?=[.,;:!?])/g, ''],
  [/([.;:!?]),/g, '$1'],
  [/^[\s,;:]+/, ''],
  [/,\s*$/, ''],
];

/** Minimum number of words in capitals that count as emphasis and not as a name. */
const MIN_EMPHASISED_WORDS = 3;

/** Converts `WE ARE CLOSED` to normal case. */
function lowerCapitals(text: string): string {
  const words = text.match(/\p{L}{2,}/gu) ?? [];
  if (words.length < MIN_EMPHASISED_WORDS || /\p{Ll}/u.test(text)) return text;
  const lowerText = text.toLowerCase().replace(/\bi\b/g, 'I');
  return lowerText.replace(/\p{L}/u, (first) => first.toUpperCase());
}

/** Returns the text as it is read aloud. `text` is a sentence or a part of one, without Markdown. */
export function spokenText(text: string): string {
  return [
    PLAIN_RULES,
    ADDRESS_RULES,
    DATES,
    TIMES,
    RULES_BEFORE_NUMBERS,
    ABBREVIATION_RULES,
    AMOUNTS,
    CAPITAL_RULES,
    RULES_AFTER_NUMBERS,
  ]
    .reduce((result, rules) => apply(rules, result), lowerCapitals(text.normalize('NFC')))
    .trim();
}
