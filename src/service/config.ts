/** Reads the environment once into a meaningful object; nothing else reads it. Decisions §1. */
import * as z from 'zod';
import path from 'node:path';

export interface Endpoint {
  baseUrl: string;
  apiKey: string | null;
  model: string | null;
}

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
  trustProxy: boolean;
  room: {
    udpPort: number;
    publicAddress: string | null;
    iceServers: string[];
    maximumCalls: number;
  };
  llm: Endpoint | null;
  stt: Endpoint | null;
  embeddings: Endpoint | null;
  /** The vision model; the language model's endpoint where there is none. */
  perception: Endpoint | null;
  tts: (Endpoint & { voice: string | null }) | null;
  logLevel: string;
}

/** What is wrong with a setting, in one line a person can act on. */
export class SettingError extends Error {}

const url = z.string().regex(/^https?:\/\/[^\s]+$/i, 'must be an http or https address');
const list = z.string().transform((text) => text.split(',').map((part) => part.trim()).filter(Boolean));
const port = z.string().regex(/^\d{1,5}$/, 'must be a port number').transform(Number).refine((value) => value <= 65_535, 'must be a port number');

/** Every setting; the docs' table is generated from this one. */
export const SETTINGS = {
  PORT: { schema: port, fallback: '8787', says: 'The TCP port the service listens on.' },
  HOST: { schema: z.string().min(1), fallback: '127.0.0.1', says: 'The address it listens on.' },
  PUBLIC_URL: { schema: url, fallback: undefined, says: 'The address visitors see; every URL in a response is built from it. Default `http://HOST:PORT`.' },
  DATA_DIR: { schema: z.string().min(1), fallback: './data', says: 'The embedded database and media.' },
  DATABASE_URL: { schema: z.string().regex(/^postgres(ql)?:\/\/\S+$/, 'must be a postgres:// address'), fallback: undefined, says: 'Uses PostgreSQL instead of the embedded database.' },
  API_KEYS: {
    schema: list.pipe(z.array(z.string().regex(/^\d{1,9}:\S{8,}$/, 'must look like 1:key,2:key with keys of 8 or more characters'))),
    fallback: '', says: 'Accounts to have at start, `1:key,2:key`.',
  },
  OUTBOUND_ALLOWED_HOSTS: {
    schema: list.pipe(z.array(z.string().regex(/^(\[[0-9a-f:.]+\](:\d{1,5})?|[0-9a-f:]*:[0-9a-f:.]*:[0-9a-f:.]*|[^\s:/@[\]]+(:\d{1,5})?)$/i, 'must be hosts as they stand in an address, such as intranet.example or 10.0.0.5:8080'))),
    fallback: '', says: 'Private hosts (`host` or `host:port`) that callbacks, documents and crawls may reach all the same. The engines are not bound by it.',
  },
  TRUST_PROXY: { schema: z.enum(['0', '1'], 'must be 0 or 1'), fallback: '0', says: 'Set to 1 behind a reverse proxy, so that the visitor\'s address is read from X-Forwarded-For.' },
  ROOM_PROVIDER: { schema: z.enum(['embedded'], 'must be embedded (Daily rooms are not offered by this version)'), fallback: 'embedded', says: 'Which room conversations are held in.' },
  ROOM_UDP_PORT: { schema: port, fallback: '40500', says: 'The one UDP port for all calls.' },
  ROOM_PUBLIC_ADDRESS: { schema: z.string().regex(/^[0-9a-f.:]+$/i, 'must be an IP address'), fallback: undefined, says: 'The public IP address where the machine itself has another (NAT, containers).' },
  ROOM_ICE_SERVERS: { schema: list.pipe(z.array(z.string().regex(/^(stun|turns?):\S+$/, 'must be stun: or turn: addresses, such as turn:user:password@turn.example.com:3478'))), fallback: '', says: 'STUN and TURN servers, a comma list.' },
  ROOM_MAXIMUM_CALLS: { schema: z.string().regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1').transform(Number), fallback: '60', says: 'Calls at once in this process; one more is told to try again.' },
  CAPTCHA_PROVIDER: { schema: z.enum(['altcha'], 'must be altcha (the only one offered by this version)'), fallback: 'altcha', says: 'Who judges captchas.' },
  LLM_BASE_URL: { schema: url, fallback: undefined, says: 'OpenAI-compatible chat completions; without it the agent answers from documents.' },
  LLM_API_KEY: { schema: z.string(), fallback: undefined, says: 'Its key.' },
  LLM_MODEL: { schema: z.string(), fallback: undefined, says: 'Its model.' },
  STT_BASE_URL: { schema: url, fallback: undefined, says: 'OpenAI-compatible transcriptions; without it the embedded basic English recogniser.' },
  STT_API_KEY: { schema: z.string(), fallback: undefined, says: 'Its key.' },
  STT_MODEL: { schema: z.string(), fallback: undefined, says: 'Its model.' },
  TTS_BASE_URL: { schema: url, fallback: undefined, says: 'OpenAI-compatible speech; without it the embedded English voice.' },
  TTS_API_KEY: { schema: z.string(), fallback: undefined, says: 'Its key.' },
  TTS_MODEL: { schema: z.string(), fallback: undefined, says: 'Its model.' },
  TTS_VOICE: { schema: z.string(), fallback: undefined, says: 'Its voice.' },
  EMBEDDINGS_BASE_URL: { schema: url, fallback: undefined, says: 'OpenAI-compatible embeddings, so that a language model is given what is near in meaning too; without it documents are searched by their words. Documents made before it are searched by their words until they are made or crawled again.' },
  EMBEDDINGS_API_KEY: { schema: z.string(), fallback: undefined, says: 'Its key.' },
  EMBEDDINGS_MODEL: { schema: z.string(), fallback: undefined, says: 'Its model.' },
  PERCEPTION_BASE_URL: { schema: url, fallback: undefined, says: 'OpenAI-compatible chat completions that take pictures, for PALs that name a perception model; without it `LLM_BASE_URL`.' },
  PERCEPTION_API_KEY: { schema: z.string(), fallback: undefined, says: 'Its key.' },
  PERCEPTION_MODEL: { schema: z.string(), fallback: undefined, says: 'Its model; without it the one that the PAL names.' },
  LOG_LEVEL: { schema: z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent'), fallback: 'info', says: 'How much is logged.' },
} as const;

type Name = keyof typeof SETTINGS;
/** A variable that starts like ours but is none of ours is a slip of the pen, not somebody else's. */
const OURS = /^(ROOM|CAPTCHA|LLM|STT|TTS|EMBEDDINGS|PERCEPTION|OUTBOUND)_/;

export function readConfig(environment: Record<string, string | undefined>): Config {
  for (const name of Object.keys(environment)) {
    if (OURS.test(name) && !Object.hasOwn(SETTINGS, name)) throw new SettingError(`Unknown setting ${name}. Known are: ${Object.keys(SETTINGS).join(', ')}.`);
  }
  const read = <Key extends Name>(name: Key): z.output<(typeof SETTINGS)[Key]['schema']> | null => {
    const raw = environment[name] || SETTINGS[name].fallback;
    if (raw === undefined) return null;
    const parsed = SETTINGS[name].schema.safeParse(raw);
    if (!parsed.success) throw new SettingError(`${name} ${parsed.error.issues[0]?.message ?? 'is not valid'}.`);
    return parsed.data as z.output<(typeof SETTINGS)[Key]['schema']>;
  };
  const host = read('HOST')!;
  const portNumber = read('PORT')!;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const accounts = read('API_KEYS')!.map((entry) => {
    const colon = entry.indexOf(':');
    return { id: Number(entry.slice(0, colon)), key: entry.slice(colon + 1) };
  });
  if (accounts.some((account) => account.id === 0)) throw new SettingError('API_KEYS: account ids start at 1.');
  if (new Set(accounts.map((account) => account.key)).size !== accounts.length) throw new SettingError('API_KEYS: one key stands for two accounts.');
  const engine = (kind: 'LLM' | 'STT' | 'TTS' | 'EMBEDDINGS' | 'PERCEPTION'): Endpoint | null => {
    const baseUrl = read(`${kind}_BASE_URL`);
    if (baseUrl === null) {
      if (read(`${kind}_API_KEY`) !== null || read(`${kind}_MODEL`) !== null) throw new SettingError(`${kind}_BASE_URL is missing while ${kind}_API_KEY or ${kind}_MODEL is set.`);
      return null;
    }
    return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey: read(`${kind}_API_KEY`), model: read(`${kind}_MODEL`) };
  };
  const tts = engine('TTS');
  return {
    host,
    port: portNumber,
    publicUrl: (read('PUBLIC_URL') ?? `http://${shown}:${portNumber}`).replace(/\/+$/, ''),
    dataDir: path.resolve(read('DATA_DIR')!),
    databaseUrl: read('DATABASE_URL'),
    accounts,
    outboundAllowedHosts: read('OUTBOUND_ALLOWED_HOSTS')!,
    trustProxy: read('TRUST_PROXY') === '1',
    room: {
      udpPort: read('ROOM_UDP_PORT')!,
      publicAddress: read('ROOM_PUBLIC_ADDRESS'),
      iceServers: (read('ROOM_PROVIDER'), read('CAPTCHA_PROVIDER'), read('ROOM_ICE_SERVERS')!),
      maximumCalls: read('ROOM_MAXIMUM_CALLS')!,
    },
    llm: engine('LLM'),
    stt: engine('STT'),
    embeddings: engine('EMBEDDINGS'),
    perception: engine('PERCEPTION'),
    tts: tts && { ...tts, voice: read('TTS_VOICE') },
    logLevel: read('LOG_LEVEL')!,
  };
}
