/** All settings with schema, default and effect. The reference documentation is generated from this table. */
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
/** A number of proxies, or the networks of the proxies. */
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

export const SETTINGS = {
  PORT: { schema: port, default: '8787', description: 'TCP port of the service.' },
  HOST: {
    schema: z.string().min(1),
    default: '127.0.0.1',
    description: 'Address on which the service listens.',
  },
  PUBLIC_URL: {
    schema: url,
    default: undefined,
    description:
      'Address that visitors use; the service builds every URL in a response from it. It may have a path, ' +
      'such as `https://example.com/pal`, which the proxy in front of the service removes. Default ' +
      '`http://HOST:PORT`.',
  },
  DATA_DIR: {
    schema: z.string().min(1),
    default: './data',
    description: 'Folder of the embedded database, media, and models from `palkit models`.',
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
      'Seconds for which a start waits for a server at `DATABASE_URL` that is unavailable or still ' +
      'starting; with `0` it fails at once.',
  },
  API_KEYS: {
    schema: list.pipe(
      z.array(
        z.string().regex(/^\d{1,9}:\S{8,}$/, 'must be like 1:key,2:key, with keys of 8 or more characters'),
      ),
    ),
    default: '',
    description: 'Accounts to create at the start, `1:key,2:key`.',
  },
  OUTBOUND_ALLOWED_HOSTS: {
    schema: list.pipe(
      z.array(
        z
          .string()
          .regex(
            /^(\[[0-9a-f:.]+\](:\d{1,5})?|[0-9a-f:]*:[0-9a-f:.]*:[0-9a-f:.]*|[^\s:/@[\]]+(:\d{1,5})?)$/i,
            'must be a list of hosts as in URLs, such as intranet.example or 10.0.0.5:8080',
          ),
      ),
    ),
    default: '',
    description:
      'Private hosts (`host` or `host:port`) that callbacks, documents and crawls may reach. It does not ' +
      'apply to the engines.',
  },
  TRUST_PROXY: {
    schema: proxies,
    default: '0',
    description:
      'Trusted part of X-Forwarded-For: the number of proxies in front of the service that add to it (`1` ' +
      'behind nginx, Caddy or a single load balancer), or their networks (`10.0.0.0/8,fd00::/8`). With ' +
      '`0` the header is ignored. See docs/guide/security.md.',
  },
  VISITOR_STARTS_PER_MINUTE: {
    schema: wholeNumber,
    default: '30',
    description:
      'Maximum of starts per minute from one network address (an IPv6 network of 64 bits counts as one); ' +
      'those of joins and captchas are three and two times as high.',
  },
  VISITOR_OPEN_CALLS: {
    schema: wholeNumber,
    default: '20',
    description:
      'Maximum of running calls from one network address, in each process. Raise it if many visitors ' +
      'share one.',
  },
  ROOM_PROVIDER: {
    schema: z.enum(['embedded', 'daily'], 'must be embedded or daily'),
    default: undefined,
    description:
      'Room in which conversations are held: `embedded`, or `daily` (see docs/guide/daily.md). Default ' +
      '`daily` if DAILY_API_KEY is set, otherwise `embedded`.',
  },
  DAILY_API_KEY: {
    schema: z.string().min(1),
    default: undefined,
    description: 'API key of your Daily domain.',
  },
  DAILY_API_URL: { schema: url, default: 'https://api.daily.co/v1', description: "Daily's REST API." },
  DAILY_WEBHOOK_SECRET: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9+/]{16,}={0,2}$/, "must be the base64 secret that Daily's webhook was made with"),
    default: undefined,
    description:
      'The `hmac` of your Daily webhook; without it the service notices joins and leaves within 20 ' +
      'seconds.',
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
    description: 'Address of the runner that sends the agent into a Daily room (see docs/guide/daily.md).',
  },
  AGENT_RUNNER_KEY: { schema: z.string(), default: undefined, description: 'Bearer token for the runner.' },
  ROOM_URL: {
    schema: url,
    default: undefined,
    description:
      'Address at which visitors reach this process if several share a database; visitors join its ' +
      'conversations there. Default `PUBLIC_URL`.',
  },
  ROOM_UDP_PORT: { schema: port, default: '40500', description: 'UDP port of all calls.' },
  ROOM_PUBLIC_ADDRESS: {
    schema: z.string().regex(/^[0-9a-f.:]+$/i, 'must be an IP address'),
    default: undefined,
    description: "Public IP address, if it differs from the machine's own (NAT, containers).",
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
      'STUN and TURN servers, separated by commas. Every visitor who starts a call receives a ' +
      '`turn:user:password@host:port`; prefer one without a user, and `ROOM_TURN_SECRET`.',
  },
  ROOM_TURN_SECRET: {
    schema: z.string().min(16, 'must have at least 16 characters'),
    default: undefined,
    description:
      'Shared secret of the TURN servers (coturn: `use-auth-secret`, `static-auth-secret`): visitors get ' +
      'their own credentials, which expire after 25 hours.',
  },
  ROOM_MAXIMUM_CALLS: {
    schema: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1')
      .transform(Number),
    default: '60',
    description:
      'Maximum of calls with sound and video in this process; further ones are asked to try again. With ' +
      'several accounts each may use at most three times as many calls as are still free.',
  },
  ROOM_MAXIMUM_TEXT_CALLS: {
    schema: wholeNumber,
    default: '300',
    description: 'The same for text calls, which do not count towards `ROOM_MAXIMUM_CALLS`.',
  },
  CAPTCHA_PROVIDER: {
    schema: z.enum(['altcha', 'turnstile', 'hcaptcha'], 'must be altcha, turnstile or hcaptcha'),
    default: 'altcha',
    description:
      'Provider of captchas: this service by a proof of work (`altcha`), Cloudflare (`turnstile`) or ' +
      "hCaptcha (`hcaptcha`). A page loads the provider's script only at the captcha.",
  },
  CAPTCHA_SITE_KEY: {
    schema: z.string().regex(/^[\w.-]{1,200}$/, 'must be the site key that the provider gave you'),
    default: undefined,
    description: 'Your site key at Turnstile or hCaptcha; pages can read it.',
  },
  CAPTCHA_SECRET_KEY: { schema: z.string().min(1), default: undefined, description: 'Its secret key.' },
  CAPTCHA_VERIFY_URL: {
    schema: url,
    default: undefined,
    description:
      "Address that verifies tokens. Default: the provider's own `siteverify`. A private host needs " +
      '`OUTBOUND_ALLOWED_HOSTS`.',
  },
  LLM_BASE_URL: {
    schema: url,
    default: undefined,
    description:
      'OpenAI-compatible endpoint for chat completions; without it the agent answers from documents.',
  },
  LLM_API_KEY: { schema: z.string(), default: undefined, description: 'Its key.' },
  LLM_MODEL: { schema: z.string(), default: undefined, description: 'Its model.' },
  CONSOLE: {
    schema: z.enum(['on', 'off'], 'must be on or off'),
    default: 'on',
    description: "The owner's console at `/console`; with `off` it is not served.",
  },
  OVERLOAD_REFUSALS: {
    schema: z.enum(['on', 'off'], 'must be on or off'),
    default: 'on',
    description:
      'Refuses new calls for some seconds while the database, the process or video frames lag behind; with ' +
      '`off` they are accepted, as tests on a busy machine require.',
  },
  LOCAL_ENGINES: {
    schema: z.enum(['on', 'off'], 'must be on or off'),
    default: 'on',
    description:
      'Without `LLM_BASE_URL` the start looks for a model on this machine (Ollama, LM Studio, llama.cpp, ' +
      'vLLM at their usual ports) and prints the setting that uses it; `off` turns this off.',
  },
  STT_BASE_URL: {
    schema: url,
    default: undefined,
    description:
      'OpenAI-compatible endpoint for transcriptions; without it the embedded recogniser, Vosk, is used.',
  },
  FFMPEG_PATH: {
    schema: z.string().min(1),
    default: undefined,
    description:
      'The ffmpeg program that decodes training films in MP4 and MOV. Default: the first one on the PATH. ' +
      'With `none` only WebM and MKV are decoded.',
  },
  VOSK_MODEL: {
    schema: VoskModels,
    default: '',
    description:
      'Additional models of the embedded recogniser, `de=/models/german,fr=/models/french`; a folder ' +
      'without a language replaces the English model. Any small Vosk model works.',
  },
  STT_API_KEY: { schema: z.string(), default: undefined, description: 'Its key.' },
  STT_MODEL: { schema: z.string(), default: undefined, description: 'Its model.' },
  TTS_BASE_URL: {
    schema: url,
    default: undefined,
    description: 'OpenAI-compatible endpoint for speech; without it the embedded English voice is used.',
  },
  TTS_API_KEY: { schema: z.string(), default: undefined, description: 'Its key.' },
  TTS_MODEL: { schema: z.string(), default: undefined, description: 'Its model.' },
  TTS_VOICE: { schema: z.string(), default: undefined, description: 'Its voice.' },
  EMBEDDINGS_BASE_URL: {
    schema: url,
    default: undefined,
    description:
      'OpenAI-compatible endpoint for embeddings, instead of the built-in English model. After the start ' +
      'the sentences of existing documents get new vectors.',
  },
  EMBEDDINGS_API_KEY: { schema: z.string(), default: undefined, description: 'Its key.' },
  EMBEDDINGS_MODEL: { schema: z.string(), default: undefined, description: 'Its model.' },
  SEARCH_BASE_URL: {
    schema: url,
    default: undefined,
    description:
      'Search engine for the skill `internet_search`, which answers `GET /search?q=…&format=json` like ' +
      'SearXNG; without it the skill is refused.',
  },
  SEARCH_API_KEY: { schema: z.string(), default: undefined, description: 'Its key, sent as a bearer token.' },
  METRICS_KEY: {
    schema: z.string(),
    default: undefined,
    description:
      'Bearer token for `/metrics`. Without it `/metrics` answers only requests from this machine without ' +
      'X-Forwarded-For or Forwarded: set it behind a proxy on the same machine that adds neither.',
  },
  DRAIN_SECONDS: {
    schema: seconds,
    default: '0',
    description:
      'Seconds after SIGTERM in which running calls may finish before the process stops; it takes no new ' +
      'ones meanwhile.',
  },
  PERCEPTION_BASE_URL: {
    schema: url,
    default: undefined,
    description:
      'OpenAI-compatible endpoint for chat completions with pictures, for PALs that name a perception ' +
      'model; without it `LLM_BASE_URL` is used.',
  },
  PERCEPTION_API_KEY: { schema: z.string(), default: undefined, description: 'Its key.' },
  PERCEPTION_MODEL: {
    schema: z.string(),
    default: undefined,
    description: 'Its model; by default the one that the PAL names.',
  },
  FACE_ENGINE_URL: {
    schema: z.string().regex(/^wss?:\/\/[^\s]+$/i, 'must be a ws or wss address'),
    default: undefined,
    description:
      'Face engine, which draws faces that speak the sound of calls (see docs/guide/face-engines.md).',
  },
  FACE_ENGINE_API_KEY: {
    schema: z.string().min(1),
    default: undefined,
    description: 'Its key, sent as a bearer token.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: url,
    default: undefined,
    description:
      'OpenTelemetry collector (OTLP over HTTP, without `/v1/traces`): receives a span of each answer, ' +
      'with times and sizes but no spoken text. `OTEL_EXPORTER_OTLP_HEADERS` works as in the standard.',
  },
  OTEL_SERVICE_NAME: {
    schema: z.string(),
    default: 'palkit',
    description: 'Name of this service there.',
  },
  LOG_LEVEL: {
    schema: z.enum(
      ['debug', 'info', 'warn', 'error', 'silent'],
      'must be debug, info, warn, error or silent',
    ),
    default: 'info',
    description: 'Least severe level that is logged.',
  },
} as const;

export type SettingName = keyof typeof SETTINGS;
