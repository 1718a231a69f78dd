/**
 * Parses a recogniser's answer in the formats of many servers, and removes hallucinated text. This module does no
 * I/O.
 */

export interface Transcription {
  text: string;
  /** The language as the endpoint reports it: `de` or `german`. */
  language?: string | undefined;
}

/** Thresholds from the models' authors, for segments without speech and for repeated words. */
const NO_SPEECH_PROBABILITY = 0.6;
const CERTAIN_NO_SPEECH_PROBABILITY = 0.85;
const UNSURE_LOG_PROBABILITY = -0.5;
const MAX_COMPRESSION_RATIO = 2.8;
const MAX_SEGMENTS = 1000;
/** Maximum number of characters of an utterance, far more than a person speaks. */
const MAX_TEXT_LENGTH = 5000;
const MAX_LANGUAGE_LENGTH = 60;

/** Returns the text and language of an answer; undefined if it has no words in any known format. */
export function readTranscription(body: string, contentType: string): Transcription | undefined {
  const answer = parseJson(body);
  if (answer === undefined) return isPlain(body, contentType) ? { text: cleanText(body) } : undefined;
  if (typeof answer === 'string') return { text: cleanText(answer) };
  if (!isObject(answer)) return undefined;
  const text = textIn(answer);
  if (text === undefined) return undefined;
  const { language } = answer;
  return {
    text: cleanText(text),
    ...(typeof language === 'string' && language ? { language: language.slice(0, MAX_LANGUAGE_LENGTH) } : {}),
  };
}

