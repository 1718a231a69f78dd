/**
 * Facts about the visitor that a page provides by name. They replace `{{name}}` or `{{name|default}}` in a
 * prompt, a greeting or a conversational context.
 */
import * as z from 'zod/mini';

export const MAX_VARIABLES = 30;
/** Maximum number of characters of a value. */
export const MAX_VARIABLE_LENGTH = 500;
/** Matches a letter, then at most 39 letters, digits and underscores. */
export const VARIABLE_NAME = /^[a-z]\w{0,39}$/i;

/** Variables; an empty value counts as missing. */
export const Variables = z
  .record(
    z
      .string()
      .check(
        z.regex(VARIABLE_NAME, 'must be a letter followed by letters, digits and _, at most 40 characters'),
      ),
    z
      .string('must be a string')
      .check(z.maxLength(MAX_VARIABLE_LENGTH, `must be at most ${MAX_VARIABLE_LENGTH} characters`)),
    'must be an object of names and strings',
  )
  .check(
    z.refine(
      (variables) => Object.keys(variables).length <= MAX_VARIABLES,
      `must hold at most ${MAX_VARIABLES} variables`,
    ),
  );
export type Variables = Record<string, string>;
