/** Parses a recogniser's answer in the formats of many servers, and removes hallucinated text. Pure. */

export interface Transcription {
  text: string;
  /** The language as the endpoint reports it: `de` or `german`. */
  language?: string | undefined;
}

/** Thresholds of the models' authors for silence and for repeated words. */
const NO_SPEECH = 0.6;
const SURE_NO_SPEECH = 0.85;
const UNSURE_WORDS = -0.5;
const MAX_COMPRESSION_RATIO = 2.8;
const MAX_SEGMENTS = 1000;
/** Maximum number of characters of an utterance, far more than a person speaks. */
const MAX_TEXT = 5000;
const MAX_LANGUAGE = 60;

/** Returns the text and language of an answer; undefined if it has no words in any known format. */
export function readTranscription(body: string, contentType: string): Transcription | undefined {
  const answer = parseJson(body);
  if (answer === undefined) return isPlain(body, contentType) ? { text: clean(body) } : undefined;
  if (typeof answer === 'string') return { text: clean(answer) };
  if (!isObject(answer)) return undefined;
  const text = textIn(answer);
  if (text === undefined) return undefined;
  const { language } = answer;
  return {
    text: clean(text),
    ...(typeof language === 'string' && language ? { language: language.slice(0, MAX_LANGUAGE) } : {}),
  };
}

/** True for a text that is neither a web page nor broken JSON. */
const isPlain = (body: string, contentType: string): boolean =>
  !/html|json|xml/i.test(contentType) &&
  body.trim() !== '' &&
  !/^\s*(?:[<{]|\[\s*["{[])/.test(body.replace(MARKS, ''));

const TEXTS = ['text', 'transcript', 'transcription'];

function textIn(answer: Record<string, unknown>): string | undefined {
  const key = TEXTS.find((name) => name in answer);
  const whole = key === undefined ? undefined : joinedText(answer[key]);
  const segments = Array.isArray(answer['segments']) ? answer['segments'] : undefined;
  if (!segments) return whole;
  return spokenOf(segments, whole) ?? whole;
}

/** Joins texts: some servers answer null for silence, and some a list. */
function joinedText(value: unknown): string | undefined {
  if (value === null) return '';
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string').join(' ');
  return typeof value === 'string' ? value : undefined;
}

/** Returns the text without segments that are silence. */
function spokenOf(segments: readonly unknown[], whole: string | undefined): string | undefined {
  const validSegments = segments.slice(0, MAX_SEGMENTS).filter(isObject);
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  const spokenSegments = validSegments.filter((segment) => {
    const silence = number(segment['no_speech_prob']) ?? 0;
    const logProbability = number(segment['avg_logprob']);
    if (silence > SURE_NO_SPEECH || (silence > NO_SPEECH && (logProbability ?? -1) < UNSURE_WORDS))
      return false;
    return (number(segment['compression_ratio']) ?? 0) <= MAX_COMPRESSION_RATIO;
  });
  if (spokenSegments.length === validSegments.length && whole !== undefined) return whole;
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

const clean = (text: string): string =>
  withoutLoops(text.slice(0, MAX_TEXT).replace(MARKS, ' ').replace(/\s+/g, ' ').trim());

/** Maximum number of words of a repeated phrase, and number of repetitions that do not occur in speech. */
const MAX_PHRASE_WORDS = 12;
const LOOP = (words: number): number => (words === 1 ? 8 : words <= 3 ? 6 : 4);
/** If fewer other words than this surround a loop, they count as hallucinated too. */
const MIN_OTHER_WORDS = 3;

/** Removes loops of a hallucinating model: the repeated words are kept once, or not at all if there are few others. */
function withoutLoops(text: string): string {
  // Handles scripts without spaces.
  const plainText = text.replace(/([\p{L}\p{M}\p{P}]{2,24}?)\1{7,}/gu, '$1');
  const words = plainText.split(' ');
  const keys = words.map(keyOf);
  const plainWords: string[] = [];
  let others = 0;
  for (let at = 0; at < words.length;) {
    const { length, times } = loopAt(keys, at);
    plainWords.push(...words.slice(at, at + length));
    if (times === 1) others++;
    at += length * times;
  }
  const hasLoop = plainWords.length < words.length || plainText.length < text.length;
  return hasLoop && others < MIN_OTHER_WORDS ? '' : plainWords.join(' ');
}

/** Finds the phrase that is repeated from this word on; a word that is not repeated counts once. */
function loopAt(keys: readonly string[], at: number): { length: number; times: number } {
  for (let length = 1; length <= MAX_PHRASE_WORDS; length++) {
    let times = 1;
    while (isRepeatedAt(keys, at, length, times)) times++;
    if (times >= LOOP(length)) return { length, times };
  }
  return { length: 1, times: 1 };
}

function isRepeatedAt(keys: readonly string[], at: number, length: number, times: number): boolean {
  const next = at + length * times;
  if (next + length > keys.length) return false;
  for (let word = 0; word < length; word++) if (keys[at + word] !== keys[next + word]) return false;
  return true;
}

const keyOf = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') || word;

/** Minimum number of consecutive words of the prompt in a transcript that may be its echo; fewer are coincidence. */
const MIN_ECHOED_WORDS = 3;
const MAX_SHARED_FRACTION = 0.6;
/** Maximum number of words of each text that are compared. The time grows with their square. */
const MAX_COMPARED_WORDS = 500;

/** True if a transcript may be the prompt. Models answer silence with the words of the prompt. */
export function isEcho(text: string, prompt: string): boolean {
  const textKeys = keysOf(text);
  const promptKeys = keysOf(prompt);
  const sharedLength = longestRun(textKeys, promptKeys);
  return (
    sharedLength >= MIN_ECHOED_WORDS &&
    (sharedLength >= MAX_SHARED_FRACTION * textKeys.length || sharedLength === promptKeys.length)
  );
}

const keysOf = (text: string): string[] => text.split(/\s+/, MAX_COMPARED_WORDS).map(keyOf).filter(Boolean);

/** Returns the length of the longest sequence of words that both texts contain. */
function longestRun(one: readonly string[], other: readonly string[]): number {
  let longest = 0;
  let before = new Array<number>(other.length + 1).fill(0);
  for (const word of one) {
    const row = new Array<number>(other.length + 1).fill(0);
    for (const [at, each] of other.entries()) if (each === word) row[at + 1] = (before[at] ?? 0) + 1;
    longest = Math.max(longest, ...row);
    before = row;
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
