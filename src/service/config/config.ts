/** Reads the environment once into a typed object. No other file reads the environment. */
import type * as z from 'zod';
import path from 'node:path';
import type { EngineConfig, VoskModel } from '@palkit/agent';
import type { InstalledModel } from '@palkit/models/installed';
import { SETTINGS, type SettingName } from './settings.ts';

export interface Config {
  host: string;
  port: number;
  /** The address that visitors use, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  /** Seconds that the start waits for an unreachable database server. */
  databaseWaitSeconds: number;
  /** Accounts that the start creates if they are missing. */
  accounts: { id: number; key: string }[];
  outboundAllowedHosts: string[];
  /** The number of proxies in front of the service that add to X-Forwarded-For, or their networks. */
  trustProxy: number | string[];
  /** Limits for each network address. */
  visitors: { startsPerMinute: number; openCalls: number };
  room: {
    udpPort: number;
    publicAddress: string | null;
    iceServers: string[];
    /** Secret that is shared with the TURN server; it signs user names that expire. */
    turnSecret: string | null;
    maximumCalls: number;
    maximumTextCalls: number;
    /** The address of this process; null if all processes share one address. */
    url: string | null;
  };
  /** Set if Daily provides the rooms and a runner the agents; null if the service has its own rooms. */
  daily: {
    url: string;
    key: string;
    webhookSecret: string | null;
    agentUserId: string;
    runner: { url: string; key: string | null };
  } | null;
  captcha: { provider: 'altcha' } | CaptchaService;
  llm: EngineConfig | null;
  /** True if the service serves the owner's console. */
  console: boolean;
  /** True if new visitors are refused under load. */
  overloadRefusals: boolean;
  /** True if the start searches for a language model on this machine. */
  localEngines: boolean;
  stt: EngineConfig | null;
  /** Null selects the first ffmpeg on the PATH. */
  ffmpegPath: string | null;
  /** Recognition models that add to the embedded English one or replace it. */
  voskModels: VoskModel[];
  embeddings: EngineConfig | null;
  /** The search engine of the skill `internet_search`; if null, the skill is not offered. */
  search: EngineConfig | null;
  /** The vision model; null selects the language model's endpoint. */
  perception: EngineConfig | null;
  tts: (EngineConfig & { voice: string | null }) | null;
  /** The engine that draws faces from the sound of calls; if null, the service draws them. */
  faceEngine: { url: string; key: string | null } | null;
  /** The recognisers and voices that `palkit models` installed, newest first; read at the start. */
  models: readonly InstalledModel[];
  drainSeconds: number;
  /** The key for `/metrics`; if null, only this machine may read it. */
  metricsKey: string | null;
  logLevel: string;
  /** The endpoint that receives traces of answers; null disables them. */
  telemetry: { endpoint: string; name: string } | null;
}

/** The provider that verifies captchas. */
export interface CaptchaService {
  provider: 'turnstile' | 'hcaptcha';
  siteKey: string;
  secretKey: string;
  /** Address at which tokens are verified. */
  verifyUrl: string;
}

const SITEVERIFY = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};

/** The message explains in one line how to correct a setting. */
export class SettingError extends Error {}

/** Prefixes of Palkit's variables. An unknown variable with such a prefix is a typing error. */
const PALKIT_VARIABLE =
  /^(ROOM|DAILY|AGENT_RUNNER|CAPTCHA|LLM|STT|VOSK|TTS|EMBEDDINGS|SEARCH|PERCEPTION|FACE_ENGINE|OUTBOUND|VISITOR)_/;

/** Reads a setting through its schema; null if it has neither a value nor a default. */
type ReadSetting = <Name extends SettingName>(
  name: Name,
) => z.output<(typeof SETTINGS)[Name]['schema']> | null;

