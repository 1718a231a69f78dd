/** Reads the environment once into a meaningful object; nothing else reads it. Decisions §1. */
import * as z from 'zod';
import ipaddr from 'ipaddr.js';
import path from 'node:path';
import { VoskModels, type VoskModel } from '../speech/vosk-model.ts';
import type { EngineConfig } from '../language/openai-endpoint.ts';
import type { InstalledModel } from '../models/installed.ts';

export interface Config {
  host: string;
  port: number;
  /** The address visitors see, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  /** Accounts to have at start. */
  accounts: { id: number; key: string }[];
  outboundAllowedHosts: string[];
  /** How many proxies before this service add to X-Forwarded-For, or the networks that they are in. */
  trustProxy: number | string[];
  /** What one network address may begin. */
  visitors: { startsPerMinute: number; openCalls: number };
  room: {
    udpPort: number;
    publicAddress: string | null;
    iceServers: string[];
    maximumCalls: number;
    maximumTextCalls: number;
    /** Where this process alone is reached; null where it is one address for all. */
    url: string | null;
  };
  /** Rooms are Daily's, and a runner sends the agents; null: rooms are the service's own. */
  daily: {
    url: string;
    key: string;
    webhookSecret: string | null;
    runner: { url: string; key: string | null };
  } | null;
  captcha: { provider: 'altcha' } | CaptchaService;
  llm: EngineConfig | null;
  /** Whether the start looks for a model on this machine. */
  localEngines: boolean;
  stt: EngineConfig | null;
  /** Models of the embedded ears besides the English one that comes with the service, or in its place. */
  voskModels: VoskModel[];
  embeddings: EngineConfig | null;
  /** What the skill `internet_search` asks; null: the skill is not offered. */
  search: EngineConfig | null;
  /** The vision model; the language model's endpoint where there is none. */
  perception: EngineConfig | null;
  tts: (EngineConfig & { voice: string | null }) | null;
  /** The ears and voices that `palkit models` brought, the newest first; looked up at the start. */
  models: readonly InstalledModel[];
  drainSeconds: number;
  logLevel: string;
}

/** Somebody else who judges captchas. */
export interface CaptchaService {
  provider: 'turnstile' | 'hcaptcha';
  siteKey: string;
  secretKey: string;
  /** Where a token is judged. */
  verifyUrl: string;
}

const SITEVERIFY = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};

/** What is wrong with a setting, in one line a person can act on. */
export class SettingError extends Error {}

const url = z.string().regex(/^https?:\/\/[^\s]+$/i, 'must be an http or https address');
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number');

const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1')
  .transform(Number);
/** A number of hops, or the networks that proxies are in. */
const proxies = z.string().transform((text, context): number | string[] => {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const networks = text.split(',').map((part) => part.trim());
  for (const network of networks)
    if (!ipaddr.isValid(network) && !ipaddr.isValidCIDR(network))
      context.addIssue(
        'must be a number of proxies such as 1, or their addresses and networks such as 10.0.0.0/8,fd00::1',
      );
  return networks;
});

