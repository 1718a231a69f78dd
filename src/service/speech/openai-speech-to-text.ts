/** Ears behind any OpenAI-compatible `/audio/transcriptions`. An utterance is sent when it is complete. */
import { randomUUID } from 'node:crypto';
import { spokenLanguage } from '../language/language-detection.ts';
import { factsOf, learn, refute } from '../language/engine-memory.ts';
import { EngineError } from '../language/engine-error.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import type { SpeechToText, Vocabulary } from './engines.ts';
import { post } from '../language/openai-endpoint.ts';
import type { OpenAIEndpoint } from '../language/openai-endpoint.ts';
import { wavOf } from './wav.ts';
import { PRIMARY_LANGUAGES } from '../language/locales.ts';

const SAMPLE_RATE = 16_000;
/** An utterance's sound beyond this is not heard. */
const MOST_SECONDS = 60;
/** A verbose answer holds every word with its times. */
const MOST_BYTES = 1_048_576;
/** Characters of what was said in an utterance, far more than anybody says in it. */
const MOST_TEXT = 5000;
/** Such models read the last 224 tokens of a prompt. */
const PROMPT_CHARACTERS = 600;

const NO_VERBOSE_WORDS = 'it is asked for plain answers: noise may be taken for words';

/** Of full scale: the loudest tenth of a second of a sound that holds no voice. */
const QUIET = 0.0025;
/** As the makers of these models take them: no speech, or the same words over and over. */
const NO_SPEECH = 0.6;
const SURE_NO_SPEECH = 0.85;
const UNSURE_WORDS = -0.5;
const REPEATED = 2.8;

/** Nothing in it is as loud as a whisper near a microphone. Digital silence is no noise. */
function isQuiet(samples: Int16Array): boolean {
  const window = SAMPLE_RATE / 10;
  if (samples.length < 3 * window) return false;
  let loudest = 0;
  for (let at = 0; at < samples.length; at += window) {
    let sum = 0;
    const part = samples.subarray(at, at + window);
    for (const sample of part) sum += sample * sample;
    loudest = Math.max(loudest, Math.sqrt(sum / part.length) / 32_768);
  }
  return loudest > 0 && loudest < QUIET;
}

export interface OpenAISpeechToTextOptions extends OpenAIEndpoint {
  languages?: readonly string[];
  clock?: Pick<Clock, 'now'>;
}

/**
 * `finish` rejects with the signal's reason after an abort, else with an `EngineError` without the key or
 * what was said.
 */
export function createOpenAISpeechToText({
  languages = PRIMARY_LANGUAGES,
  clock = systemClock,
  ...endpoint
}: OpenAISpeechToTextOptions): SpeechToText {
  return {
    languages,
    listen({ language, languages: among = [], vocabulary, signal }) {
      const parts: Int16Array[] = [];
      let length = 0;
      let words: Promise<string> | undefined;
      let heard: string | undefined;
      return {
        get language() {
          return heard;
        },
        write(samples) {
          if (words || signal?.aborted || length >= MOST_SECONDS * SAMPLE_RATE) return;
          const kept = samples.slice(0, MOST_SECONDS * SAMPLE_RATE - length);
          parts.push(kept);
          length += kept.length;
        },
        finish() {
          words ??= restricted(joined(parts.splice(0), length));
          return words;
        },
      };
      /**
       * An endpoint takes one language or none: of several it is asked which it heard, and where that is a
       * stranger it is told one.
       */
      async function restricted(samples: Int16Array): Promise<string> {
        if (isQuiet(samples)) return '';
        const plainly = (one: string | undefined, verbose: boolean) =>
          transcribe(endpoint, samples, { language: one, verbose, vocabulary, signal });
        /** Verbose answers tell what was no speech; some models know none. */
        const ask = async (one: string | undefined) => {
          const engine = { ...endpoint, account: endpoint.account ?? null, apiKey: endpoint.key ?? null };
          if (factsOf(engine, clock.now()).has('no_verbose_json')) return plainly(one, false);
          try {
            const answer = await plainly(one, true);
            refute(engine, 'no_verbose_json', clock.now());
            return answer;
          } catch (error) {
            if (!(error instanceof EngineError && (error.status === 400 || error.status === 422)))
              throw error;
            const answer = await plainly(one, false);
            learn(engine, 'no_verbose_json', clock.now(), NO_VERBOSE_WORDS);
            return answer;
          }
        };
        if (among.length < 2) return (await ask(language)).text;
        const answer = await ask(undefined);
        heard =
          answer.language === undefined ? undefined : (spokenLanguage(answer.language, among) ?? undefined);
        if (heard !== undefined || answer.language === undefined) return answer.text;
        heard = language ?? among[0];
        return (await ask(heard)).text;
      }
    },
  };
}

