/** Ears behind any OpenAI-compatible `/audio/transcriptions`. An utterance is sent when it is complete. */
import { randomUUID } from 'node:crypto';
import { EngineError } from './engine-error.ts';
import type { Ears, Vocabulary } from './engines.ts';
import { post } from './openai-endpoint.ts';
import type { OpenAIEndpoint } from './openai-endpoint.ts';
import { wavOf } from './wav.ts';

const SAMPLE_RATE = 16_000;
/** An utterance's sound beyond this is not heard. */
const MOST_SECONDS = 60;
const MOST_BYTES = 65_536;
/** Such models read the last 224 tokens of a prompt. */
const PROMPT_CHARACTERS = 600;
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'sv', 'tr', 'ru', 'uk', 'ar', 'he', 'hi', 'ja', 'ko', 'zh'];

export interface OpenAIEarsOptions extends OpenAIEndpoint {
  languages?: readonly string[];
}

/** `finish` rejects with the signal's reason after an abort, else with an `EngineError` without the key or what was said. */
export function createOpenAIEars({ languages = LANGUAGES, ...endpoint }: OpenAIEarsOptions): Ears {
  return {
    languages,
    listen({ language, vocabulary, signal }) {
      const parts: Int16Array[] = [];
      let length = 0;
      let words: Promise<string> | undefined;
      return {
        write(samples) {
          if (words || signal?.aborted || length >= MOST_SECONDS * SAMPLE_RATE) return;
          const kept = samples.slice(0, MOST_SECONDS * SAMPLE_RATE - length);
          parts.push(kept);
          length += kept.length;
        },
        finish() {
          words ??= transcribe(endpoint, joined(parts.splice(0), length), { language, vocabulary, signal });
          return words;
        },
      };
    },
  };
}

async function transcribe(
  endpoint: OpenAIEndpoint,
  samples: Int16Array,
  { language, vocabulary, signal }: { language?: string; vocabulary?: Vocabulary; signal?: AbortSignal },
): Promise<string> {
  signal?.throwIfAborted();
  if (samples.length === 0) return '';
  // The first few suffice, and each may be a book.
  const prompt = vocabulary?.texts.slice(0, 20).map((text) => text.slice(0, PROMPT_CHARACTERS)).join(' ').replace(/\s+/g, ' ').slice(0, PROMPT_CHARACTERS);
  const boundary = `palkit-${randomUUID()}`;
  const fields = { model: endpoint.model, response_format: 'json', ...(language ? { language: language.split('-')[0]! } : {}), ...(prompt ? { prompt } : {}) };
  const answer = await post(endpoint, '/audio/transcriptions', {
    // By hand: a `FormData` is only understood by the fetch that it came with.
    body: multipart(boundary, fields, wavOf(samples, SAMPLE_RATE)),
    contentType: `multipart/form-data; boundary=${boundary}`,
    limit: MOST_BYTES,
    signal,
  });
  const text = textOf(new TextDecoder().decode(answer));
  if (text === undefined) throw new EngineError('bad_response', '/audio/transcriptions answered no text');
  return text.trim();
}

function textOf(json: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(json);
    return typeof answer === 'object' && answer !== null && 'text' in answer && typeof answer.text === 'string' ? answer.text : undefined;
  } catch {
    return undefined;
  }
}

function multipart(boundary: string, fields: Readonly<Record<string, string>>, file: Uint8Array): Uint8Array<ArrayBuffer> {
  const before = Object.entries(fields).map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('');
  const head = new TextEncoder().encode(`${before}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="speech.wav"\r\ncontent-type: audio/wav\r\n\r\n`);
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
