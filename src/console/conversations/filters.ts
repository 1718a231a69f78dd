/** The filters of the conversation list: a table of form fields, and their queries. */
import type { listConversations } from '@palkit/contract/conversations';
import { CONVERSATION_STATUSES, TURN_OUTCOMES } from '@palkit/contract/conversation-outcomes';
import type { QueryInput } from '@palkit/contract/endpoint';
import type { Word } from '../base/words.ts';

const DAY = 24 * 3600_000;

export const FILTERS = [
  { name: 'status', label: 'status', choices: CONVERSATION_STATUSES },
  { name: 'outcome', label: 'outcome', choices: TURN_OUTCOMES },
  { name: 'rating', label: 'rating', choices: ['1', '2', '3', '4', '5'] },
  { name: 'language', label: 'language', choices: null },
  { name: 'pal_id', label: 'agent', choices: null },
  { name: 'deployment_id', label: 'where', choices: null },
] as const satisfies readonly { name: string; label: Word; choices: readonly string[] | null }[];
/** Filters that the user types in. */
export const INPUTS = ['search', 'created_after', 'created_before'] as const;
export type Filters = Partial<Record<(typeof FILTERS)[number]['name'] | (typeof INPUTS)[number], string>>;

const NAMES = [...FILTERS.map(({ name }) => name), ...INPUTS];

/** Reads the filters from a form or the page's address; empty ones are omitted. */
export function filtersOf(fields: { get(name: string): unknown }): Filters {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = fields.get(name);
      return typeof value === 'string' && value.trim() ? [[name, value.trim()]] : [];
    }),
  );
}

/** Converts filters to a query. Days are in the user's time zone, and the last day is included. */
export function queryOf(filters: Filters): QueryInput<typeof listConversations> {
  const { created_after, created_before, status, ...others } = filters;
  const startTime = midnight(created_after);
  const endTime = midnight(created_before);
  return {
    ...others,
    ...(startTime === null ? {} : { created_after: startTime.toISOString() }),
    ...(endTime === null ? {} : { created_before: new Date(endTime.getTime() + DAY).toISOString() }),
    status: CONVERSATION_STATUSES.find((choice) => choice === status),
  };
}

function midnight(day: string | undefined): Date | null {
  const localTime = new Date(`${day}T00:00`);
  return Number.isNaN(localTime.getTime()) ? null : localTime;
}
