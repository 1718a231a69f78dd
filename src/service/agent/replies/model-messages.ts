/** What was said and called before, as the messages of a chat model. Pure. */
import type { ModelCall } from '../../language/model-calls.ts';
import { outcomeOf, type ToolCall } from '../tools/tool-calls.ts';
import { wireName } from '../tools/wire-names.ts';
import { withoutOrders } from './told-data.ts';
import type { Exchange } from './responder.ts';

/** Characters of a tool's answer. */
const MOST_OUTCOME = 20_000;

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | null;
  tool_call_id?: string;
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[];
}

/** The calls of a line and their outcomes, as they follow it. */
export function calledMessages(calls: readonly ToolCall[]): ModelMessage[] {
  if (calls.length === 0) return [];
  return [
    callingMessage('', calls),
    ...calls.map((call): ModelMessage => ({
      role: 'tool',
      tool_call_id: call.id,
      content: withoutOrders(outcomeOf(call), MOST_OUTCOME),
    })),
  ];
}

export const callingMessage = (said: string, calls: readonly ModelCall[]): ModelMessage => ({
  role: 'assistant',
  content: said || null,
  tool_calls: calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name: wireName(name), arguments: jsonOf(given) },
  })),
});

/** Broken JSON of its own must not make a server refuse the next request. */
function jsonOf(given: string): string {
  try {
    JSON.parse(given);
    return given;
  } catch {
    return '{}';
  }
}

const CUT = '… (The visitor interrupted here.)';
const LOST =
  '… (The connection was lost here, and the visitor may not have heard all of it. Where they come ' +
  'back to it, go on from here.)';

export const historyMessages = (history: readonly Exchange[]): ModelMessage[] =>
  history.flatMap(({ role, content, calls, interrupted, lost }): ModelMessage[] => [
    { role, content: interrupted ? `${content} ${CUT}` : lost ? `${content} ${LOST}` : content },
    ...calledMessages(calls ?? []),
  ]);
