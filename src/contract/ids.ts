/** Identifiers (specification: resources-2): a prefix and at least 16 random lower-case hex characters. */
import * as z from 'zod/mini';

export const ID_PREFIXES = {
  pal: 'p',
  face: 'r',
  deployment: 'd',
  document: 'd',
  conversation: 'c',
  session: 's',
  guardrailSet: 'g',
  objectives: 'o',
  memoryStore: 'm',
  memory: 'pm',
  callback: 'w',
  connector: 'c',
  video: 'v',
  speech: 's',
  tool: 't',
  dictionary: 'pd',
  recording: 'r',
  key: 'k',
  upload: 'f',
  consolePerson: 'u',
  consoleSession: 's',
} as const;
export type IdKind = keyof typeof ID_PREFIXES;

/** A well-formed id in a body. Whether it exists is checked in the database. */
export const Id = z
  .string()
  .check(z.minLength(1, 'must not be empty'), z.maxLength(128, 'must be at most 128 characters'));

/** An address that the service calls: http or https, at most 2048 characters. */
export const HttpUrl = z
  .string()
  .check(
    z.maxLength(2048, 'must be at most 2048 characters'),
    z.regex(/^https?:\/\/[^\s/?#]+/i, 'must be an http or https address'),
  );

/** An optional address. Reads return "" if there is none, so "" may be written. */
export const NullableHttpUrl = z.nullable(
  z.pipe(
    z
      .string()
      .check(
        z.maxLength(2048, 'must be at most 2048 characters'),
        z.regex(/^$|^https?:\/\/[^\s/?#]+/i, 'must be an http or https address'),
      ),
    z.pipe(
      z.transform((address: string) => (address === '' ? null : address)),
      z.nullable(z.string()),
    ),
  ),
);

/** ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.string();
