/**
 * Post-call actions. Each is a durable job that starts when its conversation has ended, is retried while its address
 * is not available, and causes one callback. After a crash the address may get a request twice, with the same
 * idempotency key.
 */
import type { Selectable } from 'kysely';
import * as z from 'zod';
import {
  MAX_SHOWN_BODY,
  METHODS_WITH_BODY,
  type PostCallAction,
  type PostCallActionExecuted,
} from '@palkit/contract/post-call';
import type { Clock } from '@palkit/runtime/clock';
import type { Log } from '@palkit/runtime/log';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Outbound } from '@palkit/outbound/outbound';
import type { Seal } from '../platform/sealing.ts';
import type { Store } from '../store/store.ts';
import { newId } from '@palkit/runtime/ids';
import { OutboundError, OUTBOUND_FAILURES } from '@palkit/outbound/outbound-error';
import type { Database } from '../store/store.ts';
import { publishEvent } from './events.ts';
import { readTranscript } from './transcript.ts';
import type { ConversationRow, Tables } from '../store/schema.ts';

const ACTION_JOB = 'post-call action';
const Payload = z.object({ conversation_id: z.string(), position: z.int() });
const SealedAction = z.object({
  url: z.string(),
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.record(z.string(), z.unknown())),
});

/** Milliseconds before each retry. After the last one the callback reports the failure. */
export const ACTION_RETRIES = [10_000, 60_000, 5 * 60_000, 30 * 60_000] as const;
const TIMEOUT = 30_000;
const CONCURRENCY = 8;

interface Parts {
  store: Store;
  clock: Clock;
  jobs: Jobs;
  callbacks: Callbacks;
  outbound: Outbound;
  seal: Seal;
  log: Log;
}
const sealContext = (conversation: string, position: number) =>
  `post-call action ${conversation} ${position}`;

/** Stores the actions of a new conversation in the transaction that creates it. */
export async function storeActions(
  trx: Database,
  { seal }: Pick<Parts, 'seal'>,
  conversation: string,
  actions: readonly PostCallAction[],
): Promise<void> {
  if (actions.length === 0) return;
  await trx
    .insertInto('post_call_actions')
    .values(
      actions.map(({ tool_id, tool_name, method, url, headers, body }, position) => ({
        conversation_id: conversation,
        position,
        tool_id: tool_id ?? newId('tool'),
        tool_name,
        method,
        sealed: seal.close(JSON.stringify({ url, headers, body }), sealContext(conversation, position)),
      })),
    )
    .execute();
}

/** Starts the actions in the transaction that ends the conversation. */
export async function startActions(
  trx: Database,
  { jobs }: Pick<Parts, 'jobs'>,
  row: ConversationRow,
): Promise<void> {
  const actions = await trx
    .selectFrom('post_call_actions')
    .select('position')
    .where('conversation_id', '=', row.id)
    .orderBy('position')
    .execute();
  for (const { position } of actions)
    await jobs.enqueue(trx, ACTION_JOB, {
      key: `${row.id}.${position}`,
      account: row.account_id,
      payload: { conversation_id: row.id, position },
    });
}

export function registerPostCallActions(parts: Parts): void {
  parts.jobs.register({
    name: ACTION_JOB,
    payload: Payload,
    concurrency: CONCURRENCY,
    run: ({ payload, signal }) => run(parts, payload, signal),
  });
}

