/** Small numbers in digits and in words. English. Pure. */
const WORDS: readonly string[] = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen twenty'
).split(' ');

/** Source of an expression that a number up to 999 fits. */
export const NUMBER_SOURCE = String.raw`(?:\d{1,3}|${WORDS.slice(1).join('|')})`;

/** Reads a match of `NUMBER_SOURCE`, and "a" or "an" as 1; null for any other text. */
export function numberOf(word: string): number | null {
  if (/^\d{1,3}$/.test(word)) return Number(word);
  if (/^an?$/.test(word)) return 1;
  const at = WORDS.indexOf(word);
  return at < 0 ? null : at;
}
