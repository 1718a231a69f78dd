/** Text measured as a person counts it: one user-perceived character is one grapheme cluster (UAX #29). */
import * as z from 'zod/mini';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/**
 * UTF-16 units that one character may take on average: enough for families of four with skin tones (19), so
 * that text piled with marks stays bounded.
 */
const UNITS_EACH = 40;

/** Whether the text has at most `max` characters; stops counting as soon as it is known. */
export function atMostCharacters(text: string, max: number): boolean {
  if (text.length <= max) return true;
  if (text.length > max * UNITS_EACH) return false;
  let count = 0;
  for (const _ of segmenter.segment(text)) if (++count > max) return false;
  return true;
}

/** A text of at most `max` characters. */
export const characters = (max: number) =>
  z
    .string('must be a string')
    .check(z.refine((text: string) => atMostCharacters(text, max), `must be at most ${max} characters`));
/** The same, and not only white space. */
export const filledCharacters = (max: number) =>
  z
    .string('must be a string')
    .check(
      z.refine(
        (text: string) => /\S/.test(text) && atMostCharacters(text, max),
        `must be 1 to ${max} characters and not only white space`,
      ),
    );
