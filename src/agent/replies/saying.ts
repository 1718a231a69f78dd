/** One spoken text of the agent, and the part of it that was played. */
import type { AgentEventProperties, Source } from '@palkit/contract/room-events';
import type { Turn } from '../ports/room.ts';
import type { Speech } from '../speech/engines.ts';
import type { Sentence } from '../language/sentences.ts';

/** A sentence, and the part of it that was played. */
export interface SpokenSentence {
  sentence: Sentence;
  /** The part of its text that was played. */
  audible: string;
  /** Parts that the room has not played to their end. */
  open: number;
  /** True once all its parts are synthesised. */
  produced: boolean;
  cut: boolean;
}

/** One spoken text of the agent. */
export interface SpokenText {
  turn: Turn;
  /** Parts of sentences in the room, keyed by the id in its events. */
  queued: Map<string, { speech: Speech; unit: SpokenSentence }>;
  units: SpokenSentence[];
  /** The last reported part of the text that is being played. */
  soFar: string;
  /** Unix seconds. */
  began: number | null;
  /** True once the visitor hears or reads a word of it that is not the service's own. */
  answered: boolean;
  interrupted: boolean;
  abort: AbortController;
  /** Settles when no more of it will be played, with `done`. */
  finished: Promise<void>;
  finish: () => void;
  produced: boolean;
  /** The documents that it uses; known when all of it is produced. */
  sources: readonly Source[];
}

/** A sentence, or a part of it, that has been played. */
interface HeardSentence {
  sentence: Sentence;
  text: string;
}

/**
 * The sentences that were played, including the one that is being played: complete ones in their `shown` or `written`
 * form, incomplete ones as plain words.
 */
function heardSentences(
  saying: SpokenText,
  as: 'visible' | 'written',
  now?: { speech: Speech; unit: SpokenSentence },
): HeardSentence[] {
  const sentences: HeardSentence[] = [];
  for (const unit of saying.units) {
    const { sentence } = unit;
    const last = now?.unit === unit;
    const whole = unit.produced && !unit.cut && unit.open - (last ? 1 : 0) <= 0;
    const text = whole ? sentence[as] : last ? join(unit.audible, now.speech.text) : unit.audible;
    if (text) sentences.push({ sentence, text });
    if (last || !whole) break;
  }
  return sentences;
}

/** The first sentence of an answer has no gap before it, even after the service's own words. */
const joinSentences = (sentences: readonly HeardSentence[]): string =>
  sentences.reduce((all, { sentence, text }, index) => {
    const isOther = index > 0 && sentences[index - 1]?.sentence.origin !== sentence.origin;
    return all ? `${all}${sentence.gap || (isOther ? ' ' : '')}${text}` : text;
  }, '');

/** The text of `heardSentences`. */
export const textOf = (
  saying: SpokenText,
  as: 'visible' | 'written',
  now?: { speech: Speech; unit: SpokenSentence },
): string => joinSentences(heardSentences(saying, as, now));

export interface SpokenPart {
  text: string;
  origin?: 'service';
  /** True if it replaces an answer. */
  isFinal?: boolean;
}

/** The text that was played, as written, in parts of one origin each. */
export function partsOf(saying: SpokenText): SpokenPart[] {
  const groups: HeardSentence[][] = [];
  for (const sentence of heardSentences(saying, 'written')) {
    const group = groups.at(-1);
    if (group && group[0]?.sentence.origin === sentence.sentence.origin) group.push(sentence);
    else groups.push([sentence]);
  }
  return groups.map((group) => ({
    text: joinSentences(group),
    ...(group[0]?.sentence.origin ? { origin: group[0].sentence.origin } : {}),
    ...(group.some(({ sentence }) => sentence.isFinal) ? { isFinal: true } : {}),
  }));
}

/** The line as the page receives it. */
export const completeLine = (
  speech: string,
  parts: readonly SpokenPart[],
  sources: readonly Source[],
  interrupted: boolean,
): AgentEventProperties<'conversation.utterance'> => ({
  role: 'pal',
  speech,
  ...(sources.length > 0 ? { sources: [...sources] } : {}),
  ...(interrupted ? { interrupted } : {}),
  ...(parts.every(({ origin }) => origin === 'service') ? { origin: 'service' } : {}),
  ...(parts.some(({ isFinal }) => isFinal) ? { apology: true } : {}),
});

/** Joins two texts; either may be empty. */
export const join = (one: string, other: string) => (one && other ? `${one} ${other}` : one || other);
