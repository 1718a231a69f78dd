/**
 * Tests a model, a voice and a recogniser with one sentence each, and explains every fault. The output never contains
 * a key, and contains an address only if the reader may see it.
 */
import {
  createOpenAISpeechToText,
  EngineError,
  isNoise,
  isSilence,
  knownFactsOf,
  type ModelEndpoint,
  ModelError,
  requestSpeech,
  resample,
  streamAnswer,
} from '@palkit/agent';
import type { Clock } from '@palkit/runtime/clock';

/** The names of an engine's settings. `isPublic` is true if its address may be printed. */
export interface SettingNames {
  url: string;
  key: string;
  model: string;
  isPublic: boolean;
}
interface CheckedEngine {
  baseUrl: string;
  apiKey: string | null;
  model: string | null;
  names: SettingNames;
}
export type SpeechEndpoint = CheckedEngine & {
  account: number | null;
  fetch: typeof fetch;
  voice?: string | null;
};

export const ENGINES = ['model', 'voice', 'ears'] as const;
export interface EngineOutcome {
  engine: (typeof ENGINES)[number];
  /** Null if no engine is configured and the embedded one is used. */
  works: boolean | null;
  milliseconds: number;
  words: string;
}

const SENTENCE = 'The old ferry leaves at nine.';
const STT_RATE = 16_000;
/** Minimum and maximum seconds of the spoken sentence at any usual speed. */
const [MIN_SECONDS, MAX_SECONDS] = [0.7, 6];

/** Tests the engines one after another, because the recogniser gets the output of the voice. */
export async function* checkEngines(
  engines: {
    model: (ModelEndpoint & { names: SettingNames }) | null;
    voice: SpeechEndpoint | null;
    ears: SpeechEndpoint | null;
  },
  clock: Clock,
): AsyncGenerator<EngineOutcome> {
  let sound: SpokenSentence | null = null;
  const tests: Record<EngineOutcome['engine'], () => Promise<string>> = {
    model: () => askModel(engines.model!, clock),
    voice: async () => {
      sound = await askVoice(engines.voice!, clock);
      return voiceWords(sound, engines.voice!, clock);
    },
    ears: () => recognise(engines.ears!, sound, clock),
  };
  for (const engine of ENGINES) {
    const endpoint = engines[engine];
    if (!endpoint) {
      yield { engine, works: null, milliseconds: 0, words: 'Not configured; the embedded engine is used.' };
      continue;
    }
    const startedAt = clock.now();
    const elapsedMs = () => Math.round(clock.now() - startedAt);
    try {
      const words = await tests[engine]();
      yield { engine, works: true, milliseconds: elapsedMs(), words };
    } catch (error) {
      yield { engine, works: false, milliseconds: elapsedMs(), words: problemOf(error, endpoint) };
    }
  }
}

