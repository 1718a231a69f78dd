/** Questions of visitors that a PAL did not answer. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './ids.ts';
import { paging } from './lists.ts';

/** The newest unanswered turns of a PAL that are read and grouped. */
export const MAX_UNANSWERED_TURNS = 300;
/** Reads per account and minute. */
export const UNANSWERED_READS_PER_MINUTE = 30;
/** Maximum number of wordings that are shown of one group. */
export const MAX_WORDINGS = 5;

/** Questions that ask for the same, in the words of visitors. */
export const UnansweredQuestion = z.object({
  /** The most frequent wording. */
  question: z.string(),
  /** Up to five wordings, the most frequent first. */
  wordings: z.array(z.string()),
  /** The number of times that it was asked. */
  count: z.int(),
  first_asked_at: Timestamp,
  last_asked_at: Timestamp,
  /** The conversation of the last time. */
  conversation_id: z.string(),
});
export type UnansweredQuestion = z.output<typeof UnansweredQuestion>;

export const listUnansweredQuestions = endpoint({
  name: 'listUnansweredQuestions',
  method: 'GET',
  path: '/v2/pals/{pal_id}/unanswered',
  auth: 'key',
  tag: 'pals',
  summary: 'List the questions that visitors asked and got no answer to, grouped by meaning',
  query: z.object(paging(20, 1)),
  result: z.object({
    /** The most frequent first. */
    data: z.array(UnansweredQuestion),
    /** Number of groups. */
    total_count: z.int(),
    /** Turns that are counted: at most the newest 300 with the outcome `offered` or `declined`. */
    turn_count: z.int(),
  }),
  status: 200,
  errors: ['pal_not_found', 'forbidden', 'too_many_requests'],
});
