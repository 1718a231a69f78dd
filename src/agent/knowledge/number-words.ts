/** Reads small numbers in digits and in words. This module is for English only. */
const WORDS: readonly string[] = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen twenty'
).split(' ');

/** Source of a regular expression that matches a number up to 999. */
export const NUMBER_SOURCE = String.raw`(?:\d{1,3}|${WORDS.slice(1).join('|')})`;

/** Parses a match of `NUMBER_SOURCE`; "a" and "an" are 1. Null for any other text. */
export function numberOf(word: string): number | null {
  if (/^\d{1,3}$/.test(word)) return Number(word);
  if (/^an?$/.test(word)) return 1;
  const at = WORDS.indexOf(word);
  return at < 0 ? null : at;
}
