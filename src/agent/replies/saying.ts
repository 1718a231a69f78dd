/** A spoken text of the agent, and the part of it that was played. */
import type { AgentEventProperties, Source } from '@palkit/contract/room-events';
import type { Turn } from '../ports/room.ts';
import type { Speech } from '../speech/engines.ts';
import type { Sentence } from '../language/sentences.ts';

/** A sentence, and the part of it that was played. */
export interface SpokenSentence {
  sentence: Sentence;
  /** The played part of the sentence's text. */
  audible: string;
  /** Number of parts that the room has not completely played. */
  open: number;
  /** True when all parts of the sentence were synthesised. */
  isSynthesised: boolean;
  cut: boolean;
}

/** A text that the agent speaks. */
export interface SpokenText {
  turn: Turn;
  /** Parts of sentences that the room plays, by the id in the room's events. */
  queued: Map<string, { speech: Speech; unit: SpokenSentence }>;
  units: SpokenSentence[];
  /** The played part of the current text, as last reported. */
  soFar: string;
  /** Unix seconds at which the visitor heard or read the first word; null until then. */
  startedAt: number | null;
  /** True if the visitor has heard or read a word of the answer itself, not only of the service. */
  answered: boolean;
  interrupted: boolean;
  abort: AbortController;
  /** Settles when no more of the text will be played. */
  completion: Promise<void>;
  finish: () => void;
  produced: boolean;
  /** The documents that the answer uses; known when all of it was produced. */
  sources: readonly Source[];
}

/** A sentence, or a part of one, that was played. */
interface HeardSentence {
  sentence: Sentence;
  text: string;
}

/**
 * Returns the sentences that were played or are being played. Complete ones have their `visibleText` or `writtenText`,
 * incomplete ones are plain words.
 */
function heardSentences(
  spokenText: SpokenText,
  as: 'visibleText' | 'writtenText',
  now?: { speech: Speech; unit: SpokenSentence },
): HeardSentence[] {
  const sentences: HeardSentence[] = [];
  for (const unit of spokenText.units) {
    const { sentence } = unit;
    const last = now?.unit === unit;
    const whole = unit.isSynthesised && !unit.cut && unit.open - (last ? 1 : 0) <= 0;
    const text = whole ? sentence[as] : last ? joinTexts(unit.audible, now.speech.text) : unit.audible;
    if (text) sentences.push({ sentence, text });
    if (last || !whole) break;
  }
  return sentences;
}

/**
 * Joins sentences with their gaps. The first sentence of an answer has an empty gap, so a space separates it
 * from a sentence of the service.
 */
const joinSentences = (sentences: readonly HeardSentence[]): string =>
  sentences.reduce((all, { sentence, text }, index) => {
    const isOther = index > 0 && sentences[index - 1]?.sentence.origin !== sentence.origin;
    return all ? `${all}${sentence.gap || (isOther ? ' ' : '')}${text}` : text;
  }, '');

/** Returns the text of `heardSentences`. */
export const textOf = (
  spokenText: SpokenText,
  as: 'visibleText' | 'writtenText',
  now?: { speech: Speech; unit: SpokenSentence },
): string => joinSentences(heardSentences(spokenText, as, now));

export interface SpokenPart {
  text: string;
  origin?: 'service';
  /** True if the part is said instead of an answer, such as an apology, so that no answer follows. */
  replacesAnswer?: boolean;
}

/** Returns the played text as written, split where the origin (the answer or the service) changes. */
export function partsOf(spokenText: SpokenText): SpokenPart[] {
  const groups: HeardSentence[][] = [];
  for (const sentence of heardSentences(spokenText, 'writtenText')) {
    const group = groups.at(-1);
    if (group && group[0]?.sentence.origin === sentence.sentence.origin) group.push(sentence);
    else groups.push([sentence]);
  }
  return groups.map((group) => ({
    text: joinSentences(group),
    ...(group[0]?.sentence.origin ? { origin: group[0].sentence.origin } : {}),
    ...(group.some(({ sentence }) => sentence.replacesAnswer) ? { replacesAnswer: true } : {}),
  }));
}

/** Returns the line as it is sent to the page. */
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
  ...(parts.some(({ replacesAnswer }) => replacesAnswer) ? { apology: true } : {}),
});

/** Joins two texts with a space; either may be empty. */
export const joinTexts = (one: string, other: string) => (one && other ? `${one} ${other}` : one || other);
