/** Counts conversations by day. */
import { sql } from 'kysely';
import type { ConversationDay, listConversationDays } from '@palkit/contract/conversation-days';
import type { TurnOutcome } from '@palkit/contract/conversation-outcomes';
import { toIso } from '@palkit/runtime/clock';
import type { Handler } from '../http/binder.ts';

const DAY = 24 * 3600_000;
/** Outcomes of turns with a question that got no answer. */
const UNANSWERED_OUTCOMES: readonly TurnOutcome[] = ['offered', 'declined', 'handed_over'];
const QUESTION_OUTCOMES: readonly TurnOutcome[] = ['answered', ...UNANSWERED_OUTCOMES];

export const list: Handler<typeof listConversationDays> = async ({ account, query }, { store, clock }) => {
  const today = Math.floor(clock.now() / DAY) * DAY;
  const dates = Array.from({ length: query.days }, (_, index) =>
    toIso(today - (query.days - 1 - index) * DAY).slice(0, 10),
  );
  const rows = await store.db
    .selectFrom('conversations')
    .select([
      sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`.as('date'),
      sql<number>`count(*)`.as('calls'),
      sql<number>`coalesce(sum(extract(epoch from ended_at - joined_at)), 0)`.as('seconds'),
      sql<number>`count(*) filter (where outcomes && ${QUESTION_OUTCOMES}::text[])`.as('asked'),
      sql<number>`count(*) filter (where outcomes && ${QUESTION_OUTCOMES}::text[]
        and not outcomes && ${UNANSWERED_OUTCOMES}::text[])`.as('answered'),
    ])
    .where('account_id', '=', account)
    .where('created_at', '>=', new Date(dates[0]!))
    .where('joined_at', 'is not', null)
    .$if(query.pal_id !== undefined, (days) => days.where('pal_id', '=', query.pal_id!))
    .groupBy(sql`1`)
    .execute();
  const byDate = new Map(rows.map((row) => [row.date, row]));
  return { data: dates.map((date) => dayOf(date, byDate.get(date))) };
};

function dayOf(date: string, row: Partial<Record<keyof ConversationDay, unknown>> = {}): ConversationDay {
  const { calls = 0, seconds = 0, asked: questions = 0, answered: answeredCount = 0 } = row;
  return {
    date,
    calls: Number(calls),
    seconds: Math.round(Number(seconds)),
    asked: Number(questions),
    answered: Number(answeredCount),
  };
}
