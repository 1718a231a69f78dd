/** Export of conversations with their transcripts. An extension of Palkit. */
import * as z from 'zod/mini';
import { conversationFilters } from './conversation-filters.ts';
import { endpoint } from './endpoint.ts';
import { Sort } from './lists.ts';

/** Maximum number of simultaneous exports of an account in one process. */
export const EXPORTS_AT_ONCE = 2;

/** Columns of the CSV. Each line of a transcript is a record, as is a conversation without lines. */
export const CSV_COLUMNS = [
  'conversation_id',
  'conversation_name',
  'status',
  'created_at',
  'ended_at',
  'deployment_id',
  'pal_id',
  'language',
  'rating',
  'outcomes',
  'shutdown_reason',
  'line',
  'seconds_from_start',
  'role',
  'participant_name',
  'content',
] as const;

export const exportConversations = endpoint({
  name: 'exportConversations',
  method: 'GET',
  path: '/v2/conversations/export',
  auth: 'key',
  tag: 'conversations',
  query: z.object({
    format: z._default(z.enum(['jsonl', 'csv'], 'must be jsonl or csv'), 'jsonl'),
    sort: Sort,
    ...conversationFilters,
  }),
  download: ['application/x-ndjson', 'text/csv'],
  /** The complete text. Each line of `jsonl` has the fields of a read and `transcript`. */
  result: z.string(),
  status: 200,
  errors: ['too_many_requests'],
});
