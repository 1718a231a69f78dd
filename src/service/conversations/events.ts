/**
 * The only module that publishes events of conversations: an event is stored and queued for `callback_url` in one
 * transaction.
 */
import {
  CONVERSATION_EVENTS,
  type ConversationCallback,
  type ConversationEventProperties,
  type ConversationEventType,
  type TURN_EVENTS,
  type TurnEventType,
} from '@palkit/contract/callbacks';
import { toIso, type Clock } from '@palkit/runtime/clock';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Database } from '../store/store.ts';
import type * as z from 'zod/mini';
import type { ConversationRow } from '../store/schema.ts';

type EventSubject = Pick<ConversationRow, 'id' | 'account_id' | 'document'>;

/** Stores the event inside the caller's transaction, which holds the conversation's row lock. */
export async function publishEvent<Type extends ConversationEventType>(
  trx: Database,
  { callbacks, clock }: { callbacks: Callbacks; clock: Clock },
  row: EventSubject,
  event_type: Type,
  properties: ConversationEventProperties<Type>,
): Promise<void> {
  const { message_type } = CONVERSATION_EVENTS[event_type];
  const event = { event_type, message_type, properties, created_at: new Date(clock.now()) };
  await trx
    .insertInto('conversation_events')
    .values({
      conversation_id: row.id,
      message_type,
      event_type,
      properties: JSON.stringify(properties),
      created_at: toIso(event.created_at),
    })
    .execute();
  const { callback_url: callbackUrl, account_callback_url: account } = row.document;
  const target = { account: row.account_id, subject: row.id };
  if (callbackUrl) await callbacks.queue(trx, { ...target, url: callbackUrl, body: envelope(row, event) });
  // If both addresses are equal, the event is sent once.
  if (account && account !== callbackUrl)
    await callbacks.queue(trx, {
      ...target,
      lane: 'account',
      url: account,
      body: envelope(row, { ...event, webhook_url: account }),
    });
}

/**
 * Sends a turn event to the address of the guardrail or objective (specification: events-19, events-20). The caller
 * holds the row lock.
 */
export async function publishTurnEvent<Type extends TurnEventType>(
  trx: Database,
  { callbacks, clock }: { callbacks: Callbacks; clock: Clock },
  row: Pick<EventSubject, 'id' | 'account_id'>,
  event_type: Type,
  properties: z.output<(typeof TURN_EVENTS)[Type]>,
  report: { url: string | null | undefined; body: object },
): Promise<void> {
  await trx
    .insertInto('conversation_events')
    .values({
      conversation_id: row.id,
      message_type: 'conversation',
      event_type,
      properties: JSON.stringify(properties),
      webhook_url: report.url ?? '',
      created_at: toIso(clock.now()),
    })
    .execute();
  if (report.url)
    await callbacks.queue(trx, {
      account: row.account_id,
      subject: row.id,
      url: report.url,
      body: report.body,
    });
}

/** Returns an event in the form of callbacks and verbose reads. */
export function envelope(
  row: Pick<EventSubject, 'id' | 'document'>,
  event: {
    event_type: string;
    message_type: string;
    properties: Record<string, unknown>;
    webhook_url?: string | null;
    created_at: Date;
  },
): ConversationCallback {
  return {
    conversation_id: row.id,
    webhook_url: event.webhook_url ?? row.document.callback_url ?? '',
    event_type: event.event_type,
    message_type: event.message_type as ConversationCallback['message_type'],
    timestamp: toIso(event.created_at),
    properties: event.properties,
  };
}
