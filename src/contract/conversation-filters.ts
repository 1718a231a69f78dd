/** Filters for the list and the export of conversations. An extension of Palkit. */
import * as z from 'zod/mini';
import { CONVERSATION_STATUSES, SHUTDOWN_REASONS, TURN_OUTCOMES } from './conversation-outcomes.ts';
import { whereUsed } from './endpoint.ts';
import { Id } from './ids.ts';
import { commaListOf, Moment } from './lists.ts';

/** Maximum number of characters of a search, and of words in it that are used. */
export const MAX_SEARCH = 200;
export const MAX_SEARCH_WORDS = 10;
/** Maximum number of results that a search counts; further pages can still be read. */
export const MAX_SEARCH_COUNT = 10_000;
/** Maximum number of characters of a `next_cursor`. */
const MAX_CURSOR = 120;

/** Opaque position in a list: the `next_cursor` of the previous page. */
export const Cursor = whereUsed(() =>
  z
    .string()
    .check(
      z.minLength(1, 'must not be empty'),
      z.maxLength(MAX_CURSOR, `must be at most ${MAX_CURSOR} characters`),
    ),
);

export const conversationFilters = whereUsed(() => ({
  status: z.optional(z.enum(CONVERSATION_STATUSES, 'must be active or ended')),
  deployment_id: z.optional(Id),
  pal_id: z.optional(Id),
  /** Conversations created at or after this time. */
  created_after: z.optional(Moment),
  /** Conversations created before this time. */
  created_before: z.optional(Moment),
  /** `internal error occurred at step x` matches every step. */
  shutdown_reason: z.optional(z.enum(SHUTDOWN_REASONS, `must be one of ${SHUTDOWN_REASONS.join(', ')}`)),
  /** Comma-separated ratings, any of which matches. */
  rating: z.optional(commaListOf(['1', '2', '3', '4', '5'])),
  /** The language of an ended conversation; `de` also matches `de-AT`. */
  language: z.optional(
    z
      .string()
      .check(
        z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'must be a language tag, such as de or pt-BR'),
      ),
  ),
  /** Ended conversations in which a turn had one of these outcomes. */
  outcome: z.optional(commaListOf(TURN_OUTCOMES)),
  /** Words in the transcript of an ended conversation. All of them must occur, at least as the beginning of a word. */
  search: z.optional(
    z
      .string()
      .check(
        z.regex(/[\p{L}\p{N}]/u, 'must have a letter or a digit'),
        z.maxLength(MAX_SEARCH, `must be at most ${MAX_SEARCH} characters`),
      ),
  ),
}));
export type ConversationFilters = z.output<z.ZodMiniObject<typeof conversationFilters>>;
