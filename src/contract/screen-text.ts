/** An owner's texts for the screens of a call, by language: `{"en": {"talk": "Speak with us"}}`. */
import * as z from 'zod/mini';
import { whereUsed } from './endpoint.ts';
import { closed, facade, screen } from './locales/en.ts';
import { LOCALE_TAGS } from './locales/tags.ts';

/** Maximum number of characters of a text. */
const MAX_CHARACTERS = 500;

/** Texts by name; a text with a number has one entry per plural form. */
export const ScreenText = z.record(
  z.string(),
  z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
);
export type ScreenText = z.output<typeof ScreenText>;

/** The schema for writes, which validates the languages and the texts. */
export const ScreenTextFields = whereUsed(() => {
  const sentence = z
    .string('must be a string')
    .check(
      z.regex(/\S/, 'must not be empty'),
      z.maxLength(MAX_CHARACTERS, `must be at most ${MAX_CHARACTERS} characters`),
    );
  const form = z.optional(sentence);
  const countedForms = z.strictObject(
    { zero: form, one: form, two: form, few: form, many: form, other: sentence },
    'must be an object of plural forms, with other',
  );
  const { begin, tryAgain } = facade;
  const words = Object.entries({ begin, tryAgain, ...screen, ...closed }).map(([name, word]) => [
    name,
    z.optional(typeof word === 'string' ? sentence : countedForms),
  ]);
  const language = z.optional(
    z.strictObject(Object.fromEntries(words) as Record<string, typeof form>, 'must be an object of words'),
  );
  return z.optional(
    z.strictObject(
      Object.fromEntries(LOCALE_TAGS.map((tag) => [tag, language])),
      'must be an object of languages and their words',
    ),
  );
});
