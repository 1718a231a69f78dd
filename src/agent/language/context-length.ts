/** Shortens requests that exceed a model's context length. Pure. */

interface Message {
  role: string;
  content?: unknown;
}

const TOO_LONG = new RegExp(
  String.raw`context[_ -]?(?:length|window|size)|maximum (?:context|prompt)|` +
    String.raw`(?:prompt|input|messages?) (?:is|are) too long|too many (?:input |prompt )?tokens|` +
    String.raw`reduce (?:the length|your message size)|request too large|longer than the maximum|` +
    String.raw`\b(?:prompt|input|request|token count).{0,60}exceeds? the (?:available|maximum)|` +
    String.raw`\bmessages?\b.{0,60}string too long`,
  'i',
);
/** Minimum length of a message in characters; a shorter one is not cut. */
const MIN_CHARACTERS = 500;

/** True if an error response states that a request is too long. */
export const isTooLong = (text: string): boolean => TOO_LONG.test(text);

/**
 * Removes the older half of the messages before the last question. If there are none, halves the longest
 * message after the instructions. The instructions stay complete because they contain the owner's rules. Null
 * if nothing can be removed.
 */
export function shortenMessages<Of extends Message>(messages: readonly Of[]): Of[] | null {
  const instructions = messages.filter(({ role }) => role === 'system' || role === 'developer');
  const talk = messages.filter((message) => !instructions.includes(message));
  const question = talk.findLastIndex(({ role }) => role === 'user');
  if (question > 0) {
    const from = Math.ceil(question / 2);
    // Most servers refuse the result of a tool call without the call, so the cut skips such results.
    const start = talk.findIndex(({ role }, index) => index >= from && role !== 'tool');
    return [...instructions, ...talk.slice(Math.min(start, question))];
  }
  const [message] = [...talk].sort((one, other) => lengthOf(other) - lengthOf(one));
  if (!message || lengthOf(message) <= MIN_CHARACTERS) return null;
  // A visitor's question is before its notes, or after a text that the visitor pasted, so the middle is removed.
  const text = String(message.content);
  const quarter = Math.floor(text.length / 4);
  const content =
    message.role === 'user'
      ? `${text.slice(0, quarter)}\n…\n${text.slice(-quarter)}`
      : text.slice(0, 2 * quarter);
  return messages.map((each) => (each === message ? { ...each, content } : each));
}

const lengthOf = (message: Message | undefined) =>
  typeof message?.content === 'string' ? message.content.length : 0;