/** Every setting; the docs' table is generated from this one. */
export const SETTINGS = {
  PORT: { schema: port, fallback: '8787', says: 'The TCP port the service listens on.' },
  HOST: { schema: z.string().min(1), fallback: '127.0.0.1', says: 'The address it listens on.' },
  PUBLIC_URL: {
    schema: url,
    fallback: undefined,
    says: 'The address visitors see; every URL in a response is built from it. Default `http://HOST:PORT`.',
  },
  DATA_DIR: {
    schema: z.string().min(1),
    fallback: './data',
    says: 'The embedded database, media, and what `palkit models` brought.',
  },
  DATABASE_URL: {
    schema: z.string().regex(/^postgres(ql)?:\/\/\S+$/, 'must be a postgres:// address'),
    fallback: undefined,
    says: 'Uses PostgreSQL instead of the embedded database.',
  },
  API_KEYS: {
    schema: list.pipe(
      z.array(
        z.string().regex(/^\d{1,9}:\S{8,}$/, 'must look like 1:key,2:key with keys of 8 or more characters'),
      ),
    ),
    fallback: '',
    says: 'Accounts to have at start, `1:key,2:key`.',
  },
  OUTBOUND_ALLOWED_HOSTS: {
    schema: list.pipe(
      z.array(
        z
          .string()
          .regex(
            /^(\[[0-9a-f:.]+\](:\d{1,5})?|[0-9a-f:]*:[0-9a-f:.]*:[0-9a-f:.]*|[^\s:/@[\]]+(:\d{1,5})?)$/i,
            'must be hosts as they stand in an address, such as intranet.example or 10.0.0.5:8080',
          ),
      ),
    ),
    fallback: '',
    says:
      'Private hosts (`host` or `host:port`) that callbacks, documents and crawls may reach all the ' +
      'same. The engines are not bound by it.',
  },
  TRUST_PROXY: {
    schema: proxies,
    fallback: '0',
    says:
      'Which part of X-Forwarded-For is believed: the number of proxies before the service that add to ' +
      'it (`1` behind nginx, Caddy or a load balancer alone), or the networks they are in ' +
      '(`10.0.0.0/8,fd00::/8`). `0`: the header is not read. See docs/guide/security.md.',
  },
  VISITOR_STARTS_PER_MINUTE: {
    schema: wholeNumber,
    fallback: '30',
    says:
      'Starts that one network address may make a minute (an IPv6 network of 64 bits is one); three ' +
      'times as many joins, twice as many captchas.',
  },
  VISITOR_OPEN_CALLS: {
    schema: wholeNumber,
    fallback: '20',
    says:
      'Calls that one network address may have begun and not ended, in each process. Raise it where ' +
      'many visitors share an address.',
  },
  ROOM_PROVIDER: {
    schema: z.enum(['embedded', 'daily'], 'must be embedded or daily'),
    fallback: undefined,
    says:
      'Which room conversations are held in: `embedded`, or `daily` (see docs/daily.md). Default ' +
      '`daily` where DAILY_API_KEY is set, else `embedded`.',
  },
  DAILY_API_KEY: { schema: z.string().min(1), fallback: undefined, says: 'The key of your Daily domain.' },
  DAILY_API_URL: { schema: url, fallback: 'https://api.daily.co/v1', says: "Daily's REST API." },
  DAILY_WEBHOOK_SECRET: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9+/]{16,}={0,2}$/, "must be the base64 secret that Daily's webhook was made with"),
    fallback: undefined,
    says: 'The `hmac` of your Daily webhook; without it joins and leaves are noticed within 20 seconds.',
  },
  AGENT_RUNNER_URL: {
    schema: url,
    fallback: undefined,
    says: 'Who sends the agent into a Daily room (see docs/daily.md).',
  },
  AGENT_RUNNER_KEY: { schema: z.string(), fallback: undefined, says: 'Sent to the runner as bearer.' },
  ROOM_URL: {
    schema: url,
    fallback: undefined,
    says:
      'The address at which visitors reach this one process, where several share a database; its ' +
      'conversations are joined there. Default `PUBLIC_URL`.',
  },
  ROOM_UDP_PORT: { schema: port, fallback: '40500', says: 'The one UDP port for all calls.' },
  ROOM_PUBLIC_ADDRESS: {
    schema: z.string().regex(/^[0-9a-f.:]+$/i, 'must be an IP address'),
    fallback: undefined,
    says: 'The public IP address where the machine itself has another (NAT, containers).',
  },
  ROOM_ICE_SERVERS: {
    schema: list.pipe(
      z.array(
        z
          .string()
          .regex(
            /^(stun|turns?):\S+$/,
            'must be stun: or turn: addresses, such as turn:user:password@turn.example.com:3478',
          ),
      ),
    ),
    fallback: '',
    says: 'STUN and TURN servers, a comma list.',
  },
  ROOM_MAXIMUM_CALLS: {
    schema: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1')
      .transform(Number),
    fallback: '60',
    says:
      'Calls with sound and picture at once in this process; one more is told to try again. Where there ' +
      'are several accounts none may have them all: three for each that is still free.',
  },
  ROOM_MAXIMUM_TEXT_CALLS: {
    schema: wholeNumber,
    fallback: '300',
    says: 'The same for calls in text, which cost no place of those.',
  },
  CAPTCHA_PROVIDER: {
    schema: z.enum(['altcha', 'turnstile', 'hcaptcha'], 'must be altcha, turnstile or hcaptcha'),
    fallback: 'altcha',
    says:
      'Who judges captchas: this service itself by a proof of work (`altcha`), Cloudflare (`turnstile`) ' +
      'or hCaptcha (`hcaptcha`), whose script a page then loads at the captcha and not before.',
  },
  CAPTCHA_SITE_KEY: {
    schema: z.string().regex(/^[\w.-]{1,200}$/, 'must be the site key that the provider gave you'),
    fallback: undefined,
    says: 'Your site key at Turnstile or hCaptcha; pages see it.',
  },
  CAPTCHA_SECRET_KEY: { schema: z.string().min(1), fallback: undefined, says: 'Its secret key.' },
  CAPTCHA_VERIFY_URL: {
    schema: url,
    fallback: undefined,
    says:
      "Where tokens are judged. Default: the provider's own `siteverify`. A private host needs " +
      '`OUTBOUND_ALLOWED_HOSTS`.',
  },
  LLM_BASE_URL: {
    schema: url,
    fallback: undefined,
    says: 'OpenAI-compatible chat completions; without it the agent answers from documents.',
  },
  LLM_API_KEY: { schema: z.string(), fallback: undefined, says: 'Its key.' },
  LLM_MODEL: { schema: z.string(), fallback: undefined, says: 'Its model.' },
  LOCAL_ENGINES: {
    schema: z.enum(['on', 'off'], 'must be on or off'),
    fallback: 'on',
    says:
      'Without `LLM_BASE_URL` the start looks for a model on this machine (Ollama, LM RunMediaJob, ' +
      'llama.cpp, vLLM at their usual ports) and prints the line that uses it; `off`: it does not look.',
  },
  STT_BASE_URL: {
    schema: url,
    fallback: undefined,
    says: 'OpenAI-compatible transcriptions; without it the embedded recogniser, Vosk.',
  },
  VOSK_MODEL: {
    schema: VoskModels,
    fallback: '',
    says:
      'Models of the embedded recogniser besides its English one, ' +
      '`de=/models/german,fr=/models/french`; a folder alone is English, instead of it. Any small Vosk ' +
      'model will do.',
  },
  STT_API_KEY: { schema: z.string(), fallback: undefined, says: 'Its key.' },
  STT_MODEL: { schema: z.string(), fallback: undefined, says: 'Its model.' },
  TTS_BASE_URL: {
    schema: url,
    fallback: undefined,
    says: 'OpenAI-compatible speech; without it the embedded English voice.',
  },
  TTS_API_KEY: { schema: z.string(), fallback: undefined, says: 'Its key.' },
  TTS_MODEL: { schema: z.string(), fallback: undefined, says: 'Its model.' },
  TTS_VOICE: { schema: z.string(), fallback: undefined, says: 'Its voice.' },
  EMBEDDINGS_BASE_URL: {
    schema: url,
    fallback: undefined,
    says:
      'OpenAI-compatible embeddings in the place of the built-in model, which is English. The sentences ' +
      'of documents that are there already get their vectors anew after the start.',
  },
  EMBEDDINGS_API_KEY: { schema: z.string(), fallback: undefined, says: 'Its key.' },
  EMBEDDINGS_MODEL: { schema: z.string(), fallback: undefined, says: 'Its model.' },
  SEARCH_BASE_URL: {
    schema: url,
    fallback: undefined,
    says:
      'A search for the skill `internet_search` that answers `GET /search?q=…&format=json` as SearXNG ' +
      'does; without it the skill is refused.',
  },
  SEARCH_API_KEY: { schema: z.string(), fallback: undefined, says: 'Its key, sent as bearer.' },
  DRAIN_SECONDS: {
    schema: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a whole number of seconds')
      .transform(Number),
    fallback: '0',
    says:
      'After SIGTERM, how long calls that go on may finish before the process stops; it takes no new ' +
      'ones meanwhile.',
  },
  PERCEPTION_BASE_URL: {
    schema: url,
    fallback: undefined,
    says:
      'OpenAI-compatible chat completions that take pictures, for PALs that name a perception model; ' +
      'without it `LLM_BASE_URL`.',
  },
  PERCEPTION_API_KEY: { schema: z.string(), fallback: undefined, says: 'Its key.' },
  PERCEPTION_MODEL: {
    schema: z.string(),
    fallback: undefined,
    says: 'Its model; without it the one that the PAL names.',
  },
  LOG_LEVEL: {
    schema: z.enum(
      ['debug', 'info', 'warn', 'error', 'silent'],
      'must be debug, info, warn, error or silent',
    ),
    fallback: 'info',
    says: 'How much is logged.',
  },
} as const;

