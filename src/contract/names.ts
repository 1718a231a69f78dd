/** Names that people read: of PALs, faces, documents, deployments, conversations, and so on. */
import * as z from 'zod/mini';

const MOST = 200;

/**
 * Control characters, marks that turn the direction of what follows, and characters that nobody sees: with them a name
 * is read as another one (Unicode TR36 §2.9). The joiners of emoji and of Persian (U+200C, U+200D) stay.
 */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

export const visible = (text: string): string => text.replace(UNSEEN, '');

/** 1 to 200 characters and not only white space; unseen characters are taken out. */
export const nameSchema = /* @__NO_SIDE_EFFECTS__ */ () =>
  z
    .string('must be a string')
    .check(
      z.overwrite(visible),
      z.regex(/\S/, 'must not be empty'),
      z.maxLength(MOST, `must be at most ${MOST} characters`),
    );

/** The same where a name may be left empty. */
export const optionalNameSchema = /* @__NO_SIDE_EFFECTS__ */ () =>
  z
    .string('must be a string')
    .check(z.overwrite(visible), z.maxLength(MOST, `must be at most ${MOST} characters`));
