/** Makes the ids of tool calls in a request distinct, because some servers reuse ids in every answer. Pure. */
import { createHash } from 'node:crypto';

interface Message {
  role: string;
  tool_call_id?: string;
  tool_calls?: readonly { id: string }[];
}

/** Gives each call an id that no earlier call has, and gives each result the id of its call. */
export function withDistinctCallIds<Of extends Message>(messages: readonly Of[]): Of[] {
  const usedIds = new Set<string>();
  /** New ids of the last message with calls, by old id, in the order of the calls. */
  let current = new Map<string, string[]>();
  return messages.map((message): Of => {
    if (message.tool_calls) {
      current = new Map();
      const calls = message.tool_calls.map((call) => {
        const id = uniqueId(call.id, usedIds);
        usedIds.add(id);
        current.set(call.id, [...(current.get(call.id) ?? []), id]);
        return id === call.id ? call : { ...call, id };
      });
      return { ...message, tool_calls: calls };
    }
    const id = message.tool_call_id === undefined ? undefined : current.get(message.tool_call_id)?.shift();
    return id === undefined || id === message.tool_call_id ? message : { ...message, tool_call_id: id };
  });
}

/**
 * Returns an id that the request does not use yet: nine letters and digits, which all servers accept. It depends on
 * `id` only, so that a repeated request is equal and a server can cache it.
 */
function uniqueId(id: string, usedIds: ReadonlySet<string>): string {
  let own = id;
  for (let count = 1; usedIds.has(own); count++)
    own = createHash('sha256').update(`${id} ${count}`).digest('hex').slice(0, 9);
  return own;
}
