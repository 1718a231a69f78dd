/**
 * Greets a visitor who comes for the first time: the disclosure that it is an AI where one is required, the
 * greeting, and the questions that can be asked.
 */
import type { Room } from './ports/room.ts';
import type { AgentOptions } from './agent-options.ts';
import type { AgentSentences } from './replies/agent-sentences.ts';
import type { CardTable } from './tools/card-table.ts';
import { topicCard } from './replies/document-responder.ts';
import type { Speaking } from './replies/speaking.ts';

export interface GreetingParts {
  room: Room;
  speaking: Speaking;
  cards: CardTable;
  words: AgentSentences;
  /** The visitor is there and has said nothing yet. */
  waiting(): boolean;
}

/** Settles when all of it has been heard, interrupted or lost. */
export async function greet(
  { disclosure, greeting, topics, canvas, responder, greeted }: AgentOptions,
  { room, speaking, cards, words, waiting }: GreetingParts,
): Promise<void> {
  let isInterrupted = false;
  if (disclosure) {
    room.send('conversation.disclosure', { phase: 'begin', visual_disclosure: disclosure.visual });
    isInterrupted = (await speaking.say(disclosure.verbal, { origin: 'service' })) === 'interrupted';
    room.send('conversation.disclosure', { phase: 'end', visual_disclosure: disclosure.visual });
  }
  // A visitor who asks something meanwhile wants an answer, not a welcome; the words come after the voice.
  if (greeting && responder && !isInterrupted && waiting()) await speaking.say(greeting);
  if (canvas?.components.has('question') && topics.length >= 2 && waiting())
    cards.act(topicCard(words.whatToKnow, topics));
  if (waiting()) greeted?.();
}