function readerOf(environment: Record<string, string | undefined>): ReadSetting {
  for (const name of Object.keys(environment)) {
    if (PALKIT_VARIABLE.test(name) && !Object.hasOwn(SETTINGS, name))
      throw new SettingError(`Unknown setting ${name}. Known are: ${Object.keys(SETTINGS).join(', ')}.`);
  }
  return <Name extends SettingName>(name: Name) => {
    const raw = environment[name] || SETTINGS[name].default;
    if (raw === undefined) return null;
    const parseResult = SETTINGS[name].schema.safeParse(raw);
    if (!parseResult.success)
      throw new SettingError(`${name} ${parseResult.error.issues[0]?.message ?? 'is not valid'}.`);
    return parseResult.data as z.output<(typeof SETTINGS)[Name]['schema']>;
  };
}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const read = readerOf(environment);
  const host = read('HOST')!;
  const portNumber = read('PORT')!;
  const hostName =
    host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const tts = engineOf(read, 'TTS');
  return {
    host,
    port: portNumber,
    publicUrl: (read('PUBLIC_URL') ?? `http://${hostName}:${portNumber}`).replace(/\/+$/, ''),
    dataDir: path.resolve(read('DATA_DIR')!),
    databaseUrl: read('DATABASE_URL'),
    databaseWaitSeconds: read('DATABASE_WAIT_SECONDS')!,
    accounts: accountsOf(read),
    outboundAllowedHosts: read('OUTBOUND_ALLOWED_HOSTS')!,
    trustProxy: read('TRUST_PROXY')!,
    visitors: {
      startsPerMinute: read('VISITOR_STARTS_PER_MINUTE')!,
      openCalls: read('VISITOR_OPEN_CALLS')!,
    },
    room: {
      udpPort: read('ROOM_UDP_PORT')!,
      publicAddress: read('ROOM_PUBLIC_ADDRESS'),
      iceServers: read('ROOM_ICE_SERVERS')!,
      turnSecret: read('ROOM_TURN_SECRET'),
      maximumCalls: read('ROOM_MAXIMUM_CALLS')!,
      maximumTextCalls: read('ROOM_MAXIMUM_TEXT_CALLS')!,
      url: read('ROOM_URL')?.replace(/\/+$/, '') ?? null,
    },
    daily: dailyOf(read),
    captcha: captchaOf(read),
    llm: engineOf(read, 'LLM'),
    console: read('CONSOLE') === 'on',
    overloadRefusals: read('OVERLOAD_REFUSALS') === 'on',
    localEngines: read('LOCAL_ENGINES') === 'on',
    stt: engineOf(read, 'STT'),
    ffmpegPath: read('FFMPEG_PATH') ?? null,
    voskModels: read('VOSK_MODEL')!,
    embeddings: engineOf(read, 'EMBEDDINGS'),
    search: searchOf(read),
    perception: engineOf(read, 'PERCEPTION'),
    tts: tts && { ...tts, voice: read('TTS_VOICE') },
    faceEngine: faceEngineOf(read),
    models: [],
    drainSeconds: read('DRAIN_SECONDS')!,
    metricsKey: read('METRICS_KEY'),
    logLevel: read('LOG_LEVEL')!,
    telemetry: telemetryOf(read),
  };
}

function accountsOf(read: ReadSetting): Config['accounts'] {
  const accounts = read('API_KEYS')!.map((entry) => {
    const colon = entry.indexOf(':');
    return { id: Number(entry.slice(0, colon)), key: entry.slice(colon + 1) };
  });
  if (accounts.some((account) => account.id === 0))
    throw new SettingError('API_KEYS: account ids start at 1.');
  if (new Set(accounts.map((account) => account.key)).size !== accounts.length)
    throw new SettingError('API_KEYS: one key is used for two accounts.');
  return accounts;
}