/** True for a text that is neither a web page nor broken JSON. */
const isPlain = (body: string, contentType: string): boolean =>
  !/html|json|xml/i.test(contentType) &&
  body.trim() !== '' &&
  !/^\s*(?:[<{]|\[\s*["{[])/.test(body.replace(MARKS, ''));

const TEXT_FIELDS = ['text', 'transcript', 'transcription'];

function textIn(answer: Record<string, unknown>): string | undefined {
  const key = TEXT_FIELDS.find((name) => name in answer);
  const wholeText = key === undefined ? undefined : joinedText(answer[key]);
  const segments = Array.isArray(answer['segments']) ? answer['segments'] : undefined;
  if (!segments) return wholeText;
  return spokenSegmentsOf(segments, wholeText) ?? wholeText;
}

/** Joins texts: some servers answer null for silence, and some a list. */
function joinedText(value: unknown): string | undefined {
  if (value === null) return '';
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string').join(' ');
  return typeof value === 'string' ? value : undefined;
}

/** Returns the text without segments that are silence. */
function spokenSegmentsOf(segments: readonly unknown[], wholeText: string | undefined): string | undefined {
  const validSegments = segments.slice(0, MAX_SEGMENTS).filter(isObject);
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  const spokenSegments = validSegments.filter((segment) => {
    const silenceProbability = number(segment['no_speech_prob']) ?? 0;
    const logProbability = number(segment['avg_logprob']);
    if (
      silenceProbability > CERTAIN_NO_SPEECH_PROBABILITY ||
      (silenceProbability > NO_SPEECH_PROBABILITY && (logProbability ?? -1) < UNSURE_LOG_PROBABILITY)
    )
      return false;
    return (number(segment['compression_ratio']) ?? 0) <= MAX_COMPRESSION_RATIO;
  });
  if (spokenSegments.length === validSegments.length && wholeText !== undefined) return wholeText;
  const texts = spokenSegments.map((segment) => segment['text']).filter((text) => typeof text === 'string');
  return texts.map((text) => text.trim()).join(' ');
}

/** Markers of the models: `<|en|>`, `[_TT_150_]`, and times before each line. */
const MARKS = new RegExp(
  [
    /<\|[^|<>]{0,40}\|>/,
    /<\/?(?:s|unk|pad|sil|asr_text)>/,
    /\[_[A-Z0-9_]{1,12}\]/,
    /\[?(?:\d\d:)?\d\d:\d\d[.,]\d{3} --> (?:\d\d:)?\d\d:\d\d[.,]\d{3}\]?/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

const cleanText = (text: string): string =>
  withoutLoops(text.slice(0, MAX_TEXT_LENGTH).replace(MARKS, ' ').replace(/\s+/g, ' ').trim());

/**
 * Maximum number of words of a phrase that counts as a loop, and minimum number of repetitions by the number of its
 * words. A person does not repeat a phrase that often.
 */
const MAX_PHRASE_WORDS = 12;
const minRepetitions = (words: number): number => (words === 1 ? 8 : words <= 3 ? 6 : 4);
/** If a text has fewer words than this beside a loop, these words count as hallucinated too. */
const MIN_OTHER_WORDS = 3;

/**
 * Removes loops of a hallucinating model. The repeated words are kept once, or not at all if there are few
 * other words.
 */
function withoutLoops(text: string): string {
  // Handles scripts without spaces.
  const plainText = text.replace(/([\p{L}\p{M}\p{P}]{2,24}?)\1{7,}/gu, '$1');
  const words = plainText.split(' ');
  const keys = words.map(keyOf);
  const plainWords: string[] = [];
  let otherWords = 0;
  for (let index = 0; index < words.length;) {
    const { length, times } = loopAt(keys, index);
    plainWords.push(...words.slice(index, index + length));
    if (times === 1) otherWords++;
    index += length * times;
  }
  const hasLoop = plainWords.length < words.length || plainText.length < text.length;
  return hasLoop && otherWords < MIN_OTHER_WORDS ? '' : plainWords.join(' ');
}

/** Finds the phrase that is repeated from this word on; a word that is not repeated counts once. */
function loopAt(keys: readonly string[], at: number): { length: number; times: number } {
  for (let length = 1; length <= MAX_PHRASE_WORDS; length++) {
    let times = 1;
    while (isRepeatedAt(keys, at, length, times)) times++;
    if (times >= minRepetitions(length)) return { length, times };
  }
  return { length: 1, times: 1 };
}

function isRepeatedAt(keys: readonly string[], at: number, length: number, times: number): boolean {
  const nextStart = at + length * times;
  if (nextStart + length > keys.length) return false;
  for (let offset = 0; offset < length; offset++)
    if (keys[at + offset] !== keys[nextStart + offset]) return false;
  return true;
}

const keyOf = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') || word;

/**
 * Minimum number of consecutive words of the prompt that make a transcript an echo of the prompt. Shorter matches
 * are coincidence.
 */
const MIN_ECHOED_WORDS = 3;
const MAX_SHARED_FRACTION = 0.6;
/** Maximum number of words of each text that are compared. The time grows with their square. */
const MAX_COMPARED_WORDS = 500;

/** True if a transcript may be the prompt: a model may answer silence with the words of the prompt. */
export function isEcho(text: string, prompt: string): boolean {
  const textKeys = keysOf(text);
  const promptKeys = keysOf(prompt);
  const sharedLength = longestCommonRun(textKeys, promptKeys);
  return (
    sharedLength >= MIN_ECHOED_WORDS &&
    (sharedLength >= MAX_SHARED_FRACTION * textKeys.length || sharedLength === promptKeys.length)
  );
}

const keysOf = (text: string): string[] => text.split(/\s+/, MAX_COMPARED_WORDS).map(keyOf).filter(Boolean);

/** Returns the length of the longest sequence of words that both texts contain. */
function longestCommonRun(firstKeys: readonly string[], secondKeys: readonly string[]): number {
  let longest = 0;
  let previousRow = new Array<number>(secondKeys.length + 1).fill(0);
  for (const word of firstKeys) {
    const row = new Array<number>(secondKeys.length + 1).fill(0);
    for (const [at, each] of secondKeys.entries())
      if (each === word) row[at + 1] = (previousRow[at] ?? 0) + 1;
    longest = Math.max(longest, ...row);
    previousRow = row;
  }
  return longest;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses a JSON text; undefined for any other text. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
