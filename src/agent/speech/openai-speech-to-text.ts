/** A recogniser behind any OpenAI-compatible `/audio/transcriptions`. It sends each utterance when it is complete. */
import { randomUUID } from 'node:crypto';
import { systemClock, type Clock } from '@palkit/runtime/clock';
import { spokenLanguage } from '../language/language-detection.ts';
import { factsOf, storeFact, refuteFact, type Engine } from '../language/engine-memory.ts';
import { EngineError } from '../language/engine-error.ts';
import type { SpeechToText, Vocabulary } from './engines.ts';
import { post } from '../language/openai-endpoint.ts';
import type { OpenAIEndpoint } from '../language/openai-endpoint.ts';
import { wavOf } from './wav.ts';
import { isEcho, readTranscription, type Transcription } from './transcription.ts';
import { PRIMARY_LANGUAGES } from '../language/locales.ts';

const SAMPLE_RATE = 16_000;
/** Maximum duration of an utterance in seconds; the rest is not recognised. */
const MAX_SECONDS = 60;
/** Maximum size of an answer in bytes. A verbose answer contains every word with its times. */
const MAX_BYTES = 1_048_576;
/** Maximum length of the prompt; these models read the last 224 tokens. */
const PROMPT_CHARACTERS = 600;

/** Fraction of full scale below which the loudest tenth of a second contains no voice. */
const MAX_QUIET_LEVEL = 0.0025;
/** True if no tenth of a second is louder than a whisper near a microphone. */
function isQuiet(samples: Int16Array): boolean {
  const window = SAMPLE_RATE / 10;
  if (samples.length < 3 * window) return false;
  let loudest = 0;
  for (let index = 0; index < samples.length; index += window) {
    let sum = 0;
    const part = samples.subarray(index, index + window);
    for (const sample of part) sum += sample * sample;
    loudest = Math.max(loudest, Math.sqrt(sum / part.length) / 32_768);
  }
  return loudest > 0 && loudest < MAX_QUIET_LEVEL;
}

export interface OpenAISpeechToTextOptions extends OpenAIEndpoint {
  languages?: readonly string[];
  clock?: Pick<Clock, 'now'>;
}

/**
 * `finish` rejects with the signal's reason after an abort, otherwise with an `EngineError` that contains neither the
 * key nor the words.
 */
export function createOpenAISpeechToText({
  languages = PRIMARY_LANGUAGES,
  clock = systemClock,
  ...endpoint
}: OpenAISpeechToTextOptions): SpeechToText {
  return {
    languages,
    listen({ language, languages: candidateLanguages = [], vocabulary, signal }) {
      const parts: Int16Array[] = [];
      let length = 0;
      let words: Promise<string> | undefined;
      let partialText: string | undefined;
      return {
        get language() {
          return partialText;
        },
        write(samples) {
          if (words || signal?.aborted || length >= MAX_SECONDS * SAMPLE_RATE) return;
          const part = samples.slice(0, MAX_SECONDS * SAMPLE_RATE - length);
          parts.push(part);
          length += part.length;
        },
        finish() {
          words ??= transcribeInLanguages(joinSamples(parts.splice(0), length));
          return words;
        },
      };
      /**
       * Recognises sound in one of several languages. The API accepts at most one language, so the request names
       * none, and the server detects it. If the server detects a language that was not requested, the request is
       * repeated with the first one.
       */
      async function transcribeInLanguages(samples: Int16Array): Promise<string> {
        if (isQuiet(samples)) return '';
        const ask = (oneLanguage: string | undefined) =>
          transcribe(endpoint, samples, {
            language: oneLanguage,
            prompt: promptOf(vocabulary),
            clock,
            signal,
          });
        if (candidateLanguages.length < 2) return (await ask(language)).text;
        const answer = await ask(undefined);
        partialText =
          answer.language === undefined
            ? undefined
            : (spokenLanguage(answer.language, candidateLanguages) ?? undefined);
        if (partialText !== undefined || answer.language === undefined) return answer.text;
        partialText = language ?? candidateLanguages[0];
        return (await ask(partialText)).text;
      }
    },
  };
}

/** Returns the prompt. The first texts are sufficient, because a text may be as long as a book. */
const promptOf = (vocabulary: Vocabulary | undefined): string =>
  (vocabulary?.texts ?? [])
    .slice(0, 20)
    .map((text) => text.slice(0, PROMPT_CHARACTERS))
    .join(' ')
    .replace(/\s+/g, ' ')
    .slice(0, PROMPT_CHARACTERS);

interface RequestOptions {
  language: string | undefined;
  prompt: string;
  clock: Pick<Clock, 'now'>;
  signal: AbortSignal | undefined;
}

/**
 * Fields that a server may refuse, in the order in which they are removed. The texts describe each omission to
 * the owner.
 */
