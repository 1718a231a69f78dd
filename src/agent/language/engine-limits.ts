/**
 * Fields and message formats that a server may refuse although it claims compatibility, and requests without them.
 * `refusals.ts` detects them, `engine-memory.ts` stores them.
 */

import { hasAnswerFields, withoutAnswerFields } from './answer-fields.ts';
import { withDistinctCallIds } from './call-ids.ts';

/** A field that requests omit, or a message format that they change. */
export type Limit =
  | 'usage'
  | 'temperature'
  | 'json_mode'
  | 'token_limit'
  | 'token_limit_name'
  | 'developer_role'
  | 'system_role'
  | 'alternation'
  | 'answer_fields'
  | 'tool_choice'
  | 'tools';

/** Describes each limit, for the log and the owner. */
export const LIMIT_WORDS: Record<Limit, string> = {
  usage: 'it is asked without stream_options',
  temperature: 'it is asked without a temperature',
  json_mode: 'it is asked for JSON in words alone',
  token_limit: 'it is asked without a limit of tokens',
  token_limit_name: 'it is asked with max_completion_tokens',
  developer_role: 'instructions go as role developer',
  system_role: 'instructions go in the first line of the user',
  alternation: 'tool calls of earlier lines go as plain lines, so that roles alternate',
  answer_fields: 'fields of its own earlier answers do not go back',
  tool_choice: 'it is asked without tool_choice',
  tools: 'it is asked without tools: it cannot show cards or call anything',
};

export const isLimit = (word: string): word is Limit => word in LIMIT_WORDS;

type Request = Readonly<Record<string, unknown>>;
const AFFECTS_REQUEST: Record<Limit, (request: Request) => boolean> = {
  usage: (request) => 'stream_options' in request,
  temperature: (request) => 'temperature' in request,
  json_mode: (request) => 'response_format' in request,
  token_limit_name: (request) => 'max_tokens' in request,
  token_limit: (request) => 'max_tokens' in request || 'max_completion_tokens' in request,
  tool_choice: (request) => 'tool_choice' in request,
  tools: (request) => 'tools' in request || hasTools(request['messages']),
  developer_role: ({ messages }) => hasRole(messages, 'system'),
  system_role: ({ messages }) => hasRole(messages, 'system') || hasRole(messages, 'developer'),
  answer_fields: ({ messages }) => Array.isArray(messages) && messages.some(hasAnswerFields),
  alternation: ({ messages }) => Array.isArray(messages) && messages.length > 2,
};

/** True if the limit would change the request. */
export const isAffected = (limit: Limit, request: Request): boolean => AFFECTS_REQUEST[limit](request);

/** Returns the limits that a successful answer disproves, because the request contained their fields. */
export function limitsRefutedBy(request: Request): Limit[] {
  const limits = Object.keys(LIMIT_WORDS).filter(isLimit);
  return limits.filter((limit) =>
    // Some chat templates require alternating roles only for conversations with tool calls.
    limit === 'alternation' ? hasTools(request['messages']) : isAffected(limit, request),
  );
}

const hasRole = (messages: unknown, role: string) =>
  Array.isArray(messages) && messages.some((message: Message) => message.role === role);
const hasTools = (messages: unknown) => hasRole(messages, 'tool');

interface Message {
  role: string;
  content?: unknown;
  tool_call_id?: string;
  tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
}

