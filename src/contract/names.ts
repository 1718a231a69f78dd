/** Display names of PALs, faces, documents, deployments, conversations and so on. */
import * as z from 'zod/mini';
import { whereUsed } from './endpoint.ts';

const MAX_CHARACTERS = 200;

/** Joiners and variation selectors, which emoji, Persian, Mongolian and rare Chinese characters need. */
const JOINERS = '\\u034f\\u180b-\\u180d\\u180f\\u200c\\u200d\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}';
/**
 * Control characters, line separators, and invisible characters including bidirectional marks, which make a name look
 * like another one (Unicode TR36 §2.9).
 */
const INVISIBLE_CHARACTERS = whereUsed(
  () =>
    new RegExp(
      `(?![${JOINERS}])[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\ufff9-\\ufffb]`,
      'gu',
    ),
);
/** Matches a visible character: no space, joiner or blank Braille pattern. */
const READABLE_CHARACTER = whereUsed(() => new RegExp(`[^\\s\\u2800${JOINERS}]`, 'u'));

export const withoutInvisible = (text: string): string => text.replace(INVISIBLE_CHARACTERS, '');

/**
 * Returns the schema of a name: 1 to 200 characters, not only white space; invisible characters are removed.
 */
export const nameSchema = /* @__NO_SIDE_EFFECTS__ */ () =>
  z
    .string('must be a string')
    .check(
      z.overwrite(withoutInvisible),
      z.regex(READABLE_CHARACTER, 'must not be empty'),
      z.maxLength(MAX_CHARACTERS, `must be at most ${MAX_CHARACTERS} characters`),
    );

/** Returns the schema of a name that may be empty. */
export const optionalNameSchema = /* @__NO_SIDE_EFFECTS__ */ () =>
  z
    .string('must be a string')
    .check(
      z.overwrite(withoutInvisible),
      z.maxLength(MAX_CHARACTERS, `must be at most ${MAX_CHARACTERS} characters`),
    );
