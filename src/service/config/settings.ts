/** Every setting: its schema, its default, and its effect. The reference prints this table. */
import * as z from 'zod';
import ipaddr from 'ipaddr.js';
import { VoskModels } from '@palkit/agent';

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
const seconds = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number of seconds')
  .transform(Number);
/** A number of proxies, or the networks that they are in. */
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
  PORT: { schema: port, default: '8787', description: 'The TCP port the service listens on.' },
  HOST: { schema: z.string().min(1), default: '127.0.0.1', description: 'The address it listens on.' },
  PUBLIC_URL: {
    schema: url,
    default: undefined,
    description:
      'The address visitors see; every URL in a response is built from it. It may have a path, such as ' +
      '`https://example.com/pal`, which the proxy before the service takes away. Default `http://HOST:PORT`.',
  },
  DATA_DIR: {
    schema: z.string().min(1),
    default: './data',
    description: 'The embedded database, media, and what `palkit models` brought.',
  },
  DATABASE_URL: {
    schema: z.string().regex(/^postgres(ql)?:\/\/\S+$/, 'must be a postgres:// address'),
    default: undefined,
    description: 'Uses PostgreSQL instead of the embedded database.',
  },
  DATABASE_WAIT_SECONDS: {
    schema: seconds,
    default: '60',
    description:
      'How long a start waits for a server at `DATABASE_URL` that is away or still starting; `0`: it ends at ' +
      'once.',
  },
  API_KEYS: {
    schema: list.pipe(
      z.array(
        z.string().regex(/^\d{1,9}:\S{8,}$/, 'must look like 1:key,2:key with keys of 8 or more characters'),
      ),
    ),
    default: '',
    description: 'Accounts to have at start, `1:key,2:key`.',
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
    default: '',
    description:
      'Private hosts (`host` or `host:port`) that callbacks, documents and crawls may reach all the ' +
      'same. The engines are not bound by it.',
  },
  TRUST_PROXY: {
    schema: proxies,
    default: '0',
    description:
      'Which part of X-Forwarded-For is believed: the number of proxies before the service that add to ' +
      'it (`1` behind nginx, Caddy or a load balancer alone), or the networks they are in ' +
      '(`10.0.0.0/8,fd00::/8`). `0`: the header is not read. See docs/guide/security.md.',
  },
  VISITOR_STARTS_PER_MINUTE: {
    schema: wholeNumber,
    default: '30',
    description:
      'Starts that one network address may make a minute (an IPv6 network of 64 bits is one); three ' +
      'times as many joins, twice as many captchas.',
  },
  VISITOR_OPEN_CALLS: {
    schema: wholeNumber,
    default: '20',
    description:
      'Calls that one network address may have begun and not ended, in each process. Raise it where ' +
      'many visitors share an address.',
  },
  ROOM_PROVIDER: {
    schema: z.enum(['embedded', 'daily'], 'must be embedded or daily'),
    default: undefined,
    description:
      'Which room conversations are held in: `embedded`, or `daily` (see docs/guide/daily.md). Default ' +
      '`daily` where DAILY_API_KEY is set, else `embedded`.',
  },
  DAILY_API_KEY: {
    schema: z.string().min(1),
    default: undefined,
    description: 'The key of your Daily domain.',
  },
  DAILY_API_URL: { schema: url, default: 'https://api.daily.co/v1', description: "Daily's REST API." },
  DAILY_WEBHOOK_SECRET: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9+/]{16,}={0,2}$/, "must be the base64 secret that Daily's webhook was made with"),
    default: undefined,
    description:
      'The `hmac` of your Daily webhook; without it joins and leaves are noticed within 20 seconds.',
  },
  DAILY_AGENT_USER_ID: {
    schema: z
      .string()
      .regex(/^(?!visitor$)[\w-]{1,36}$/, 'must be 1 to 36 letters, digits, _ or -, and not visitor'),
    default: 'pal-agent',
    description:
      "The agent's `user_id` in Daily rooms. Clients of the hosted product look for one that contains " +
      '`tavus-replica`.',
  },
  AGENT_RUNNER_URL: {
    schema: url,
    default: undefined,
    description: 'Who sends the agent into a Daily room (see docs/guide/daily.md).',
  },
  AGENT_RUNNER_KEY: { schema: z.string(), default: undefined, description: 'Sent to the runner as bearer.' },
  ROOM_URL: {
    schema: url,
    default: undefined,
    description:
      'The address at which visitors reach this one process, where several share a database; its ' +
      'conversations are joined there. Default `PUBLIC_URL`.',
  },
  ROOM_UDP_PORT: { schema: port, default: '40500', description: 'The one UDP port for all calls.' },
  ROOM_PUBLIC_ADDRESS: {
    schema: z.string().regex(/^[0-9a-f.:]+$/i, 'must be an IP address'),
    default: undefined,
    description: 'The public IP address where the machine itself has another (NAT, containers).',
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
    default: '',
    description:
      'STUN and TURN servers, a comma list. A `turn:user:password@host:port` is told to every visitor who ' +
      'starts a call; better without a user, and `ROOM_TURN_SECRET`.',
  },
  ROOM_TURN_SECRET: {
    schema: z.string().min(16, 'must have at least 16 characters'),
    default: undefined,
    description:
      "The TURN servers' shared secret (coturn: `use-auth-secret`, `static-auth-secret`): visitors get names " +
      'of their own for it, which end by themselves after 25 hours.',
  },
  ROOM_MAXIMUM_CALLS: {
    schema: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1')
      .transform(Number),
    default: '60',
    description:
      'Calls with sound and picture at once in this process; one more is told to try again. Where there ' +
      'are several accounts none may have them all: three for each that is still free.',
  },
  ROOM_MAXIMUM_TEXT_CALLS: {
    schema: wholeNumber,
    default: '300',
    description: 'The same for calls in text, which cost no place of those.',
  },
  CAPTCHA_PROVIDER: {
    schema: z.enum(['altcha', 'turnstile', 'hcaptcha'], 'must be altcha, turnstile or hcaptcha'),
    default: 'altcha',
    description:
      'Who judges captchas: this service itself by a proof of work (`altcha`), Cloudflare (`turnstile`) ' +
      'or hCaptcha (`hcaptcha`), whose script a page then loads at the captcha and not before.',
  },
  CAPTCHA_SITE_KEY: {
    schema: z.string().regex(/^[\w.-]{1,200}$/, 'must be the site key that the provider gave you'),
    default: undefined,
    description: 'Your site key at Turnstile or hCaptcha; pages see it.',
  },
  CAPTCHA_SECRET_KEY: { schema: z.string().min(1), default: undefined, description: 'Its secret key.' },
  CAPTCHA_VERIFY_URL: {
    schema: url,
    default: undefined,
    description:
      "Where tokens are judged. Default: the provider's own `siteverify`. A private host needs " +
      '`OUTBOUND_ALLOWED_HOSTS`.',
  },
  LLM_BASE_URL: {
    schema: url,
    default: undefined,
    description: 'OpenAI-compatible chat completions; without it the agent answers from documents.',
  },
  LLM_API_KEY: { schema: z.string(), default: undefined, description: 'Its key.' },
  LLM_MODEL: { schema: z.string(), default: undefined, description: 'Its model.' },
  CONSOLE: {
    schema: z.enum(['on', 'off'], 'must be on or off'),
    default: 'on',
    description: "The owner's console at `/console`; `off`: it is not served, and nobody can sign in to it.",
  },
  OVERLOAD_REFUSALS: {
    schema: z.enum(['on', 'off'], 'must be on or off'),
    default: 'on',
    description:
      'New calls are refused for seconds while the database, the process or the pictures fall behind; ' +
      '`off`: they are taken all the same, as tests on a busy machine want it.',
  },
  LOCAL_ENGINES: {
    schema: z.enum(['on', 'off'], 'must be on or off'),
    default: 'on',
    description:
      'Without `LLM_BASE_URL` the start looks for a model on this machine (Ollama, LM Studio, ' +
      'llama.cpp, vLLM at their usual ports) and prints the line that uses it; `off`: it does not look.',
  },
  STT_BASE_URL: {
    schema: url,
    default: undefined,
    description: 'OpenAI-compatible transcriptions; without it the embedded recogniser, Vosk.',
  },
  FFMPEG_PATH: {
    schema: z.string().min(1),
    default: undefined,
    description:
      'The ffmpeg program that reads training films in MP4 and MOV. Unset: the first one on the PATH. `none`: ' +
      'WebM and MKV alone are read.',
  },
  VOSK_MODEL: {
    schema: VoskModels,
    default: '',
    description:
      'Models of the embedded recogniser besides its English one, ' +
      '`de=/models/german,fr=/models/french`; a folder alone is English, instead of it. Any small Vosk ' +
      'model will do.',
  },
  STT_API_KEY: { schema: z.string(), default: undefined, description: 'Its key.' },
  STT_MODEL: { schema: z.string(), default: undefined, description: 'Its model.' },
  TTS_BASE_URL: {
    schema: url,
    default: undefined,
    description: 'OpenAI-compatible speech; without it the embedded English voice.',
  },
  TTS_API_KEY: { schema: z.string(), default: undefined, description: 'Its key.' },
  TTS_MODEL: { schema: z.string(), default: undefined, description: 'Its model.' },
  TTS_VOICE: { schema: z.string(), default: undefined, description: 'Its voice.' },
  EMBEDDINGS_BASE_URL: {
    schema: url,
    default: undefined,
    description:
      'OpenAI-compatible embeddings in the place of the built-in model, which is English. The sentences ' +
      'of documents that are there already get their vectors anew after the start.',
  },
  EMBEDDINGS_API_KEY: { schema: z.string(), default: undefined, description: 'Its key.' },
  EMBEDDINGS_MODEL: { schema: z.string(), default: undefined, description: 'Its model.' },
  SEARCH_BASE_URL: {
    schema: url,
    default: undefined,
    description:
      'A search for the skill `internet_search` that answers `GET /search?q=…&format=json` as SearXNG ' +
      'does; without it the skill is refused.',
  },
  SEARCH_API_KEY: { schema: z.string(), default: undefined, description: 'Its key, sent as bearer.' },
  METRICS_KEY: {
    schema: z.string(),
    default: undefined,
    description:
      'Opens `/metrics` as a bearer token. Without it `/metrics` answers only requests from this machine without ' +
      'X-Forwarded-For or Forwarded: set it behind a proxy on the same machine that adds neither.',
  },
  DRAIN_SECONDS: {
    schema: seconds,
    default: '0',
    description:
      'After SIGTERM, how long calls that go on may finish before the process stops; it takes no new ' +
      'ones meanwhile.',
  },
  PERCEPTION_BASE_URL: {
    schema: url,
    default: undefined,
    description:
      'OpenAI-compatible chat completions that take pictures, for PALs that name a perception model; ' +
      'without it `LLM_BASE_URL`.',
  },
  PERCEPTION_API_KEY: { schema: z.string(), default: undefined, description: 'Its key.' },
  PERCEPTION_MODEL: {
    schema: z.string(),
    default: undefined,
    description: 'Its model; without it the one that the PAL names.',
  },
  FACE_ENGINE_URL: {
    schema: z.string().regex(/^wss?:\/\/[^\s]+$/i, 'must be a ws or wss address'),
    default: undefined,
    description:
      'A face engine, which draws speaking faces to the sound of calls (see docs/guide/face-engines.md).',
  },
  FACE_ENGINE_API_KEY: {
    schema: z.string().min(1),
    default: undefined,
    description: 'Its key, sent as bearer.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: url,
    default: undefined,
    description:
      'An OpenTelemetry collector (OTLP over HTTP, without `/v1/traces`): gets a span of each answer, with ' +
      'times and sizes and nothing that was said. `OTEL_EXPORTER_OTLP_HEADERS` counts as in the standard.',
  },
  OTEL_SERVICE_NAME: {
    schema: z.string(),
    default: 'palkit',
    description: 'What this service is called there.',
  },
  LOG_LEVEL: {
    schema: z.enum(
      ['debug', 'info', 'warn', 'error', 'silent'],
      'must be debug, info, warn, error or silent',
    ),
    default: 'info',
    description: 'How much is logged.',
  },
} as const;

export type SettingName = keyof typeof SETTINGS;
