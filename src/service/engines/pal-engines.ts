/**
 * The engines of a PAL: those in its `layers`, otherwise those of this process. Endpoints of customers are reached
 * through the outbound guard; the operator's endpoints are trusted.
 */
import type { Layers } from '@palkit/contract/layers';
import type { Capabilities } from '@palkit/contract/room-events';
import {
  createOpenAISpeechToText,
  createOpenAITextToSpeech,
  type LocalModel,
  type ModelEndpoint,
  primaryLanguage,
  type SentenceModel,
  type SpeechToText,
  type SynthesisPool,
  type TextToSpeech,
  withRecogniserFallback,
  withVoiceFallback,
} from '@palkit/agent';
import type { Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import type { Config } from '../config/config.ts';
import { accountScope, serviceScope, type Circuits } from '@palkit/outbound/circuits';
import type { Outbound } from '@palkit/outbound/outbound';
import { voiceFor, withSettings, withStandard } from './pal-voice.ts';

/** The engines of this process; `null` if one is missing. */
export interface Engines {
  voice: TextToSpeech | null;
  ears: SpeechToText | null;
  /** The embedded engines, also if others are configured. */
  embedded?: { voice: TextToSpeech; ears(): SpeechToText };
  /** The sentence model on this machine, unless an embeddings endpoint is configured. */
  sentences?: Pick<SentenceModel, 'embeddings' | 'warm'>;
  /** The language model on this machine, unless `LLM_BASE_URL` is set. */
  model?: Pick<LocalModel, 'endpoint'>;
  /** Encodes samples as Opus packets. */
  speech?: Pick<SynthesisPool, 'encode'>;
  /** Loads the installed models for a call with these languages and this voice. */
  warm?(languages: readonly string[], voice?: string): void;
}

export interface PalEngines {
  voice: TextToSpeech | null;
  ears: SpeechToText | null;
  model: ModelEndpoint | null;
  /** The capabilities as the page sees them. */
  kinds: Pick<Capabilities, 'hearing' | 'voice'>;
}

/** Milliseconds for the complete response of a guarded endpoint; the timeouts of each engine are shorter. */
const WHOLE_ANSWER_MS = 120_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** Milliseconds for a sentence or an utterance in a call; a later result is useless. */
const SENTENCE_MS = 8000;
const UTTERANCE_MS = 10_000;
/** Returns the languages of a PAL's voice; `null` for any, because endpoints are trusted to speak all. */
export function spokenLanguages(
  tts: Layers['tts'],
  config: Pick<Config, 'tts' | 'models'>,
): readonly string[] | null {
  if (tts?.tts_engine === 'embedded') return ['en'];
  if (tts?.base_url || config.tts) return null;
  const installedNames = config.models
    .filter((model) => model.for === 'text_to_speech')
    .flatMap(({ languages }) => languages);
  return [...new Set(['en', ...installedNames])];
}

/** Returns a PAL's engines. `standard` is the embedded voice for a PAL that selects no voice. */
export function palEngines({
  layers,
  languages,
  engines,
  config,
  outbound,
  clock,
  log,
  standard,
  circuits,
  account,
}: {
  standard?: string | undefined;
  layers: Layers;
  languages: readonly string[];
  engines: Engines;
  config: Pick<Config, 'llm' | 'stt' | 'tts'>;
  outbound: Pick<Outbound, 'fetch'>;
  clock: Clock;
  /** Receives the faults of engines that a fallback replaces. */
  log: Pick<Log, 'warn'>;
  /** Circuit breakers; without them every request is sent. */
  circuits?: Circuits | undefined;
  account: number;
}): PalEngines {
  const send = senders(outbound, account, circuits);
  const fallbackOptions: FallbackOptions = {
    clock,
    failed: (engine) => (error) =>
      log.warn({ account, engine, ...describe(error) }, 'an engine failed; the embedded one is used instead'),
  };
  const speech = voiceOf(layers.tts ?? {}, engines, config, send, fallbackOptions, standard);
  const hearing = recogniserOf(layers.stt ?? {}, languages, engines, config, send, fallbackOptions);
  return {
    voice: speech.voice,
    ears: hearing.ears,
    model: modelOf(layers.llm ?? {}, config, send, engines.model),
    kinds: { voice: speech.kind, hearing: hearing.kind },
  };
}

/**
 * Returns the endpoints of a PAL's engines; null for embedded ones. `own` is true if the PAL sets the
 * address.
 */
export function palEndpoints({
  layers,
  config,
  outbound,
  account,
}: {
  layers: Layers;
  config: Pick<Config, 'llm' | 'stt' | 'tts'>;
  outbound: Pick<Outbound, 'fetch'>;
  account: number;
}) {
  const { llm = {}, tts = {}, stt = {} } = layers;
  const send = senders(outbound, account);
  return {
    model: { endpoint: modelOf(llm, config, send), own: Boolean(llm.base_url) },
    voice: {
      endpoint: tts.tts_engine === 'embedded' ? null : endpointOf(tts, config.tts, send),
      name: voiceFor(tts, undefined) ?? (tts.base_url ? null : config.tts?.voice),
      own: Boolean(tts.base_url),
    },
    ears: {
      endpoint: stt.stt_engine === 'embedded' ? null : endpointOf(stt, config.stt, send),
      own: Boolean(stt.base_url),
    },
  };
}

/** `fetch` functions: `own` (guarded) for addresses that a PAL sets, `configured` for the operator's addresses. */
interface Senders {
  /** The account for which facts about an engine are stored. */
  account: number;
  own: typeof fetch;
  configured: typeof fetch;
}
function senders(outbound: Pick<Outbound, 'fetch'>, account: number, circuits?: Circuits): Senders {
  const own = guardedFetch(outbound);
  return circuits
    ? {
        account,
        own: circuits.wrapFetch(own, accountScope(account)),
        configured: circuits.wrapFetch(fetch, serviceScope(account)),
      }
    : { account, own, configured: fetch };
}

const guardedFetch = (outbound: Pick<Outbound, 'fetch'>) =>
  ((url: string, { method, headers, body, signal }: RequestInit) =>
    outbound.fetch(url, {
      method,
      headers: headers as Record<string, string>,
      body: body as string | Uint8Array,
      signal,
      timeout: WHOLE_ANSWER_MS,
      maximumBytes: MAX_BYTES,
    })) as typeof fetch;

/**
 * Returns the PAL's own endpoint, otherwise the configured one, otherwise null. The PAL's own endpoint gets
 * the PAL's key or none, never the operator's key.
 */
function endpointOf(
  own: {
    base_url?: string | null | undefined;
    api_key?: string | null | undefined;
    model?: string | null | undefined;
  },
  configured: { baseUrl: string; apiKey: string | null; model: string | null } | null,
  send: Senders,
) {
  if (own.base_url)
    return {
      account: send.account,
      fetch: send.own,
      baseUrl: own.base_url.replace(/\/+$/, ''),
      apiKey: own.api_key ?? null,
      model: own.model ?? null,
    };
  return (
    configured && {
      account: send.account,
      fetch: send.configured,
      baseUrl: configured.baseUrl,
      apiKey: own.api_key ?? configured.apiKey,
      model: own.model ?? configured.model,
    }
  );
}

function modelOf(
  llm: NonNullable<Layers['llm']>,
  config: Pick<Config, 'llm'>,
  send: Senders,
  local?: Engines['model'],
): ModelEndpoint | null {
  const endpoint = endpointOf(llm, config.llm, send) ?? local?.endpoint(send.account) ?? null;
  return (
    endpoint && {
      ...endpoint,
      headers: llm.base_url ? (llm.headers ?? {}) : {},
      extra: llm.extra_body ?? {},
      temperature: llm.temperature ?? undefined,
    }
  );
}

/** Options of the fallback for a failing engine: the clock for its next attempt, and the handler of its faults. */
interface FallbackOptions {
  clock: Clock;
  failed(engine: 'voice' | 'ears'): (error: unknown) => void;
}

interface ChosenVoice {
  voice: TextToSpeech | null;
  kind: Capabilities['voice'];
}

function voiceOf(
  tts: NonNullable<Layers['tts']>,
  engines: Engines,
  config: Pick<Config, 'tts'>,
  send: Senders,
  reserve: FallbackOptions,
  standard: string | undefined,
): ChosenVoice {
  const endpoint = tts.tts_engine === 'embedded' ? null : endpointOf(tts, config.tts, send);
  if (!endpoint) return localVoice(tts, engines, send.account, reserve, standard);
  const voiceName = tts.base_url ? null : config.tts?.voice;
  const voice = endpointVoice(endpoint, voiceName ?? 'alloy', engines);
  if (!voice) return { voice: null, kind: 'none' };
  const embedded = engines.embedded && withStandard(engines.embedded.voice, standard);
  const palVoice = withSettings(voice, tts, send.account);
  return {
    voice: embedded ? withFallback(palVoice, embedded, reserve) : palVoice,
    kind: 'endpoint',
  };
}

/** Returns the local voice: the embedded one if the PAL selects it, otherwise an installed one, if any. */
function localVoice(
  tts: NonNullable<Layers['tts']>,
  { embedded, voice: own }: Engines,
  account: number,
  reserve: FallbackOptions,
  standard: string | undefined,
): ChosenVoice {
  const fallback = embedded && withStandard(embedded.voice, standard);
  if (fallback && tts.tts_engine === 'embedded')
    return { voice: withSettings(fallback, tts, account), kind: 'embedded' };
  if (!own) return { voice: null, kind: 'none' };
  const voice = withSettings(withStandard(own, standard), tts, account);
  // An installed voice may fail, so the embedded one is its fallback.
  const isInstalled = own !== embedded?.voice;
  return {
    voice: fallback && isInstalled ? withFallback(voice, fallback, reserve) : voice,
    kind: 'embedded',
  };
}

const withFallback = (voice: TextToSpeech, embedded: TextToSpeech, { clock, failed }: FallbackOptions) =>
  withVoiceFallback(voice, embedded, clock, failed('voice'));

/** Creates the voice at an endpoint. Without an encoder for its samples, the service's voice is used. */
function endpointVoice(
  endpoint: NonNullable<ReturnType<typeof endpointOf>>,
  voice: string,
  { speech, voice: own }: Engines,
): TextToSpeech | null {
  if (!speech) return own;
  return createOpenAITextToSpeech({
    fetch: endpoint.fetch,
    baseUrl: endpoint.baseUrl,
    key: endpoint.apiKey ?? undefined,
    model: endpoint.model ?? 'tts-1',
    voice,
    pool: speech,
    timeout: SENTENCE_MS,
  });
}

function recogniserOf(
  stt: NonNullable<Layers['stt']>,
  languages: readonly string[],
  engines: Engines,
  config: Pick<Config, 'stt'>,
  send: Senders,
  { clock, failed }: FallbackOptions,
): { ears: SpeechToText | null; kind: Capabilities['hearing'] } {
  const endpoint = stt.stt_engine === 'embedded' ? null : endpointOf(stt, config.stt, send);
  if (endpoint) {
    const ears = createOpenAISpeechToText({
      clock,
      fetch: endpoint.fetch,
      baseUrl: endpoint.baseUrl,
      key: endpoint.apiKey ?? undefined,
      model: endpoint.model ?? 'whisper-1',
      account: endpoint.account,
      timeout: UTTERANCE_MS,
    });
    const { embedded } = engines;
    return {
      ears: embedded ? withRecogniserFallback(ears, () => embedded.ears(), clock, failed('ears')) : ears,
      kind: 'endpoint',
    };
  }
  const ears = stt.stt_engine === 'embedded' ? (engines.embedded?.ears() ?? engines.ears) : engines.ears;
  // A recogniser that has no model for the language would return nonsense, so the visitor can only type.
  if (
    !ears ||
    (languages.length > 0 &&
      !languages.some((language) => ears.languages.includes(primaryLanguage(language))))
  )
    return { ears: null, kind: 'none' };
  return { ears, kind: 'embedded' };
}
