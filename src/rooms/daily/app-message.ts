/** A message of the service to all participants of a Daily room, in the format of the room's other messages. */
import type { AgentEventProperties, AgentEventType } from '@palkit/contract/room-events';
import type { Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import { type DailyApi, DailyError } from './daily-api.ts';

/** Maximum bytes of an app message that Daily accepts. */
const MAX_MESSAGE = 4096;

export function appMessage<Type extends AgentEventType>(
  conversation_id: string,
  event_type: Type,
  properties: AgentEventProperties<Type>,
  clock: Clock,
): object {
  return {
    message_type: 'conversation',
    event_type,
    conversation_id,
    timestamp: clock.now() / 1000,
    properties,
  };
}

/**
 * Sends the message. A message that is too long, or that does not reach the room, is dropped with a warning
 * in the log.
 */
export async function sendOrDrop(
  { api, clock, log }: { api: Pick<DailyApi, 'sendMessage'>; clock: Clock; log: Log },
  id: string,
  ...[type, properties]: { [Type in AgentEventType]: [Type, AgentEventProperties<Type>] }[AgentEventType]
): Promise<void> {
  const message = appMessage(id, type, properties, clock);
  if (Buffer.byteLength(JSON.stringify(message)) > MAX_MESSAGE)
    return log.warn({ conversation: id, event: type }, 'a message is too long for a Daily room');
  await api.sendMessage(id, message).catch((error: unknown) => {
    if (!(error instanceof DailyError)) throw error;
    log.warn({ conversation: id, ...describe(error) }, 'a message did not reach a Daily room');
  });
}
