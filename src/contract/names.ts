/** Names that people read: of PALs, faces, documents, deployments, conversations, and so on. */
import * as z from 'zod/mini';

const MOST = 200;

/** Joiners and variation selectors: emoji, Persian, Mongolian and rare Chinese characters need them. */
const JOINERS = '\\u034f\\u180b-\\u180d\\u180f\\u200c\\u200d\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}';
/**
 * Control characters, line separators, and what Unicode lets a screen ignore, marks that turn the direction of text
 * among them: with these a name is read as another one (Unicode TR36 §2.9).
 */
const UNSEEN = new RegExp(
  `(?![${JOINERS}])[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\ufff9-\\ufffb]`,
  'gu',
);
/** Something to read: no space, no joiner alone, no blank Braille pattern. */
const READABLE = new RegExp(`[^\\s\\u2800${JOINERS}]`, 'u');

export const visible = (text: string): string => text.replace(UNSEEN, '');

/** 1 to 200 characters and not only white space; unseen characters are taken out. */
export const nameSchema = /* @__NO_SIDE_EFFECTS__ */ () =>
  z
    .string('must be a string')
    .check(
      z.overwrite(visible),
      z.regex(READABLE, 'must not be empty'),
      z.maxLength(MOST, `must be at most ${MOST} characters`),
    );

/** The same where a name may be left empty. */
export const optionalNameSchema = /* @__NO_SIDE_EFFECTS__ */ () =>
  z
    .string('must be a string')
    .check(z.overwrite(visible), z.maxLength(MOST, `must be at most ${MOST} characters`));
