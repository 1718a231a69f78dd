/** Numbers of conversations by day. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { wholeNumber } from './lists.ts';

export const MAX_DAYS = 90;
export const ConversationDay = z.object({
  /** UTC date, such as 2026-11-26. */
  date: z.string(),
  /** Number of conversations that began on this date and were joined. */
  calls: z.int(),
  /** Total seconds of these conversations from join to end. */
  seconds: z.number(),
  /** Number of ended conversations with a question that was answered, declined, offered topics or handed over. */
  asked: z.int(),
  /** Number of those conversations in which every question was answered. */
  answered: z.int(),
});
export type ConversationDay = z.output<typeof ConversationDay>;

/** Returns the sums over all days. `answeredShare` is 0 to 1; null if no conversation contained a question. */
export function sumsOf(days: readonly ConversationDay[]) {
  const sum = (key: 'calls' | 'seconds' | 'asked' | 'answered') =>
    days.reduce((total, entry) => total + entry[key], 0);
  const askingCalls = sum('asked');
  const answeredShare = askingCalls === 0 ? null : sum('answered') / askingCalls;
  return { calls: sum('calls'), minutes: Math.round(sum('seconds') / 60), answeredShare };
}

export const listConversationDays = endpoint({
  name: 'listConversationDays',
  method: 'GET',
  path: '/v2/conversations/days',
  auth: 'key',
  tag: 'conversations',
  query: z.object({
    days: z._default(wholeNumber(1, MAX_DAYS, `must be a whole number from 1 to ${MAX_DAYS}`), 30),
    pal_id: z.optional(Id),
  }),
  /** One entry per day, today last. */
  result: z.object({ data: z.array(ConversationDay) }),
  status: 200,
  errors: [],
});