async function transcribe(
  endpoint: OpenAIEndpoint,
  samples: Int16Array,
  {
    language,
    verbose,
    vocabulary,
    signal,
  }: {
    language: string | undefined;
    verbose: boolean;
    vocabulary: Vocabulary | undefined;
    signal: AbortSignal | undefined;
  },
): Promise<Transcription> {
  signal?.throwIfAborted();
  if (samples.length === 0) return { text: '' };
  // The first few suffice, and each may be a book.
  const prompt = vocabulary?.texts
    .slice(0, 20)
    .map((text) => text.slice(0, PROMPT_CHARACTERS))
    .join(' ')
    .replace(/\s+/g, ' ')
    .slice(0, PROMPT_CHARACTERS);
  const boundary = `palkit-${randomUUID()}`;
  const fields = {
    model: endpoint.model,
    response_format: verbose ? 'verbose_json' : 'json',
    ...(language ? { language: language.split('-')[0]! } : {}),
    ...(prompt ? { prompt } : {}),
  };
  const answer = await post(endpoint, '/audio/transcriptions', {
    // By hand: a `FormData` is only understood by the fetch that it came with.
    body: multipart(boundary, fields, wavOf(samples, SAMPLE_RATE)),
    contentType: `multipart/form-data; boundary=${boundary}`,
    limit: MOST_BYTES,
    signal,
    again: true,
  });
  const transcription = read(new TextDecoder().decode(answer));
  if (!transcription) throw new EngineError('bad_response', '/audio/transcriptions answered no text');
  return { ...transcription, text: transcription.text.trim().slice(0, MOST_TEXT) };
}

interface Transcription {
  text: string;
  /** As the endpoint calls it: `de` or `german`. */
  language?: string | undefined;
}

function read(json: string): Transcription | undefined {
  try {
    const answer: unknown = JSON.parse(json);
    if (
      typeof answer !== 'object' ||
      answer === null ||
      !('text' in answer) ||
      typeof answer.text !== 'string'
    )
      return undefined;
    return {
      text:
        'segments' in answer && Array.isArray(answer.segments)
          ? spokenOf(answer.segments, answer.text)
          : answer.text,
      ...('language' in answer && typeof answer.language === 'string' && answer.language
        ? { language: answer.language.slice(0, 60) }
        : {}),
    };
  } catch {
    return undefined;
  }
}

/** The text without segments that are no speech. */
function spokenOf(segments: readonly unknown[], text: string): string {
  const read = segments
    .slice(0, 1000)
    .filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null);
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  const spoken = read.filter((segment) => {
    const silence = number(segment['no_speech_prob']) ?? 0;
    const sure = number(segment['avg_logprob']);
    if (silence > SURE_NO_SPEECH || (silence > NO_SPEECH && (sure ?? -1) < UNSURE_WORDS)) return false;
    return (number(segment['compression_ratio']) ?? 0) <= REPEATED;
  });
  if (spoken.length === read.length) return text;
  return spoken
    .map((segment) => (typeof segment['text'] === 'string' ? segment['text'].trim() : ''))
    .join(' ');
}

function multipart(
  boundary: string,
  fields: Readonly<Record<string, string>>,
  file: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const before = Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('');
  const head = new TextEncoder().encode(
    `${before}--${boundary}\r\ncontent-disposition: form-data; name="file"; ` +
      'filename="speech.wav"\r\ncontent-type: audio/wav\r\n\r\n',
  );
  const tail = new TextEncoder().encode(`\r\n--${boundary}--\r\n`);
  const body = new Uint8Array(head.length + file.length + tail.length);
  body.set(head);
  body.set(file, head.length);
  body.set(tail, head.length + file.length);
  return body;
}

function joined(parts: readonly Int16Array[], length: number): Int16Array {
  const whole = new Int16Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
