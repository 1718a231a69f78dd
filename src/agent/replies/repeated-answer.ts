/** Small models sometimes repeat an answer to a different question. The documents then answer instead. */
import { questionKind } from '../knowledge/question-kind.ts';
import { smallTalk } from '../knowledge/small-talk.ts';
import { contentWords } from '../knowledge/words.ts';
import type { ReplyContext, Exchange, ReplyChunk } from './responder.ts';

/** Minimum number of characters; a short answer such as "Yes, of course." fits many questions. */
const MIN_LENGTH = 20;

const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Yields the chunks of an answer. The text is withheld while an answer to another question begins with it. If the
 * complete text equals that answer, the chunks of `instead` are yielded instead.
 */
export async function* withoutRepetition(
  chunks: AsyncIterable<ReplyChunk>,
  question: string,
  { history }: Pick<ReplyContext, 'history'>,
  instead: () => AsyncIterable<ReplyChunk>,
): AsyncIterable<ReplyChunk> {
  let earlier = otherAnswers(question, history);
  const waitingChunks: ReplyChunk[] = [];
  let text = '';
  for await (const chunk of chunks) {
    if ('text' in chunk) {
      text += chunk.text;
      earlier = earlier.filter((answer) => answer.startsWith(collapseSpaces(text)));
    }
    // After a tool's result, the same words may have another meaning.
    if ('canvas' in chunk || ('doing' in chunk && chunk.doing === 'calling')) earlier = [];
    const passes = 'measured' in chunk || 'doing' in chunk || 'notes' in chunk;
    if (passes && earlier.length > 0) yield chunk;
    else waitingChunks.push(chunk);
    if (earlier.length === 0) yield* waitingChunks.splice(0);
  }
  if (earlier.includes(collapseSpaces(text))) yield* instead();
  else yield* waitingChunks;
}

/** Returns earlier answers to different questions that are too long to fit several questions. */
function otherAnswers(question: string, history: readonly Exchange[]): string[] {
  const words = contentWords(question);
  // Documents cannot answer a question such as "Still there?".
  const isAside = words.size < 2 && questionKind(question) === 'other';
  if (words.size === 0 || isAside || smallTalk(question)) return [];
  let earlier = new Set<string>();
  return history.flatMap(({ role, content, interrupted, lost }) => {
    if (role === 'user') earlier = contentWords(content);
    const answer = collapseSpaces(content);
    const isOther = [...words].every((word) => !earlier.has(word));
    // An interrupted answer may be repeated.
    const isWhole = role === 'assistant' && !interrupted && !lost && answer.length >= MIN_LENGTH;
    return isWhole && earlier.size > 0 && isOther ? [answer] : [];
  });
}
