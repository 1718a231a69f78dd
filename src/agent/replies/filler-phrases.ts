/**
 * Phrases of the service for a visitor who waits: the first after a moment, a second one later, and finally a
 * sentence that no answer will come. Each is spoken once per answer. The wait ends with the answer's first
 * sentence and not with its first words, because a slow model may need seconds between the two.
 */
import type { Clock } from '@palkit/runtime/clock';
import type { Turn } from '../turns/turn.ts';
import { turnDuration } from '../turns/turn-options.ts';
import type { ReplyChunk } from './responder.ts';
import type { AgentSentences } from './agent-sentences.ts';

export interface FillerPhraseParts {
  clock: Clock;
  turn: Turn;
  /** Settles when the visitor's turn is certainly over. */
  turnEnd: Promise<void> | undefined;
  /** Returns the agent's built-in sentences in the language in use. */
  words(): AgentSentences;
  /** True if a sentence of the answer was passed to the voice. */
  hasBegun(): boolean;
  /** Returns the number of phrases spoken so far and increments it, so that phrases vary. */
  count(): number;
  /** Aborts the responder. */
  giveUp(): void;
  signal: AbortSignal;
}

type Activity = Extract<ReplyChunk, { doing: unknown }>['doing'];

/** Yields the same chunks, with phrases in between if they are slow. */
export async function* withFillerPhrases(
  chunks: AsyncIterable<ReplyChunk>,
  { clock, turn, turnEnd, words, hasBegun, count, giveUp, signal }: FillerPhraseParts,
): AsyncIterable<ReplyChunk> {
  const iterator = chunks[Symbol.asyncIterator]();
  let doing: Activity = 'asking';
  let hasFiller = false;
  let waits = 0;
  let since = Infinity;
  let sign = Infinity;
  const begins = () => (since = sign = clock.now());
  const ready = turnEnd ? turnEnd.then(begins) : void begins();
  let next = iterator.next();
  try {
    for (;;) {
      const delayUntilDue = () => dueIn({ doing, begun: hasBegun(), waits, since, sign, now: clock.now() });
      const outcome = await firstOf(next, clock, ready, delayUntilDue);
      if (outcome === 'ready') continue;
      if (outcome === 'due') {
        if (signal.aborted) return;
        if (clock.now() - sign >= turnDuration('answerTimeout')) {
          turn.move('give_up');
          giveUp();
          yield { aside: words().tooLong, final: true };
          return;
        }
        turn.move('wait');
        yield { aside: wordsFor(words(), doing, waits, count()) };
        waits++;
        since = clock.now();
        continue;
      }
      if (outcome.done) return;
      const chunk = outcome.value;
      sign = clock.now();
      moveTurn(turn, chunk);
      if ('doing' in chunk) {
        doing = chunk.doing;
        // The answer's text announced the call, so speak it without waiting for more.
        if (doing === 'calling' && hasFiller) yield { text: '', now: true };
      }
      hasFiller ||= isSpoken(chunk);
      yield chunk;
      if ('text' in chunk && hasBegun()) since = clock.now();
      next = iterator.next();
    }
  } finally {
    await iterator.return?.();
  }
}

const isSpoken = (chunk: ReplyChunk): boolean => 'text' in chunk && chunk.text.trim() !== '';

function moveTurn(turn: Turn, chunk: ReplyChunk): void {
  if ('doing' in chunk) turn.move(chunk.doing === 'calling' ? 'call' : 'think');
  else if (isSpoken(chunk)) turn.move('say');
}

/** Returns the milliseconds until the next phrase is due. */
function dueIn(now: {
  doing: Activity;
  begun: boolean;
  waits: number;
  since: number;
  sign: number;
  now: number;
}): number {
  const first = turnDuration(now.doing === 'reasoning' ? 'reasoningFillerDelay' : 'fillerDelay');
  const second = turnDuration('secondFillerDelay');
  // If a sentence of the answer was spoken, the first phrase can come later.
  const wait = now.waits === 0 ? (now.begun ? second : first) : now.waits === 1 ? second : Infinity;
  const slowWait = now.begun && now.doing !== 'calling' ? Infinity : wait;
  return Math.min(now.since + slowWait, now.sign + turnDuration('answerTimeout')) - now.now;
}

const wordsFor = (words: AgentSentences, doing: Activity, waits: number, count: number): string =>
  waits > 0
    ? words.still
    : doing === 'calling'
      ? [words.lookUp, words.lookUpAgain][count % 2]!
      : [words.think, words.thinkAgain][count % 2]!;

async function firstOf<Value>(
  next: Promise<Value>,
  clock: Clock,
  ready: Promise<unknown> | undefined,
  delayUntilDue: () => number,
): Promise<Value | 'due' | 'ready'> {
  const completion = new AbortController();
  try {
    const wait = delayUntilDue();
    if (!Number.isFinite(wait)) return await Promise.race([next, ready!.then(() => 'ready' as const)]);
    return await Promise.race([
      next,
      new Promise<'due'>((resolve) => clock.after(wait, () => resolve('due'), completion.signal)),
    ]);
  } finally {
    completion.abort();
  }
}