async function run(
  parts: Parts,
  action: z.output<typeof Payload>,
  signal: AbortSignal,
): Promise<void | { again: number }> {
  const { store, clock, log } = parts;
  const { conversation_id, position } = action;
  const actionRow = await store.db
    .selectFrom('post_call_actions')
    .selectAll()
    .where('conversation_id', '=', conversation_id)
    .where('position', '=', position)
    .executeTakeFirst();
  const row = await store.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', conversation_id)
    .executeTakeFirst();
  // The action was done or deleted in the meantime.
  if (!actionRow || !row) return;
  const request = await requestOf(parts, actionRow, row);
  const answer = await sendRequest(parts, request, signal);
  const delay = answer.retriable ? ACTION_RETRIES[actionRow.tries] : undefined;
  if (delay !== undefined) {
    await store.db
      .updateTable('post_call_actions')
      .set({ tries: actionRow.tries + 1 })
      .where('conversation_id', '=', conversation_id)
      .where('position', '=', position)
      .execute();
    return { again: clock.now() + delay };
  }
  const { http_status, body } = answer;
  const status = http_status !== null && http_status >= 200 && http_status < 300 ? 'success' : 'error';
  await close(parts, action, {
    tool_id: actionRow.tool_id,
    tool_name: actionRow.tool_name,
    status,
    request: { url: request.url, method: request.method, body: request.body && quote(request.body) },
    response: { http_status, body },
  });
  if (status === 'error')
    log.warn(
      { conversation: conversation_id, position, status: http_status, failure: answer.failure },
      'a post-call action failed',
    );
}

interface ActionRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

/** Returns the request that the account configured, filled with the results of the conversation. */
async function requestOf(
  { store, seal }: Parts,
  { position, sealed, method }: Selectable<Tables['post_call_actions']>,
  row: ConversationRow,
): Promise<ActionRequest> {
  const action = SealedAction.parse(JSON.parse(seal.open(sealed, sealContext(row.id, position))));
  return {
    url: action.url,
    method,
    headers: {
      'content-type': 'application/json',
      ...lowerCase(action.headers),
      'idempotency-key': `${row.id}.${position}`,
    },
    body: METHODS_WITH_BODY.includes(method)
      ? JSON.stringify({
          ...action.body,
          conversation_id: row.id,
          pal_id: row.pal_id,
          face_id: row.face_id,
          shutdown_reason: row.shutdown_reason,
          transcript: await readTranscript(store.db, row),
        })
      : null,
  };
}

/** Removes an action and reports its outcome exactly once. */
async function close(
  parts: Parts,
  { conversation_id, position }: z.output<typeof Payload>,
  report: PostCallActionExecuted,
): Promise<void> {
  await parts.store.db.transaction().execute(async (trx) => {
    const lockedRow = await trx
      .selectFrom('conversations')
      .select(['id', 'account_id', 'document'])
      .where('id', '=', conversation_id)
      .forUpdate()
      .executeTakeFirst();
    const { numDeletedRows } = await trx
      .deleteFrom('post_call_actions')
      .where('conversation_id', '=', conversation_id)
      .where('position', '=', position)
      .executeTakeFirst();
    // Only the process that deletes the action reports its outcome.
    if (lockedRow && numDeletedRows > 0n)
      await publishEvent(trx, parts, lockedRow, 'application.post_call_action_executed', report);
  });
}

async function sendRequest(
  { outbound }: Parts,
  { url, body, ...request }: ActionRequest,
  signal: AbortSignal,
): Promise<{ http_status: number | null; body: string | null; failure: string | null; retriable: boolean }> {
  try {
    const response = await outbound.fetch(url, {
      ...request,
      ...(body === null ? {} : { body }),
      timeout: TIMEOUT,
      signal,
      maximumBytes: Infinity,
    });
    const retriable = response.status >= 500 || response.status === 429 || response.status === 408;
    return { http_status: response.status, body: await readBeginning(response), failure: null, retriable };
  } catch (error) {
    // An attempt that was interrupted by the shutdown of the service does not count.
    if (!(error instanceof OutboundError) || signal.aborted) throw error;
    return {
      http_status: null,
      body: null,
      failure: error.code,
      retriable: OUTBOUND_FAILURES[error.code].retriable,
    };
  }
}

/** Reads the first characters of a response and ignores the rest. */
async function readBeginning(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= MAX_SHOWN_BODY) break;
    }
  } catch (error) {
    // The status decides about success. If the body breaks off, the part received so far is shown.
    if (!(error instanceof OutboundError)) throw error;
  }
  return quote(text);
}

/** Shortens a text, without NUL and lone surrogates, which JSON in PostgreSQL cannot store. */
const quote = (text: string) =>
  text
    .slice(0, MAX_SHOWN_BODY)
    .replaceAll('\u0000', '')
    .replace(/[\ud800-\udbff]$/, '');

const lowerCase = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