function engineOf(
  read: ReadSetting,
  kind: 'LLM' | 'STT' | 'TTS' | 'EMBEDDINGS' | 'PERCEPTION',
): EngineConfig | null {
  const baseUrl = read(`${kind}_BASE_URL`);
  if (baseUrl === null) {
    if (read(`${kind}_API_KEY`) !== null || read(`${kind}_MODEL`) !== null)
      throw new SettingError(`${kind}_BASE_URL is missing while ${kind}_API_KEY or ${kind}_MODEL is set.`);
    return null;
  }
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    apiKey: read(`${kind}_API_KEY`),
    model: read(`${kind}_MODEL`),
  };
}

function faceEngineOf(read: ReadSetting): Config['faceEngine'] {
  const url = read('FACE_ENGINE_URL');
  const key = read('FACE_ENGINE_API_KEY');
  if (url === null && key !== null)
    throw new SettingError('FACE_ENGINE_URL is missing while FACE_ENGINE_API_KEY is set.');
  return url === null ? null : { url, key };
}

function dailyOf(read: ReadSetting): Config['daily'] {
  const key = read('DAILY_API_KEY');
  if ((read('ROOM_PROVIDER') ?? (key === null ? 'embedded' : 'daily')) === 'embedded') return null;
  if (key === null) throw new SettingError('DAILY_API_KEY is missing while ROOM_PROVIDER is daily.');
  const runner = read('AGENT_RUNNER_URL');
  if (runner === null)
    throw new SettingError(
      'AGENT_RUNNER_URL is missing. Without a runner the agent cannot join a Daily room. See docs/guide/daily.md, ' +
        'or set ROOM_PROVIDER=embedded.',
    );
  return {
    url: read('DAILY_API_URL')!.replace(/\/+$/, ''),
    key,
    webhookSecret: read('DAILY_WEBHOOK_SECRET'),
    agentUserId: read('DAILY_AGENT_USER_ID')!,
    runner: { url: runner, key: read('AGENT_RUNNER_KEY') },
  };
}

function captchaOf(read: ReadSetting): Config['captcha'] {
  const provider = read('CAPTCHA_PROVIDER')!;
  const captchaSettings = {
    CAPTCHA_SITE_KEY: read('CAPTCHA_SITE_KEY'),
    CAPTCHA_SECRET_KEY: read('CAPTCHA_SECRET_KEY'),
    CAPTCHA_VERIFY_URL: read('CAPTCHA_VERIFY_URL'),
  };
  if (provider === 'altcha') {
    const [unusedName] = Object.entries(captchaSettings).find(([, value]) => value !== null) ?? [];
    if (unusedName)
      throw new SettingError(
        `${unusedName} is set while CAPTCHA_PROVIDER is altcha, which has no keys. Set CAPTCHA_PROVIDER to ` +
          'turnstile or hcaptcha.',
      );
    return { provider };
  }
  const {
    CAPTCHA_SITE_KEY: siteKey,
    CAPTCHA_SECRET_KEY: secretKey,
    CAPTCHA_VERIFY_URL: verifyUrl,
  } = captchaSettings;
  if (siteKey === null || secretKey === null)
    throw new SettingError(
      `${siteKey === null ? 'CAPTCHA_SITE_KEY' : 'CAPTCHA_SECRET_KEY'} is missing while ` +
        `CAPTCHA_PROVIDER is ${provider}.`,
    );
  return { provider, siteKey, secretKey, verifyUrl: verifyUrl ?? SITEVERIFY[provider] };
}

function searchOf(read: ReadSetting): EngineConfig | null {
  const search = read('SEARCH_BASE_URL');
  if (search === null && read('SEARCH_API_KEY') !== null)
    throw new SettingError('SEARCH_BASE_URL is missing while SEARCH_API_KEY is set.');
  return search === null
    ? null
    : { baseUrl: search.replace(/\/+$/, ''), apiKey: read('SEARCH_API_KEY'), model: null };
}

function telemetryOf(read: ReadSetting): Config['telemetry'] {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  return endpoint === null ? null : { endpoint, name: read('OTEL_SERVICE_NAME')! };
}
