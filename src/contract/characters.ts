/** Measures text in user-perceived characters, which are grapheme clusters (UAX #29). */
import * as z from 'zod/mini';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/**
 * Maximum average of UTF-16 units per character. It allows family emoji with skin tones (19) but limits text with
 * stacked marks.
 */
const MAX_UNITS_PER_CHARACTER = 40;

/** True if the text has at most `max` characters. Counting stops at the first character beyond `max`. */
export function atMostCharacters(text: string, max: number): boolean {
  if (text.length <= max) return true;
  if (text.length > max * MAX_UNITS_PER_CHARACTER) return false;
  let count = 0;
  for (const _ of segmenter.segment(text)) if (++count > max) return false;
  return true;
}

/** Returns the schema of a string with at most `max` characters. */
export const characters = (max: number) =>
  z
    .string('must be a string')
    .check(z.refine((text: string) => atMostCharacters(text, max), `must be at most ${max} characters`));
/** Returns the schema of a string with at most `max` characters that contains more than white space. */
export const filledCharacters = (max: number) =>
  z
    .string('must be a string')
    .check(
      z.refine(
        (text: string) => /\S/.test(text) && atMostCharacters(text, max),
        `must be 1 to ${max} characters, at least one of them not white space`,
      ),
    );
