/** Ears behind any OpenAI-compatible `/audio/transcriptions`. An utterance is sent when it is complete. */
import { randomUUID } from 'node:crypto';
import { spokenLanguage } from '../language/language-detection.ts';
import { EngineError } from '../language/engine-error.ts';
import type { SpeechToText, Vocabulary } from './engines.ts';
import { post } from '../language/openai-endpoint.ts';
import type { OpenAIEndpoint } from '../language/openai-endpoint.ts';
import { wavOf } from './wav.ts';

const SAMPLE_RATE = 16_000;
/** An utterance's sound beyond this is not heard. */
const MOST_SECONDS = 60;
/** A verbose answer holds every word with its times. */
const MOST_BYTES = 1_048_576;
/** Such models read the last 224 tokens of a prompt. */
const PROMPT_CHARACTERS = 600;
const LANGUAGES = [
  'en',
  'de',
  'es',
  'fr',
  'it',
  'nl',
  'pl',
  'pt',
  'sv',
  'tr',
  'ru',
  'uk',
  'ar',
  'he',
  'hi',
  'ja',
  'ko',
  'zh',
];

export interface OpenAISpeechToTextOptions extends OpenAIEndpoint {
  languages?: readonly string[];
}

/**
 * `finish` rejects with the signal's reason after an abort, else with an `EngineError` without the key or
 * what was said.
 */
export function createOpenAISpeechToText({
  languages = LANGUAGES,
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
        const ask = (one: string | undefined, verbose: boolean) =>
          transcribe(endpoint, samples, { language: one, verbose, vocabulary, signal });
        if (among.length < 2) return (await ask(language, false)).text;
        const answer = await ask(undefined, true).catch((error: unknown) => {
          // Some models know no verbose answers.
          if (error instanceof EngineError && error.status === 400) return ask(undefined, false);
          throw error;
        });
        heard =
          answer.language === undefined ? undefined : (spokenLanguage(answer.language, among) ?? undefined);
        if (heard !== undefined || answer.language === undefined) return answer.text;
        heard = language ?? among[0];
        return (await ask(heard, false)).text;
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
  return { ...transcription, text: transcription.text.trim() };
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
      text: answer.text,
      ...('language' in answer && typeof answer.language === 'string' && answer.language
        ? { language: answer.language.slice(0, 60) }
        : {}),
    };
  } catch {
    return undefined;
  }
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
    `${before}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="speech.wav"\r\ncontent-type: audio/wav\r\n\r\n`,
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