type Name = keyof typeof SETTINGS;
/** A variable that starts like ours but is none of ours is a slip of the pen, not somebody else's. */
const OURS =
  /^(ROOM|DAILY|AGENT_RUNNER|CAPTCHA|LLM|STT|VOSK|TTS|EMBEDDINGS|SEARCH|PERCEPTION|OUTBOUND|VISITOR)_/;

export function readConfig(environment: Record<string, string | undefined>): Config {
  for (const name of Object.keys(environment)) {
    if (OURS.test(name) && !Object.hasOwn(SETTINGS, name))
      throw new SettingError(`Unknown setting ${name}. Known are: ${Object.keys(SETTINGS).join(', ')}.`);
  }
  const read = <Key extends Name>(name: Key): z.output<(typeof SETTINGS)[Key]['schema']> | null => {
    const raw = environment[name] || SETTINGS[name].fallback;
    if (raw === undefined) return null;
    const parsed = SETTINGS[name].schema.safeParse(raw);
    if (!parsed.success)
      throw new SettingError(`${name} ${parsed.error.issues[0]?.message ?? 'is not valid'}.`);
    return parsed.data as z.output<(typeof SETTINGS)[Key]['schema']>;
  };
  const host = read('HOST')!;
  const portNumber = read('PORT')!;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const accounts = read('API_KEYS')!.map((entry) => {
    const colon = entry.indexOf(':');
    return { id: Number(entry.slice(0, colon)), key: entry.slice(colon + 1) };
  });
  if (accounts.some((account) => account.id === 0))
    throw new SettingError('API_KEYS: account ids start at 1.');
  if (new Set(accounts.map((account) => account.key)).size !== accounts.length)
    throw new SettingError('API_KEYS: one key stands for two accounts.');
  const engine = (kind: 'LLM' | 'STT' | 'TTS' | 'EMBEDDINGS' | 'PERCEPTION'): EngineConfig | null => {
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
  };
  const daily = (): Config['daily'] => {
    const key = read('DAILY_API_KEY');
    if ((read('ROOM_PROVIDER') ?? (key === null ? 'embedded' : 'daily')) === 'embedded') return null;
    if (key === null) throw new SettingError('DAILY_API_KEY is missing while ROOM_PROVIDER is daily.');
    const runner = read('AGENT_RUNNER_URL');
    if (runner === null)
      throw new SettingError(
        'AGENT_RUNNER_URL is missing: nobody would send the agent into a Daily room. See docs/daily.md, ' +
          'or set ROOM_PROVIDER=embedded.',
      );
    return {
      url: read('DAILY_API_URL')!.replace(/\/+$/, ''),
      key,
      webhookSecret: read('DAILY_WEBHOOK_SECRET'),
      runner: { url: runner, key: read('AGENT_RUNNER_KEY') },
    };
  };
  const captcha = (): Config['captcha'] => {
    const provider = read('CAPTCHA_PROVIDER')!;
    const given = {
      CAPTCHA_SITE_KEY: read('CAPTCHA_SITE_KEY'),
      CAPTCHA_SECRET_KEY: read('CAPTCHA_SECRET_KEY'),
      CAPTCHA_VERIFY_URL: read('CAPTCHA_VERIFY_URL'),
    };
    if (provider === 'altcha') {
      const [vain] = Object.entries(given).find(([, value]) => value !== null) ?? [];
      if (vain)
        throw new SettingError(
          `${vain} is set while CAPTCHA_PROVIDER is altcha, which has no keys. Set CAPTCHA_PROVIDER to ` +
            'turnstile or hcaptcha.',
        );
      return { provider };
    }
    const { CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET_KEY: secretKey, CAPTCHA_VERIFY_URL: verifyUrl } = given;
    if (siteKey === null || secretKey === null)
      throw new SettingError(
        `${siteKey === null ? 'CAPTCHA_SITE_KEY' : 'CAPTCHA_SECRET_KEY'} is missing while ` +
          `CAPTCHA_PROVIDER is ${provider}.`,
      );
    return { provider, siteKey, secretKey, verifyUrl: verifyUrl ?? SITEVERIFY[provider] };
  };
  const tts = engine('TTS');
  const search = read('SEARCH_BASE_URL');
  if (search === null && read('SEARCH_API_KEY') !== null)
    throw new SettingError('SEARCH_BASE_URL is missing while SEARCH_API_KEY is set.');
  return {
    host,
    port: portNumber,
    publicUrl: (read('PUBLIC_URL') ?? `http://${shown}:${portNumber}`).replace(/\/+$/, ''),
    dataDir: path.resolve(read('DATA_DIR')!),
    databaseUrl: read('DATABASE_URL'),
    accounts,
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
      maximumCalls: read('ROOM_MAXIMUM_CALLS')!,
      maximumTextCalls: read('ROOM_MAXIMUM_TEXT_CALLS')!,
      url: read('ROOM_URL')?.replace(/\/+$/, '') ?? null,
    },
    daily: daily(),
    captcha: captcha(),
    llm: engine('LLM'),
    localEngines: read('LOCAL_ENGINES') === 'on',
    stt: engine('STT'),
    voskModels: read('VOSK_MODEL')!,
    embeddings: engine('EMBEDDINGS'),
    search:
      search === null
        ? null
        : { baseUrl: search.replace(/\/+$/, ''), apiKey: read('SEARCH_API_KEY'), model: null },
    perception: engine('PERCEPTION'),
    tts: tts && { ...tts, voice: read('TTS_VOICE') },
    models: [],
    drainSeconds: read('DRAIN_SECONDS')!,
    logLevel: read('LOG_LEVEL')!,
  };
}
