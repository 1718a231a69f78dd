/**
 * Seconds of silence around a piece of speech, so that consecutive pieces sound like a person who breathes. This
 * module does no I/O.
 */

/** Seconds of silence before the first sound. */
export const LEADING_SECONDS = 0.02;
/** Seconds of silence after a sentence. */
const SECONDS_AFTER_SENTENCE = 0.33;
/** Seconds of silence after a part of a sentence that ends at a comma or between words. */
const SECONDS_AFTER_CLAUSE = 0.13;

/** Returns the seconds of silence after a piece, which depend on its punctuation. */
export function trailingSeconds(text: string): number {
  return /[.!?…。！？]["'”’)\]]*\s*$/.test(text) ? SECONDS_AFTER_SENTENCE : SECONDS_AFTER_CLAUSE;
}
