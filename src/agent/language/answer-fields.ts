/** Removes fields of earlier answers that only the server which sent them accepts. This module does no I/O. */
interface Message {
  role: string;
  content?: unknown;
  tool_calls?: readonly Call[];
}
interface Call {
  id: string;
  function: { name: string; arguments: string };
}

const MESSAGE_FIELDS = ['role', 'content', 'tool_calls'];
const CALL_FIELDS = ['id', 'type', 'function'];
const FUNCTION_FIELDS = ['name', 'arguments'];
const hasOtherFields = (value: object, knownNames: readonly string[]) =>
  Object.keys(value).some((name) => !knownNames.includes(name));

export const hasAnswerFields = (message: Message): boolean =>
  message.role === 'assistant' &&
  (hasOtherFields(message, MESSAGE_FIELDS) ||
    (message.tool_calls ?? []).some(
      (call) => hasOtherFields(call, CALL_FIELDS) || hasOtherFields(call.function, FUNCTION_FIELDS),
    ));

export function withoutAnswerFields<T extends Message>(message: T): Message {
  if (!hasAnswerFields(message)) return message;
  const { role, content, tool_calls: calls } = message;
  if (!calls) return { role, content };
  const cleanCalls = calls.map(({ id, function: { name, arguments: input } }) => ({
    id,
    type: 'function',
    function: { name, arguments: input },
  }));
  return { role, content, tool_calls: cleanCalls };
}
