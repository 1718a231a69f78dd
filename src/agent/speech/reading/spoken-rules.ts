/** What the tables of `spoken-text.ts` are made of. Pure. */
import { cardinal, digits, joined } from './spoken-numbers.ts';

/** What is written, and what is said in its place: words, or what makes them of the pattern's groups. */
export type Rule = readonly [written: RegExp, said: string | ((match: Match) => string)];

export interface Match {
  /** The whole match and its groups; an absent one is empty. */
  groups: readonly string[];
  /** What follows it. */
  after: string;
}

export function apply(rules: readonly Rule[], text: string): string {
  let said = text;
  for (const [pattern, replacement] of rules) {
    if (typeof replacement === 'string') said = said.replace(pattern, replacement);
    else {
      said = said.replace(pattern, (...given: unknown[]) => {
        const at = given.findIndex((each) => typeof each === 'number');
        const whole = given[at + 1] as string;
        const groups = given.slice(0, at).map((each) => (each as string | undefined) ?? '');
        return replacement({ groups, after: whole.slice((given[at] as number) + groups[0]!.length) });
      });
    }
  }
  return said;
}

/** A number as it is written: `5`, `1,200`, `3.5`. */
export const NUMBER = '(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)';
/** Longer ones are read digit by digit. */
const MOST_DIGITS = 12;

/** `NUMBER` in words. */
export function quantity(written: string): string {
  const [whole = '', part] = written.replaceAll(',', '').split('.');
  const counted =
    /^0\d/.test(whole) || whole.length > MOST_DIGITS
      ? digits(whole)
      : whole === ''
        ? []
        : cardinal(Number(whole));
  return joined(part === undefined ? counted : [...counted, 'point', ...digits(part)]);
}

export const isOne = (written: string): boolean => written === '1';

/** `U S B` of `USB`. */
export const spelled = (letters: string): string => [...letters.toUpperCase()].join(' ');

/** The full stop of an abbreviation is the sentence's too where nothing follows. */
export const stop = (match: Match): string =>
  match.groups[0]!.endsWith('.') && /^["')\s]*$/.test(match.after) ? '.' : '';
