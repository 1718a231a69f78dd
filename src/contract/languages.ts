/** Language tags. They have a separate file, so that browsers need not load the schemas of PALs. */
import * as z from 'zod/mini';
import { whereUsed } from './endpoint.ts';

/** A BCP 47 tag, for example `en` or `pt-BR`. */
export const Language = whereUsed(() =>
  z
    .string('must be a language tag')
    .check(z.regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'must be a language tag such as en')),
);
export const Languages = whereUsed(() =>
  z
    .array(Language, 'must be a list of language tags')
    .check(z.maxLength(30, 'must hold at most 30 languages')),
);
