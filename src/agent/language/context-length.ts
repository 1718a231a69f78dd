/** Shortens requests that exceed a model's context length. This module does no I/O. */

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
 * Removes the older half of the messages before the last question. If no message precedes the question, halves the
 * longest message. The instructions stay complete, because they contain the owner's rules. Returns null if nothing
 * can be removed.
 */
export function shortenMessages<T extends Message>(messages: readonly T[]): T[] | null {
  const instructions = messages.filter(({ role }) => role === 'system' || role === 'developer');
  const dialogue = messages.filter((message) => !instructions.includes(message));
  const question = dialogue.findLastIndex(({ role }) => role === 'user');
  if (question > 0) {
    const from = Math.ceil(question / 2);
    // Most servers refuse the result of a tool call without the call, so the cut skips such results.
    const start = dialogue.findIndex(({ role }, index) => index >= from && role !== 'tool');
    return [...instructions, ...dialogue.slice(Math.min(start, question))];
  }
  const [message] = [...dialogue].sort((a, b) => lengthOf(b) - lengthOf(a));
  if (!message || lengthOf(message) <= MIN_CHARACTERS) return null;
  // A visitor's question is at the start of the text, before its notes, or at the end, after a text that the
  // visitor pasted. Therefore the middle is removed.
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
