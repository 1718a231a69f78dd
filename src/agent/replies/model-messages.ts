/** Converts the earlier lines and tool calls to the messages of a chat model. */
import type { AnswerFields, ModelCall } from '../language/model-calls.ts';
import type { OpaqueValues } from '../language/opaque-fields.ts';
import { outcomeOf, type ToolCall } from '../tools/tool-calls.ts';
import { wireName } from '../tools/wire-names.ts';
import { withoutInstructions } from './untrusted-text.ts';
import type { Exchange } from './responder.ts';

/** Maximum number of characters of a tool's result. */
const MAX_OUTCOME = 20_000;

/** An assistant's message and its calls may have additional fields that only the server understands. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | null;
  tool_call_id?: string;
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[];
}

/** Returns the calls of a line and their results in order, with one message for each answer that had calls. */
export function messagesOfCalls(calls: readonly ToolCall[]): ModelMessage[] {
  const answers = new Map<AnswerFields | undefined, ToolCall[]>();
  for (const call of calls) answers.set(call.answer, [...(answers.get(call.answer) ?? []), call]);
  return [...answers.values()].flatMap((toolCall) => [
    callingMessage('', toolCall),
    ...toolCall.map((call): ModelMessage => ({
      role: 'tool',
      tool_call_id: call.id,
      content: withoutInstructions(outcomeOf(call), MAX_OUTCOME),
    })),
  ]);
}

export const callingMessage = (text: string, calls: readonly ModelCall[]): ModelMessage => ({
  ...calls[0]?.answer?.opaque,
  role: 'assistant',
  content: text || null,
  tool_calls: calls.map(({ id, name, arguments: json, opaque }) => ({
    ...opaque,
    id,
    type: 'function',
    function: {
      ...(opaque?.['function'] as object | undefined),
      name: wireName(name),
      arguments: jsonOf(json),
    },
  })),
});

/** Replaces invalid JSON of the model, which would make the server refuse the next request. */
function jsonOf(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return '{}';
  }
}

const INTERRUPTED_NOTE = '… (The visitor interrupted here.)';
const DISCONNECTED_NOTE =
  '… (The connection was lost here, and the visitor may not have heard all of it. Where they come ' +
  'back to it, go on from here.)';

const UNANSWERED_NOTE = '(No answer could be given here.)';

/** Returns the text of a line, with the notes that a model needs about it. */
function textOf({ content, interrupted, lost, isUnanswered }: Exchange): string {
  if (isUnanswered) return UNANSWERED_NOTE;
  return interrupted ? `${content} ${INTERRUPTED_NOTE}` : lost ? `${content} ${DISCONNECTED_NOTE}` : content;
}

/**
 * Returns the messages of the earlier lines. `fieldsOf` returns the fields that are sent back with an answer.
 */
export const historyMessages = (
  history: readonly Exchange[],
  fieldsOf: (exchange: Exchange) => OpaqueValues | undefined,
): ModelMessage[] =>
  history.flatMap((exchange): ModelMessage[] => {
    const { role, calls } = exchange;
    const text = textOf(exchange);
    return [{ ...fieldsOf(exchange), role, content: text }, ...messagesOfCalls(calls ?? [])];
  });
