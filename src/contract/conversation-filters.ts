/** Filters of conversations: the same in their list and in their export. An extension of Palkit. */
import * as z from 'zod/mini';
import { CONVERSATION_STATUSES, SHUTDOWN_REASONS, TURN_OUTCOMES } from './conversation-outcomes.ts';
import { whereUsed } from './endpoint.ts';
import { Id } from './ids.ts';
import { commaListOf, Moment } from './lists.ts';

/** Maximum number of characters of a search, and most words of it that are searched. */
export const MAX_SEARCH = 200;
export const MAX_SEARCH_WORDS = 10;
/** Found conversations that a search counts; its pages go on. */
export const MAX_SEARCH_COUNT = 10_000;
/** Maximum number of characters of a `next_cursor`. */
const MAX_CURSOR = 120;

/** Opaque position of a list: the `next_cursor` of the page before. */
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
  /** From this moment on. */
  created_after: z.optional(Moment),
  /** Earlier than this moment. */
  created_before: z.optional(Moment),
  /** `internal error occurred at step x` stands for every step. */
  shutdown_reason: z.optional(z.enum(SHUTDOWN_REASONS, `must be one of ${SHUTDOWN_REASONS.join(', ')}`)),
  /** The visitor's rating: one of these. */
  rating: z.optional(commaListOf(['1', '2', '3', '4', '5'])),
  /** The language of an ended conversation: `de` also finds `de-AT`. */
  language: z.optional(
    z
      .string()
      .check(
        z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'must be a language tag, such as de or pt-BR'),
      ),
  ),
  /** Ended conversations in which a turn had one of these outcomes. */
  outcome: z.optional(commaListOf(TURN_OUTCOMES)),
  /**
   * Words in the transcript of an ended conversation: all of them must occur, also as the beginning of a longer word.
   */
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
