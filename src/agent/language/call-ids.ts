/**
 * Makes the ids of tool calls in a request distinct, because some servers reuse ids in every answer. This module
 * does no I/O.
 */
import { createHash } from 'node:crypto';

interface Message {
  role: string;
  tool_call_id?: string;
  tool_calls?: readonly { id: string }[];
}

/** Gives each call an id that no earlier call has, and gives each result the id of its call. */
export function withDistinctCallIds<T extends Message>(messages: readonly T[]): T[] {
  const usedIds = new Set<string>();
  /** New ids of the last message with calls, by old id, in the order of the calls. */
  let newIdsByOldId = new Map<string, string[]>();
  return messages.map((message): T => {
    if (message.tool_calls) {
      newIdsByOldId = new Map();
      const calls = message.tool_calls.map((call) => {
        const id = uniqueId(call.id, usedIds);
        usedIds.add(id);
        newIdsByOldId.set(call.id, [...(newIdsByOldId.get(call.id) ?? []), id]);
        return id === call.id ? call : { ...call, id };
      });
      return { ...message, tool_calls: calls };
    }
    const id =
      message.tool_call_id === undefined ? undefined : newIdsByOldId.get(message.tool_call_id)?.shift();
    return id === undefined || id === message.tool_call_id ? message : { ...message, tool_call_id: id };
  });
}

/**
 * Returns an id that the request does not use yet: nine letters and digits, which all servers accept. It depends on
 * `id` only, so that a repeated request is equal and a server can cache it.
 */
function uniqueId(id: string, usedIds: ReadonlySet<string>): string {
  let newId = id;
  for (let count = 1; usedIds.has(newId); count++)
    newId = createHash('sha256').update(`${id} ${count}`).digest('hex').slice(0, 9);
  return newId;
}
