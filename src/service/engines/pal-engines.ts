/**
 * The engines of one PAL: those in its `layers`, or else those of this process. A customer's endpoint is reached
 * through the outbound guard; the operator's own are trusted.
 */
import type { Layers } from '@palkit/contract/layers';
import type { Capabilities } from '@palkit/contract/room-events';
import {
  createOpenAISpeechToText,
  createOpenAITextToSpeech,
  type ModelEndpoint,
  primary,
  type SentenceModel,
  type SpeechToText,
  type SynthesisPool,
  type TextToSpeech,
  withEarsFallback,
  withVoiceFallback,
} from '@palkit/agent';
import type { Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import type { Config } from '../config/config.ts';
import { accountScope, serviceScope, type Circuits } from '@palkit/outbound/circuits';
import type { Outbound } from '@palkit/outbound/outbound';
import { voiceFor, withSettings, withStandard } from './pal-voice.ts';

/** The engines of this process; `null` for a missing one. */
export interface Engines {
  voice: TextToSpeech | null;
  ears: SpeechToText | null;
  /** The embedded engines, also if `voice` and `ears` are configured. */
  embedded?: { voice: TextToSpeech; ears(): SpeechToText };
  /** Embeddings on this machine, unless an endpoint is configured. */
  sentences?: Pick<SentenceModel, 'embeddings' | 'warm'>;
  /** Makes packets of samples. */
  speech?: Pick<SynthesisPool, 'encode'>;
  /** Loads the installed models for a call in these languages, with this voice. */
  warm?(languages: readonly string[], voice?: string): void;
}

export interface PalEngines {
  voice: TextToSpeech | null;
  ears: SpeechToText | null;
  model: ModelEndpoint | null;
  /** The capabilities in the page's view. */
  kinds: Pick<Capabilities, 'hearing' | 'voice'>;
}

/** Milliseconds for a whole guarded answer; its own time-outs are shorter. */
const WHOLE_ANSWER_MS = 120_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** In a call, a sentence or an utterance that takes longer than this is useless. */
const SENTENCE_MS = 8000;
const UTTERANCE_MS = 10_000;
/** The languages of a PAL's voice; `null`: any, because an endpoint is trusted with every language. */
export function spokenLanguages(
  tts: Layers['tts'],
  config: Pick<Config, 'tts' | 'models'>,
): readonly string[] | null {
  if (tts?.tts_engine === 'embedded') return ['en'];
  if (tts?.base_url || config.tts) return null;
  const installed = config.models
    .filter((model) => model.for === 'text_to_speech')
    .flatMap(({ languages }) => languages);
  return [...new Set(['en', ...installed])];
}

/** `standard` is the embedded voice of a PAL without a voice of its own. */
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
  /** Called with the faults of an engine that a fallback replaces. */
  log: Pick<Log, 'warn'>;
  /** Without them every request is sent. */
  circuits?: Circuits | undefined;
  account: number;
}): PalEngines {
  const send = senders(outbound, account, circuits);
  const reserve: Reserve = {
    clock,
    failed: (engine) => (error) =>
      log.warn({ account, engine, ...describe(error) }, 'an engine failed; the embedded one is used instead'),
  };
  const speech = voiceOf(layers.tts ?? {}, engines, config, send, reserve, standard);
  const hearing = earsOf(layers.stt ?? {}, languages, engines, config, send, reserve);
  return {
    voice: speech.voice,
    ears: hearing.ears,
    model: modelOf(layers.llm ?? {}, config, send),
    kinds: { voice: speech.kind, hearing: hearing.kind },
  };
}

/** The model of a PAL: its own, or else the service's; null without either. */
export function palModel({
  layers,
  config,
  outbound,
  account,
}: {
  layers: Layers;
  config: Pick<Config, 'llm'>;
  outbound: Pick<Outbound, 'fetch'>;
  account: number;
}): ModelEndpoint | null {
  return modelOf(layers.llm ?? {}, config, senders(outbound, account));
}

/** The endpoints of a PAL's engines; null: the embedded one is used. `own`: the PAL's own setting. */
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

/**
 * The `fetch` for engines: a PAL's own engine is an address from a user, those in the settings are reached directly.
 */
interface Senders {
  /** Separates the knowledge about an engine by account. */
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

/** A PAL's own endpoint gets the PAL's key or none, never the operator's. */
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
): ModelEndpoint | null {
  const endpoint = endpointOf(llm, config.llm, send);
  return (
    endpoint && {
      ...endpoint,
      headers: llm.base_url ? (llm.headers ?? {}) : {},
      extra: llm.extra_body ?? {},
      temperature: llm.temperature ?? undefined,
    }
  );
}

/** The fallback of a failing engine: the time of the next attempt, and the receiver of its faults. */
interface Reserve {
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
  reserve: Reserve,
  standard: string | undefined,
): ChosenVoice {
  const endpoint = tts.tts_engine === 'embedded' ? null : endpointOf(tts, config.tts, send);
  if (!endpoint) return localVoice(tts, engines, send.account, reserve, standard);
  const named = tts.base_url ? null : config.tts?.voice;
  const voice = endpointVoice(endpoint, named ?? 'alloy', engines);
  if (!voice) return { voice: null, kind: 'none' };
  const embedded = engines.embedded && withStandard(engines.embedded.voice, standard);
  const set = withSettings(voice, tts, send.account);
  return { voice: embedded ? withReserve(set, embedded, reserve) : set, kind: 'endpoint' };
}

/** The voice of this machine: an installed one, or else the embedded one, unless the PAL selects the latter. */
function localVoice(
  tts: NonNullable<Layers['tts']>,
  { embedded, voice: own }: Engines,
  account: number,
  reserve: Reserve,
  standard: string | undefined,
): ChosenVoice {
  const fallback = embedded && withStandard(embedded.voice, standard);
  if (fallback && tts.tts_engine === 'embedded')
    return { voice: withSettings(fallback, tts, account), kind: 'embedded' };
  if (!own) return { voice: null, kind: 'none' };
  const voice = withSettings(withStandard(own, standard), tts, account);
  // An installed voice may fail; the embedded one does not.
  const installed = own !== embedded?.voice;
  return {
    voice: fallback && installed ? withReserve(voice, fallback, reserve) : voice,
    kind: 'embedded',
  };
}

const withReserve = (voice: TextToSpeech, embedded: TextToSpeech, { clock, failed }: Reserve) =>
  withVoiceFallback(voice, embedded, clock, failed('voice'));

/** Without an encoder for an endpoint's samples, the service's own voice speaks. */
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

function earsOf(
  stt: NonNullable<Layers['stt']>,
  languages: readonly string[],
  engines: Engines,
  config: Pick<Config, 'stt'>,
  send: Senders,
  { clock, failed }: Reserve,
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
      ears: embedded ? withEarsFallback(ears, () => embedded.ears(), clock, failed('ears')) : ears,
      kind: 'endpoint',
    };
  }
  const ears = stt.stt_engine === 'embedded' ? (engines.embedded?.ears() ?? engines.ears) : engines.ears;
  // A recogniser without a model for the language would return nonsense, so the visitor has to type.
  if (
    !ears ||
    (languages.length > 0 && !languages.some((language) => ears.languages.includes(primary(language))))
  )
    return { ears: null, kind: 'none' };
  return { ears, kind: 'embedded' };
}