const OPTIONAL_FIELDS = ['no_verbose_json', 'no_prompt', 'no_language'] as const;
type OmittedField = (typeof OPTIONAL_FIELDS)[number];
const OMITTED_FIELD_TEXTS: Record<OmittedField, string> = {
  no_verbose_json: 'it is asked for plain answers: noise may be taken for words',
  no_prompt: 'it is asked without the words that the documents have',
  no_language: 'it is asked without the language',
};
/** Status codes of servers for an unknown field; some servers use 500. */
const REFUSALS: readonly number[] = [400, 415, 422, 500, 501];

/**
 * Repeats a refused request without optional fields. The omission that makes it succeed is remembered for the
 * account.
 */
async function transcribe(
  endpoint: OpenAIEndpoint,
  samples: Int16Array,
  speech: RequestOptions,
): Promise<Transcription> {
  if (samples.length === 0) return { text: '' };
  const { prompt, clock } = speech;
  const engine: Engine = { ...endpoint, account: endpoint.account ?? null, apiKey: endpoint.key ?? null };
  const facts = factsOf(engine, clock.now());
  const omittedFields = new Set(OPTIONAL_FIELDS.filter((each) => facts.has(each)));
  let refusal: EngineError | null = null;
  for (let lastOmitted: OmittedField | null = null; ;) {
    try {
      const answer = await request(endpoint, samples, speech, omittedFields, lastOmitted === null);
      storeRefusals(engine, speech, omittedFields, lastOmitted);
      if (omittedFields.has('no_prompt') || !isEcho(answer.text, prompt)) return answer;
      return await request(endpoint, samples, { ...speech, prompt: '' }, omittedFields);
    } catch (error) {
      if (!isRefusal(error)) throw refusal ?? error;
      refusal ??= error;
      lastOmitted = OPTIONAL_FIELDS.find((each) => isSent(each, speech, omittedFields)) ?? null;
      if (lastOmitted === null) throw refusal;
      omittedFields.add(lastOmitted);
    }
  }
}

/** Called after a success: the last omitted field was the cause, and the server supports those that were sent. */
function storeRefusals(
  engine: Engine,
  asking: RequestOptions,
  omittedFields: ReadonlySet<OmittedField>,
  last: OmittedField | null,
): void {
  const now = asking.clock.now();
  for (const each of OPTIONAL_FIELDS) if (isSent(each, asking, omittedFields)) refuteFact(engine, each, now);
  if (last) storeFact(engine, last, now, OMITTED_FIELD_TEXTS[last]);
}

const isRefusal = (error: unknown): error is EngineError =>
  error instanceof EngineError && error.status !== undefined && REFUSALS.includes(error.status);

function isSent(
  field: OmittedField,
  { language, prompt }: RequestOptions,
  omittedFields: ReadonlySet<OmittedField>,
): boolean {
  if (omittedFields.has(field)) return false;
  return field === 'no_verbose_json' || (field === 'no_prompt' ? prompt !== '' : language !== undefined);
}

async function request(
  endpoint: OpenAIEndpoint,
  samples: Int16Array,
  asking: RequestOptions,
  omittedFields: ReadonlySet<OmittedField>,
  retriesOnce = false,
): Promise<Transcription> {
  const { language, prompt, signal } = asking;
  signal?.throwIfAborted();
  const boundary = `palkit-${randomUUID()}`;
  const fields = {
    model: endpoint.model,
    response_format: isSent('no_verbose_json', asking, omittedFields) ? 'verbose_json' : 'json',
    ...(language && !omittedFields.has('no_language')
      ? { language: language.split('-')[0] ?? language }
      : {}),
    ...(prompt && !omittedFields.has('no_prompt') ? { prompt } : {}),
  };
  let type = '';
  const answer = await post(endpoint, '/audio/transcriptions', {
    // Build the body by hand, because `fetch` accepts only its own implementation of `FormData`.
    body: multipartBody(boundary, fields, wavOf(samples, SAMPLE_RATE)),
    contentType: `multipart/form-data; boundary=${boundary}`,
    limit: MAX_BYTES,
    signal,
    retriesOnce,
    onHeaders: (headers) => (type = headers.get('content-type') ?? ''),
  });
  const transcription = readTranscription(new TextDecoder().decode(answer), type);
  if (!transcription) throw new EngineError('bad_response', '/audio/transcriptions answered no text');
  return transcription;
}

function multipartBody(
  boundary: string,
  fields: Readonly<Record<string, string>>,
  file: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const leadingParts = Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('');
  const head = new TextEncoder().encode(
    `${leadingParts}--${boundary}\r\ncontent-disposition: form-data; name="file"; ` +
      'filename="speech.wav"\r\ncontent-type: audio/wav\r\n\r\n',
  );
  const tail = new TextEncoder().encode(`\r\n--${boundary}--\r\n`);
  const body = new Uint8Array(head.length + file.length + tail.length);
  body.set(head);
  body.set(file, head.length);
  body.set(tail, head.length + file.length);
  return body;
}

function joinSamples(parts: readonly Int16Array[], length: number): Int16Array {
  const joinedSamples = new Int16Array(length);
  let at = 0;
  for (const part of parts) {
    joinedSamples.set(part, at);
    at += part.length;
  }
  return joinedSamples;
}
