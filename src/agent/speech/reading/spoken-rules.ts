/** The building blocks of the tables in `spoken-text.ts`. This module does no I/O. */
import { cardinal, digits, joinWords } from './spoken-numbers.ts';

/** A written pattern and its spoken form: words, or a function that makes them from the pattern's groups. */
export type Rule = readonly [written: RegExp, said: string | ((match: Match) => string)];

export interface Match {
  /** The complete match and its groups; a missing group is empty. */
  groups: readonly string[];
  /** The text after the match. */
  after: string;
}

export function apply(rules: readonly Rule[], text: string): string {
  let result = text;
  for (const [pattern, replacement] of rules) {
    if (typeof replacement === 'string') result = result.replace(pattern, replacement);
    else {
      result = result.replace(pattern, (...values: unknown[]) => {
        const numberIndex = values.findIndex((each) => typeof each === 'number');
        const wholeMatch = values[numberIndex + 1] as string;
        const groups = values.slice(0, numberIndex).map((each) => (each as string | undefined) ?? '');
        return replacement({
          groups,
          after: wholeMatch.slice((values[numberIndex] as number) + groups[0]!.length),
        });
      });
    }
  }
  return result;
}

/** A written number such as `5`, `1,200` or `3.5`, or the remaining digits of a longer number. */
export const ANY_NUMBER = '(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)';
/**
 * A number that is matched only from its first digit on, so that rules with a unit scan a long row of digits once.
 */
export const NUMBER = `(?<!\\d)${ANY_NUMBER}`;
/** Maximum number of digits; longer numbers are read digit by digit. */
const MAX_DIGITS = 12;

/** Converts a number that `NUMBER` matched to words. */
export function quantity(text: string): string {
  const [wholeDigits = '', decimals] = text.replaceAll(',', '').split('.');
  const countWords =
    /^0\d/.test(wholeDigits) || wholeDigits.length > MAX_DIGITS
      ? digits(wholeDigits)
      : wholeDigits === ''
        ? []
        : cardinal(Number(wholeDigits));
  return joinWords(decimals === undefined ? countWords : [...countWords, 'point', ...digits(decimals)]);
}

export const isOne = (text: string): boolean => text === '1';

/** Separates the letters: `U S B` for `USB`. */
export const spellLetters = (letters: string): string => [...letters.toUpperCase()].join(' ');

/** Returns a full stop if the full stop of an abbreviation also ends the sentence. */
export const sentenceStop = (match: Match): string =>
  match.groups[0]!.endsWith('.') && /^["')\s]*$/.test(match.after) ? '.' : '';
