/** Questions of visitors that a PAL did not answer. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './ids.ts';
import { paging } from './lists.ts';

/** Maximum number of unanswered turns of a PAL that are read and grouped, newest first. */
export const MAX_UNANSWERED_TURNS = 300;
/** Maximum number of reads per account and minute. */
export const UNANSWERED_READS_PER_MINUTE = 30;
/** Maximum number of wordings that are listed per group. */
export const MAX_WORDINGS = 5;

/** Questions with the same meaning, as visitors worded them. */
export const UnansweredQuestion = z.object({
  /** The most frequent wording. */
  question: z.string(),
  /** Up to five wordings, most frequent first. */
  wordings: z.array(z.string()),
  /** Number of times that the question was asked. */
  count: z.int(),
  first_asked_at: Timestamp,
  last_asked_at: Timestamp,
  /** The conversation in which it was last asked. */
  conversation_id: z.string(),
});
export type UnansweredQuestion = z.output<typeof UnansweredQuestion>;

export const listUnansweredQuestions = endpoint({
  name: 'listUnansweredQuestions',
  method: 'GET',
  path: '/v2/pals/{pal_id}/unanswered',
  auth: 'key',
  tag: 'pals',
  query: z.object(paging(20, 1)),
  result: z.object({
    /** Groups, most frequent first. */
    data: z.array(UnansweredQuestion),
    /** Number of groups. */
    total_count: z.int(),
    /** Number of turns that were considered: at most the newest 300 with the outcome `offered` or `declined`. */
    turn_count: z.int(),
  }),
  status: 200,
  errors: ['pal_not_found', 'forbidden', 'too_many_requests'],
});