async function askModel(endpoint: ModelEndpoint, clock: Clock): Promise<string> {
  const request = {
    messages: [
      { role: 'system', content: 'This is a test of the connection. Answer with one short sentence.' },
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
  let hasReasoning = false;
  const stream = streamAnswer(endpoint, request, {
    signal: new AbortController().signal,
    clock,
  });
  let next = await stream.next();
  for (; !next.done; next = await stream.next())
    if ('text' in next.value) text += next.value.text;
    else hasReasoning = true;
  const { calls } = next.value;
  if (!text.trim() && calls.length === 0) throw new ModelError('bad_response');
  return [
    `It said: ${JSON.stringify(text.trim().slice(0, 120) || '(it called a tool)')}.`,
    hasReasoning && 'It reasons before it answers, so visitors wait longer.',
    ...knownFactsOf(endpoint, clock.now()).flatMap(({ words }) => (words ? [`Found out: ${words}.`] : [])),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The sentence as the voice spoke it. */
interface SpokenSentence {
  samples: Int16Array;
  sampleRate: number;
}

const voiceEndpoint = (tts: SpeechEndpoint) => ({
  fetch: tts.fetch,
  account: tts.account,
  baseUrl: tts.baseUrl,
  model: tts.model ?? 'tts-1',
  ...(tts.apiKey ? { key: tts.apiKey } : {}),
});

async function askVoice(tts: SpeechEndpoint, clock: Clock): Promise<SpokenSentence> {
  const body = { voice: tts.voice ?? 'alloy', input: SENTENCE };
  const { sampleRate, bytes } = await requestSpeech(voiceEndpoint(tts), body, { clock });
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part.slice());
  const sound = Buffer.concat(parts);
  const samples = new Int16Array(
    sound.buffer.slice(sound.byteOffset, sound.byteOffset + (sound.length & ~1)),
  );
  if (isSilence(samples)) throw new EngineError('wrong_format', 'it sends silence');
  if (isNoise(samples)) throw new EngineError('wrong_format', 'it sends sound in an unsupported format');
  if (samples.length < sampleRate / 4) throw new EngineError('wrong_format', 'it sends too little sound');
  return { samples, sampleRate };
}

function voiceWords({ samples, sampleRate }: SpokenSentence, tts: SpeechEndpoint, clock: Clock): string {
  const seconds = samples.length / sampleRate;
  const engine = { ...voiceEndpoint(tts), apiKey: tts.apiKey };
  const pace = `That is unusual for ${JSON.stringify(SENTENCE)}. Raw samples are played at ${sampleRate} Hz.`;
  return [
    `It spoke for ${seconds.toFixed(1)} s.`,
    ...(seconds < MIN_SECONDS || seconds > MAX_SECONDS ? [pace] : []),
    ...knownFactsOf(engine, clock.now()).flatMap(({ words }) => (words ? [`Found out: ${words}.`] : [])),
  ].join(' ');
}

async function recognise(stt: SpeechEndpoint, sound: SpokenSentence | null, clock: Clock): Promise<string> {
  const ears = createOpenAISpeechToText({
    clock,
    account: stt.account,
    fetch: stt.fetch,
    baseUrl: stt.baseUrl,
    model: stt.model ?? 'whisper-1',
    ...(stt.apiKey ? { key: stt.apiKey } : {}),
  });
  const hearing = ears.listen({ language: 'en' });
  hearing.write(sound ? resample(sound.samples, sound.sampleRate, STT_RATE) : new Int16Array(STT_RATE));
  const recognised = await hearing.finish();
  return sound
    ? `They heard: ${JSON.stringify(recognised.slice(0, 120))}, where ${JSON.stringify(SENTENCE)} was said.`
    : 'The test sent a second of silence, because no voice is configured.';
}

/** Messages for Palkit's own error codes. */
const BY_CODE: Readonly<Record<string, string>> = {
  timeout: 'It did not answer in time.',
  cut_off: 'Its answer ended in the middle.',
};

/** Describes the fault. The address is included only if the reader configured it. */
function problemOf(error: unknown, engine: CheckedEngine): string {
  const { names, baseUrl, apiKey } = engine;
  const status = error instanceof ModelError || error instanceof EngineError ? error.status : undefined;
  const code = error instanceof ModelError ? error.reason : error instanceof EngineError ? error.code : '';
  if (status === 401 || status === 403 || code === 'unauthorized')
    return apiKey ? `It rejects the key (${names.key}).` : `It requires a key. Set ${names.key}.`;
  if (status !== undefined) return byStatus(status, engine);
  if (code === 'unreachable')
    return `Nothing answers at ${names.isPublic ? `${baseUrl} (${names.url})` : names.url}.`;
  if (error instanceof EngineError && code === 'wrong_format') return formatWords(error.message);
  return BY_CODE[code] ?? 'Its response does not have the expected format. Check the address.';
}

/** Converts the fault to a sentence, followed by the supported formats. */
const formatWords = (message: string): string =>
  `I${message.slice(1)}. Supported are raw samples (16 bit, mono), WAV, and Opus in Ogg or WebM.`;

function byStatus(status: number, { names, baseUrl, model }: CheckedEngine): string {
  const address = names.isPublic ? `${names.url} (${baseUrl})` : names.url;
  if (status === 404)
    return (
      `It answers 404: either ${address} lacks its path, most end in /v1, or it has no model ` +
      `${JSON.stringify(model ?? 'default')} (${names.model}).`
    );
  return status === 429 ? 'It answers 429: too many requests, or no credit.' : `It answers ${status}.`;
}
