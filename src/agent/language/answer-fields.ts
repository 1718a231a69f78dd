/** Removes fields of earlier answers that only the server which sent them accepts. Pure. */
interface Message {
  role: string;
  content?: unknown;
  tool_calls?: readonly Call[];
}
interface Call {
  id: string;
  function: { name: string; arguments: string };
}

const OF_MESSAGE = ['role', 'content', 'tool_calls'];
const OF_CALL = ['id', 'type', 'function'];
const OF_FUNCTION = ['name', 'arguments'];
const hasOthers = (value: object, names: readonly string[]) =>
  Object.keys(value).some((name) => !names.includes(name));

export const hasAnswerFields = (message: Message): boolean =>
  message.role === 'assistant' &&
  (hasOthers(message, OF_MESSAGE) ||
    (message.tool_calls ?? []).some(
      (call) => hasOthers(call, OF_CALL) || hasOthers(call.function, OF_FUNCTION),
    ));

export function withoutAnswerFields<Of extends Message>(message: Of): Message {
  if (!hasAnswerFields(message)) return message;
  const { role, content, tool_calls: calls } = message;
  if (!calls) return { role, content };
  const plain = calls.map(({ id, function: { name, arguments: input } }) => ({
    id,
    type: 'function',
    function: { name, arguments: input },
  }));
  return { role, content, tool_calls: plain };
}
