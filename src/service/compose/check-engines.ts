/**
 * `palkit check-engines`: asks the configured model, voice and ears for a sentence each, and says in words what works
 * and what is wrong. It never prints a key.
 */
import type { Config } from '../config/config.ts';
import { EngineError } from '../language/engine-error.ts';
import { limitsOf, LIMIT_WORDS } from '../language/engine-limits.ts';
import { streamAnswer } from '../language/model-answer.ts';
import { ModelError } from '../language/model-request.ts';
import { post, type EngineConfig } from '../language/openai-endpoint.ts';
import type { Clock } from '../platform/clock.ts';
import { createOpenAISpeechToText } from '../speech/openai-speech-to-text.ts';

interface Parts {
  fetch: typeof fetch;
  clock: Clock;
  out(text: string): void;
}

const SENTENCE = 'The old ferry leaves at nine.';
const VOICE_RATE = 24_000;
const EARS_RATE = 16_000;
const MOST_SOUND = 8 * 1024 * 1024;

/** 0 where all that is configured works, else 1. */
export async function checkEngines(
  { llm, tts, stt }: Pick<Config, 'llm' | 'tts' | 'stt'>,
  parts: Parts,
): Promise<number> {
  // The clock's timers let a process end; this one waits for its answers.
  const alive = setInterval(() => {}, 1000);
  let sound: Int16Array | null = null;
  let failed = false;
  const check = async (
    what: string,
    prefix: string,
    engine: EngineConfig | null,
    work: () => Promise<string>,
  ) => {
    if (!engine)
      return parts.out(`${what}: not configured; the embedded one is used (${prefix}_BASE_URL).\n`);
    const began = parts.clock.now();
    try {
      const words = await work();
      parts.out(`${what}: works, ${((parts.clock.now() - began) / 1000).toFixed(1)} s. ${words}\n`);
    } catch (error) {
      failed = true;
      parts.out(`${what}: does not work. ${wrongWith(error, prefix, engine)}\n`);
    }
  };
  await check('Model', 'LLM', llm, () => askModel(llm!, parts));
  await check('Voice', 'TTS', tts, async () => {
    sound = await askVoice(tts!, parts);
    return `It spoke for ${(sound.length / VOICE_RATE).toFixed(1)} s.`;
  });
  await check('Ears', 'STT', stt, () => askEars(stt!, sound, parts));
  clearInterval(alive);
  return failed ? 1 : 0;
}

async function askModel(llm: EngineConfig, { fetch: send, clock }: Parts): Promise<string> {
  const endpoint = { ...llm, fetch: send };
  const request = {
    messages: [
      { role: 'system', content: 'You are asked whether you work. Answer with one short sentence.' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'Do you work?' },
    ],
    temperature: 0,
    max_tokens: 2048,
    stream_options: { include_usage: true },
    tools: [
      {
        type: 'function',
        function: {
          name: 'noop',
          description: 'Does nothing.',
          parameters: { type: 'object', properties: {} },
        },
      },
    ],
  };
  let text = '';
  let reasoned = false;
  const stream = streamAnswer(endpoint, request, {
    signal: new AbortController().signal,
    clock,
    known: new Set(['noop']),
  });
  let next = await stream.next();
  for (; !next.done; next = await stream.next())
    if ('text' in next.value) text += next.value.text;
    else reasoned = true;
  const { calls } = next.value;
  if (!text.trim() && calls.length === 0) throw new ModelError('bad_response');
  return [
    `It said: ${JSON.stringify(text.trim().slice(0, 120) || '(it called a tool)')}.`,
    reasoned && 'It reasons before it answers, which visitors wait for.',
    ...[...limitsOf(endpoint)].map((limit) => `Found out: ${LIMIT_WORDS[limit]}.`),
  ]
    .filter(Boolean)
    .join(' ');
}

async function askVoice(tts: NonNullable<Config['tts']>, { fetch: send }: Parts): Promise<Int16Array> {
  const bytes = await post(
    {
      fetch: send,
      baseUrl: tts.baseUrl,
      model: tts.model ?? 'tts-1',
      ...(tts.apiKey ? { key: tts.apiKey } : {}),
    },
    '/audio/speech',
    {
      body: JSON.stringify({
        model: tts.model ?? 'tts-1',
        voice: tts.voice ?? 'alloy',
        input: SENTENCE,
        response_format: 'pcm',
      }),
      contentType: 'application/json',
      limit: MOST_SOUND,
    },
  );
  const samples = new Int16Array(bytes.buffer.slice(0, bytes.length - (bytes.length % 2)));
  if (samples.length < VOICE_RATE / 4) throw new EngineError('bad_response', 'too short a sound');
  return samples;
}

async function askEars(stt: EngineConfig, sound: Int16Array | null, { fetch: send }: Parts): Promise<string> {
  const ears = createOpenAISpeechToText({
    fetch: send,
    baseUrl: stt.baseUrl,
    model: stt.model ?? 'whisper-1',
    ...(stt.apiKey ? { key: stt.apiKey } : {}),
  });
  const hearing = ears.listen({ language: 'en' });
  hearing.write(sound ? resampled(sound) : new Int16Array(EARS_RATE));
  const heard = await hearing.finish();
  return sound
    ? `They heard: ${JSON.stringify(heard.slice(0, 120))}, where ${JSON.stringify(SENTENCE)} was said.`
    : 'They were given a second of silence, since no voice is configured.';
}

function resampled(sound: Int16Array): Int16Array {
  const made = new Int16Array(Math.floor((sound.length * EARS_RATE) / VOICE_RATE));
  for (let at = 0; at < made.length; at++) made[at] = sound[Math.floor((at * VOICE_RATE) / EARS_RATE)]!;
  return made;
}

function wrongWith(error: unknown, prefix: string, { baseUrl, model, apiKey }: EngineConfig): string {
  const status = error instanceof ModelError || error instanceof EngineError ? error.status : undefined;
  const code = error instanceof ModelError ? error.reason : error instanceof EngineError ? error.code : '';
  if (status === 401 || status === 403 || code === 'unauthorized')
    return apiKey ? `It refuses the key (${prefix}_API_KEY).` : `It wants a key: set ${prefix}_API_KEY.`;
  if (status === 404)
    return (
      `It answers 404: either ${prefix}_BASE_URL (${baseUrl}) lacks its path, most end in /v1, or it ` +
      `has no model ${JSON.stringify(model ?? 'default')} (${prefix}_MODEL).`
    );
  if (status === 429) return 'It answers 429: too many requests, or no credit.';
  if (status !== undefined) return `It answers ${status}.`;
  if (code === 'unreachable') return `Nothing answers at ${baseUrl} (${prefix}_BASE_URL).`;
  if (code === 'timeout') return 'It did not answer in time.';
  if (code === 'cut_off') return 'It broke off in the middle of its answer.';
  return 'What it answers is not what such an endpoint answers; is the address right?';
}
