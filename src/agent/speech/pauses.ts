/** Seconds of silence around a piece of speech, so that consecutive pieces sound like a person who breathes. Pure. */

/** Seconds of silence before the first sound. */
export const LEADING_SECONDS = 0.02;
/** Seconds of silence after a sentence, and after a part of one that ends at a comma or between words. */
const AFTER_SENTENCE = 0.33;
const AFTER_CLAUSE = 0.13;

/** Returns the seconds of silence after a piece, which depend on its punctuation. */
export function trailingSeconds(text: string): number {
  return /[.!?…。！？]["'”’)\]]*\s*$/.test(text) ? AFTER_SENTENCE : AFTER_CLAUSE;
}