/** Changes a request to a form that the engine accepts. */
export function shapeRequest(
  request: Readonly<Record<string, unknown>>,
  limits: ReadonlySet<Limit>,
): Record<string, unknown> {
  const shapedRequest: Record<string, unknown> = { ...request };
  if (limits.has('usage')) delete shapedRequest['stream_options'];
  if (limits.has('temperature')) delete shapedRequest['temperature'];
  if (limits.has('json_mode')) delete shapedRequest['response_format'];
  if (limits.has('tool_choice')) delete shapedRequest['tool_choice'];
  if (limits.has('token_limit_name') && 'max_tokens' in shapedRequest) {
    shapedRequest['max_completion_tokens'] = shapedRequest['max_tokens'];
    delete shapedRequest['max_tokens'];
  }
  if (limits.has('token_limit')) {
    delete shapedRequest['max_tokens'];
    delete shapedRequest['max_completion_tokens'];
  }
  if (limits.has('tools')) {
    delete shapedRequest['tools'];
    delete shapedRequest['tool_choice'];
  }
  if (Array.isArray(shapedRequest['messages']))
    shapedRequest['messages'] = messagesFor(
      shapedRequest['messages'] as Message[],
      limits,
      'tools' in shapedRequest,
    );
  return shapedRequest;
}

/**
 * Joins consecutive messages of one role, and puts a message of the visitor first. All chat templates accept
 * this order, and many refuse any other.
 */
function messagesFor(original: readonly Message[], limits: ReadonlySet<Limit>, hasTools: boolean): Message[] {
  const distinct = withDistinctCallIds(original);
  const messages = limits.has('answer_fields') ? distinct.map(withoutAnswerFields) : distinct;
  // Some servers, such as Bedrock, refuse tool calls in a request that offers no tools.
  const flattened = limits.has('alternation') || !hasTools ? withoutCalls(messages, !hasTools) : messages;
  const isSentAsUser = ({ role }: Message) => role === 'system' && limits.has('system_role');
  const shapedMessages: Message[] = [];
  for (const message of flattened.filter((each) => !isSentAsUser(each))) {
    const role = message.role === 'system' && limits.has('developer_role') ? 'developer' : message.role;
    append(shapedMessages, { ...message, role });
  }
  const instructions = flattened.filter(isSentAsUser).map(textOf).filter(Boolean).join('\n\n');
  return instructions ? addInstructions(shapedMessages, instructions) : shapedMessages;
}

function append(messages: Message[], message: Message): void {
  const previous = messages.at(-1);
  if (previous && canMerge(previous, message)) {
    messages[messages.length - 1] = { ...previous, content: `${textOf(previous)}\n\n${textOf(message)}` };
    return;
  }
  if (message.role === 'assistant' && !messages.some(({ role }) => role === 'user'))
    messages.push({ role: 'user', content: '(The call begins.)' });
  messages.push(message);
}

const canMerge = (last: Message, next: Message): boolean =>
  last.role === next.role &&
  next.role !== 'tool' &&
  [last, next].every(({ content, tool_calls: calls }) => typeof content === 'string' && !calls);

/** Inserts the instructions at the beginning of the visitor's first message. */
function addInstructions(messages: readonly Message[], instructions: string): Message[] {
  const firstUserIndex = messages.findIndex(({ role }) => role === 'user');
  if (firstUserIndex < 0) return [{ role: 'user', content: instructions }, ...messages];
  return messages.map((message, index) =>
    index === firstUserIndex && typeof message.content === 'string'
      ? { ...message, content: `${instructions}\n\n${message.content}` }
      : message,
  );
}

const textOf = ({ content }: Message) => (typeof content === 'string' ? content : '');

/**
 * Removes tool calls and writes their results as text. Unless `removesAll` is true, the calls after the
 * visitor's last message stay, because a model with tools needs them.
 */
function withoutCalls(messages: readonly Message[], removesAll: boolean): Message[] {
  const firstKeptIndex = removesAll ? messages.length : messages.findLastIndex(({ role }) => role === 'user');
  return messages.flatMap((message, index): Message[] => {
    if (index > firstKeptIndex && firstKeptIndex >= 0) return [message];
    if (message.role === 'tool')
      return [{ role: 'user', content: `(What was called answered: ${textOf(message)})` }];
    if (!message.tool_calls) return [message];
    const text = textOf(message);
    return text ? [{ role: 'assistant', content: text }] : [];
  });
}
