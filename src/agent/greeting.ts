/**
 * Greets a first-time visitor: the disclosure that the agent is an AI, if it is required, then the greeting and
 * suggested questions.
 */
import { pause } from '@palkit/runtime/clock';
import type { Room } from './ports/room.ts';
import type { AgentOptions } from './agent-options.ts';
import type { AgentSentences } from './replies/agent-sentences.ts';
import type { CardTable } from './tools/card-table.ts';
import { topicCard } from './replies/document-responder.ts';
import type { Speaking } from './replies/speaking.ts';

/**
 * Milliseconds to wait after an interrupted disclosure before checking that both sides are silent. A short question
 * is recognised in this time.
 */
const QUIET_MS = 1500;
/** The greeting is skipped if both sides are still not silent after this many waits of `QUIET_MS`. */
const MAX_PAUSES = 4;

export interface GreetingParts {
  room: Room;
  speaking: Speaking;
  cards: CardTable;
  words: AgentSentences;
  /** True while the visitor is present and silent. */
  isWaiting(): boolean;
  /** True if both sides are silent and no recognised words are pending. */
  isQuiet(): boolean;
  signal: AbortSignal;
}

/** Starts to synthesise the first line of the call before the visitor arrives. */
export function prepareGreeting(
  { disclosure, greeting, responder }: AgentOptions,
  speaking: Pick<Speaking, 'prepare'>,
): void {
  const firstLine = disclosure?.verbal ?? (responder ? greeting : '');
  if (firstLine) speaking.prepare(firstLine);
}

/** Tells a page that has joined which engines and features its call has. */
export function sendReady({ capabilities, recorded, captions }: AgentOptions, room: Room): void {
  room.send('conversation.ready', {
    capabilities,
    ...(recorded ? { recording: true } : {}),
    ...(captions === undefined ? {} : { captions }),
  });
}

/** Settles when the greeting was completely played, interrupted, or lost. */
export async function greet(
  { clock, disclosure, greeting, topics, canvas, responder, onGreeted }: AgentOptions,
  { room, speaking, cards, words, isWaiting, isQuiet, signal }: GreetingParts,
): Promise<void> {
  const isFree = async (): Promise<boolean> => {
    for (let pauses = 0; pauses < MAX_PAUSES && isWaiting(); pauses++) {
      await pause(clock, QUIET_MS, signal);
      if (isQuiet()) return isWaiting();
    }
    return false;
  };
  let isInterrupted = false;
  if (disclosure) {
    room.send('conversation.disclosure', { phase: 'begin', visual_disclosure: disclosure.visual });
    isInterrupted = (await speaking.say(disclosure.verbal, { origin: 'service' })) === 'interrupted';
    room.send('conversation.disclosure', { phase: 'end', visual_disclosure: disclosure.visual });
  }
  // A visitor who asked a question during the disclosure wants an answer, not a greeting. A cough does not
  // count as a question, but the recogniser needs a moment to tell the two apart.
  if (greeting && responder && isWaiting() && (!isInterrupted || (await isFree())))
    await speaking.say(greeting);
  if (canvas?.components.has('question') && topics.length >= 2 && isWaiting())
    cards.perform(topicCard(words.whatToKnow, topics));
  if (isWaiting()) onGreeted?.();
}
