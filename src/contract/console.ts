/** Sign-in to the owner's console. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './ids.ts';
import { page, paging } from './lists.ts';
import { nameSchema } from './names.ts';

/**
 * A session cookie is accepted only in requests with this header. Pages of other origins cannot send it without a
 * preflight request, which the service refuses.
 */
export const CONSOLE_HEADER = 'x-palkit-console';

/** Minutes for which a one-time link is valid. */
export const CONSOLE_LINK_MINUTES = 30;
/** Days after which a session ends: without a request (`idle`), and in any case (`total`). */
export const CONSOLE_SESSION_DAYS = { idle: 7, total: 30 } as const;
/** Maximum number of people per account, and of sessions per person. A new session ends the oldest one. */
export const CONSOLE_PEOPLE = 20;
export const CONSOLE_SESSIONS = 20;
/** Maximum number of attempts per network and minute to sign in or to use a link. */
export const SIGN_INS_PER_MINUTE = 20;
export const MIN_PASSWORD_CHARACTERS = 10;

const Password = z
  .string('must be a string')
  .check(
    z.minLength(MIN_PASSWORD_CHARACTERS, `must be at least ${MIN_PASSWORD_CHARACTERS} characters`),
    z.maxLength(256, 'must be at most 256 characters'),
  );

export const ConsoleSession = z.object({
  session_id: z.string(),
  account_id: z.int(),
  person_id: z.string(),
  /** The name with which the person signed in. */
  name: z.string(),
  /** `User-Agent` of the browser, shortened. */
  browser: z.string(),
  /** True for the session that sent this request. */
  current: z.boolean(),
  created_at: Timestamp,
  /** Time of the last request, accurate to five minutes. */
  seen_at: Timestamp,
  expires_at: Timestamp,
});
export type ConsoleSession = z.output<typeof ConsoleSession>;

export const ConsolePerson = z.object({
  person_id: z.string(),
  name: z.string(),
  created_at: Timestamp,
  session_count: z.int(),
});
export type ConsolePerson = z.output<typeof ConsolePerson>;

/** Used by the command `palkit console`, which reads the bearer token from `DATA_DIR`. */
export const createConsoleLink = endpoint({
  name: 'createConsoleLink',
  method: 'POST',
  path: '/v2/console/links',
  auth: 'public',
  tag: 'console',
  body: z.object({
    /** The default is the account with the lowest id. */
    account_id: z.optional(z.int('must be a whole number').check(z.minimum(1, 'must be 1 or more'))),
  }),
  bodyOptional: true,
  result: z.object({ url: z.string(), account_id: z.int(), expires_at: Timestamp }),
  status: 200,
  errors: ['invalid_token', 'unknown_reference', 'not_found', 'too_many_attempts'],
});
export const useConsoleLink = endpoint({
  name: 'useConsoleLink',
  method: 'POST',
  path: '/v2/console/links/use',
  auth: 'public',
  tag: 'console',
  body: z.object({
    link: z.string('must be a string').check(z.maxLength(200, 'must be at most 200 characters')),
    /** If the account already has this name, its password is changed and its other sessions end. */
    name: nameSchema(),
    password: Password,
  }),
  result: ConsoleSession,
  status: 200,
  errors: ['invalid_console_link', 'conflict', 'not_found', 'too_many_attempts', 'origin_not_allowed'],
});
export const signIn = endpoint({
  name: 'signIn',
  method: 'POST',
  path: '/v2/console/sessions',
  auth: 'public',
  tag: 'console',
  body: z.object({
    name: nameSchema(),
    password: z.string('must be a string').check(z.maxLength(256, 'must be at most 256 characters')),
  }),
  result: ConsoleSession,
  status: 200,
  errors: ['wrong_password', 'not_found', 'too_many_attempts', 'origin_not_allowed'],
});
export const listConsoleSessions = endpoint({
  name: 'listConsoleSessions',
  method: 'GET',
  path: '/v2/console/sessions',
  auth: 'key',
  tag: 'console',
  query: z.object(paging(50, 1)),
  result: page(ConsoleSession),
  status: 200,
  errors: [],
});
export const endConsoleSession = endpoint({
  name: 'endConsoleSession',
  method: 'DELETE',
  path: '/v2/console/sessions/{session_id}',
  auth: 'key',
  tag: 'console',
  status: 204,
  errors: ['console_session_not_found', 'forbidden'],
});
export const listConsolePeople = endpoint({
  name: 'listConsolePeople',
  method: 'GET',
  path: '/v2/console/people',
  auth: 'key',
  tag: 'console',
  query: z.object(paging(50, 1)),
  result: page(ConsolePerson),
  status: 200,
  errors: [],
});
export const removeConsolePerson = endpoint({
  name: 'removeConsolePerson',
  method: 'DELETE',
  path: '/v2/console/people/{person_id}',
  auth: 'key',
  tag: 'console',
  status: 204,
  errors: ['console_person_not_found', 'forbidden'],
});

export const consoleEndpoints = [
  createConsoleLink,
  useConsoleLink,
  signIn,
  listConsoleSessions,
  endConsoleSession,
  listConsolePeople,
  removeConsolePerson,
] as const;
