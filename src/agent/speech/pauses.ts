/** The silence around a piece of speech, so that pieces in a row sound like a person who breathes. Pure. */

/** Seconds before the first sound. */
export const LEADING_SECONDS = 0.02;
/** Seconds after a sentence, and after a part of one that ends at a comma or between words. */
const AFTER_SENTENCE = 0.33;
const AFTER_CLAUSE = 0.13;

/** Seconds of silence after a piece, by its punctuation. */
export function trailingSeconds(text: string): number {
  return /[.!?…。！？]["'”’)\]]*\s*$/.test(text) ? AFTER_SENTENCE : AFTER_CLAUSE;
}
