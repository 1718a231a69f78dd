/**
 * Streams exports of conversations. Only a few conversations are in memory at a time, and no transaction stays open
 * between them.
 */
import {
  CSV_COLUMNS,
  EXPORTS_AT_ONCE,
  type exportConversations,
} from '@palkit/contract/conversation-exports';
import type { ConversationRead, TranscriptEntry } from '@palkit/contract/conversations';
import type { Query } from '@palkit/contract/endpoint';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso } from '@palkit/runtime/clock';
import { fetchRows, isAfter, matchingConversations } from '../conversations/conversation-list.ts';
import { readTranscript } from '../conversations/transcript.ts';
import type { Handler } from '../http/binder.ts';
import type { Context } from '../http/context.ts';
import { CSV_START, csvRecord } from '@palkit/runtime/csv-records';
import type { ConversationRow } from '../store/schema.ts';
import { showConversation } from './conversations.ts';

/** Number of conversations in one query. */
const BATCH = 50;
/** Seconds after which a rejected export may be tried again. */
const RETRY_AFTER = 30;

type ExportQuery = Query<typeof exportConversations>;

export function write(): Handler<typeof exportConversations> {
  /** The number of running exports of each account. */
  const runningCounts = new Map<number, number>();
  return async ({ account, query, signal }, context) => {
    const count = runningCounts.get(account) ?? 0;
    if (count >= EXPORTS_AT_ONCE)
      throw new ServiceError('too_many_requests', `At most ${EXPORTS_AT_ONCE} exports may run together.`, {
        retryAfter: RETRY_AFTER,
      });
    const leave = () => {
      const remainingCount = runningCounts.get(account)! - 1;
      if (remainingCount > 0) runningCounts.set(account, remainingCount);
      else runningCounts.delete(account);
    };
    // If the signal has aborted, the response has already ended and would never release its count.
    if (!signal.aborted) {
      runningCounts.set(account, count + 1);
      signal.addEventListener('abort', leave, { once: true });
    }
    const today = toIso(context.clock.now()).slice(0, 10);
    return {
      type: `${query.format === 'csv' ? 'text/csv' : 'application/x-ndjson'}; charset=utf-8`,
      fileName: `conversations-${today}.${query.format}`,
      chunks: chunksOf(context, account, query, signal),
    };
  };
}

async function* chunksOf(
  context: Context,
  account: number,
  query: ExportQuery,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const isCsv = query.format === 'csv';
  if (isCsv) yield CSV_START + csvRecord(CSV_COLUMNS);
  for await (const row of rowsOf(context, account, query)) {
    if (signal.aborted) return;
    const conversation = showConversation(row, context);
    const transcript = await readTranscript(context.store.db, row);
    yield isCsv ? csvOf(conversation, transcript) : `${JSON.stringify({ ...conversation, transcript })}\n`;
  }
}

/** Yields the conversations that began before the export, in the order of the query. */
async function* rowsOf(
  { store, clock }: Context,
  account: number,
  query: ExportQuery,
): AsyncGenerator<ConversationRow> {
  const now = toIso(clock.now() + 1);
  const { created_before = now } = query;
  const filters = {
    ...query,
    created_before: Date.parse(created_before) < Date.parse(now) ? created_before : now,
  };
  // Each batch continues where the previous one ended, so that all batches together search the words of each
  // conversation once.
  const matching = matchingConversations(store.db, account, filters, 'each')
    .select(['id', 'created_at'])
    .orderBy('created_at', query.sort)
    .orderBy('id', query.sort)
    .limit(BATCH);
  let next = matching;
  for (;;) {
    const positions = await next.execute();
    yield* await fetchRows(
      store.db,
      positions.map(({ id }) => id),
    );
    const last = positions.at(-1);
    if (!last || positions.length < BATCH) return;
    next = matching.where(isAfter({ id: last.id, created_at: toIso(last.created_at) }, query.sort));
  }
}

function csvOf(conversation: ConversationRead, transcript: readonly TranscriptEntry[]): string {
  const cells = [
    conversation.conversation_id,
    conversation.conversation_name,
    conversation.status,
    conversation.created_at,
    conversation.ended_at,
    conversation.deployment_id,
    conversation.pal_id,
    conversation.language,
    conversation.rating,
    conversation.outcomes.join(' '),
    conversation.shutdown_reason,
  ];
  if (transcript.length === 0) return csvRecord([...cells, null, null, null, null, null]);
  return transcript
    .map(({ seconds_from_start, role, participant_name, content }, index) =>
      csvRecord([...cells, index + 1, seconds_from_start, role, participant_name ?? null, content]),
    )
    .join('');
}
