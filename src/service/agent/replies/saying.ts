/** One thing that the agent says, and how much of it was heard. */
import type { Source } from '@palkit/contract/room-events';
import type { Turn } from '../../rooms/room.ts';
import type { Speech } from '../../speech/engines.ts';
import type { Sentence } from '../../language/sentences.ts';

/** A sentence, and how much of it was heard. */
export interface Unit {
  sentence: Sentence;
  /** Of its parts. */
  heard: string;
  /** Parts that the room has not played to their end. */
  open: number;
  /** All of its parts are made. */
  produced: boolean;
  cut: boolean;
}

/** One thing the agent says. */
export interface Saying {
  turn: Turn;
  interruptible: boolean;
  /** Parts of sentences handed to the room, by the id it answers with. */
  queued: Map<string, { speech: Speech; unit: Unit }>;
  units: Unit[];
  /** What was told last of what is being heard. */
  soFar: string;
  /** Unix seconds. */
  began: number | null;
  interrupted: boolean;
  abort: AbortController;
  /** Settles when nothing more of it will be heard, by `done`. */
  finished: Promise<void>;
  done: () => void;
  produced: boolean;
  /** Documents it draws on; known when all of it is produced. */
  sources: readonly Source[];
}

/**
 * What was heard of it by now, with the part that is being heard: whole sentences as they are `shown` or `written`,
 * of others the words.
 */
export function textOf(
  saying: Saying,
  as: 'shown' | 'written',
  now?: { speech: Speech; unit: Unit },
): string {
  let text = '';
  for (const unit of saying.units) {
    const { sentence } = unit;
    const last = now?.unit === unit;
    const whole = unit.produced && !unit.cut && unit.open - (last ? 1 : 0) <= 0;
    const heard = whole ? sentence[as] : last ? join(unit.heard, now.speech.text) : unit.heard;
    if (heard) text = text ? `${text}${sentence.gap}${heard}` : heard;
    if (last || !whole) break;
  }
  return text;
}

/** One text after another; either may be empty. */
export const join = (one: string, other: string) => (one && other ? `${one} ${other}` : one || other);
