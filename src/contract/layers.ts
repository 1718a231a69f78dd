/**
 * The settings in a PAL's `layers` (specification: resources-46, resources-47) with schema, default and description.
 * The table in the docs is generated from them. Unknown fields are stored as sent.
 */
import * as z from 'zod/mini';
import { HttpUrl, Id } from './ids.ts';
import { LlmTools, MAX_TOOLS, MAX_VISUAL_TOOLS, VisualTools } from './llm-tools.ts';
import { PAGE_SETTINGS } from './own-pages.ts';
import { MAX_PRONUNCIATION_LENGTH, MAX_PRONUNCIATIONS, Pronunciations } from './pronunciations.ts';

const text = (max: number) =>
  z.string('must be a string').check(z.maxLength(max, `must be at most ${max} characters`));
const name = text(200).check(z.regex(/\S/, 'must not be empty'));
const number = (from: number, to: number) =>
  z
    .number(`must be a number from ${from} to ${to}`)
    .check(z.minimum(from, `must be from ${from} to ${to}`), z.maximum(to, `must be from ${from} to ${to}`));
const list = (entry: z.ZodMiniType<string>, max: number) =>
  z.array(entry, 'must be a list of strings').check(z.maxLength(max, `must hold at most ${max} entries`));
const level = z.enum(['low', 'medium', 'high'], 'must be low, medium or high');
const key = text(2000).check(z.regex(/^[\x21-\x7e]+$/, 'must be a key without spaces'));
const matchingText = (pattern: RegExp, message: string) => z.string(message).check(z.regex(pattern, message));

const withKeys = (pattern: RegExp, maximum: number, message: string) =>
  z.refine<Record<string, unknown>>(
    (record) =>
      Object.keys(record).length <= maximum && Object.keys(record).every((word) => pattern.test(word)),
    message,
  );
const HEADER = new RegExp(
  String.raw`^(?!(?:host|connection|content-length|content-type|transfer-encoding|upgrade|te|trailer|` +
    String.raw`expect|keep-alive|proxy-.*)$)[a-z0-9-]{1,64}$`,
  'i',
);
const headers = z
  .record(
    z.string(),
    matchingText(/^[\x20-\x7e]{1,2000}$/, 'must be 1 to 2000 printable ASCII characters'),
    'must be an object of header names and values',
  )
  .check(withKeys(HEADER, 20, 'must hold at most 20 headers, without those of the connection itself'));
/** Fields of a model request that the service sets. */
const RESERVED_FIELDS = ['messages', 'stream', 'tools', 'model'];
const extraBody = z
  .record(z.string(), z.unknown(), 'must be an object')
  .check(
    z.refine(
      (record) => !RESERVED_FIELDS.some((word) => Object.hasOwn(record, word)),
      `must not hold ${RESERVED_FIELDS.join(', ')}`,
    ),
  );
const voices = z
  .record(z.string(), name, 'must be an object of languages and voices')
  .check(
    withKeys(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 30, 'must hold at most 30 languages, tags such as en'),
  );

/** Milliseconds of silence that end a visitor's turn, by `turn_taking_patience`. */
export const TURN_SILENCE = { low: 400, medium: 600, high: 1200 } as const;
/** Seconds of silence before the PAL asks whether the visitor is there, by `idle_engagement`. */
export const IDLE_SECONDS = { patient: 30, eager: 12 } as const;

const BASE_URL =
  "URL of an OpenAI-compatible endpoint of the PAL's own, including the version. Its host must be public " +
  'or listed in `OUTBOUND_ALLOWED_HOSTS`; a private one is refused when it is set.';
const KEY_DESCRIPTION =
  'API key of that endpoint. Write-only: it is encrypted at rest, and dropped when `base_url` changes without it.';
const MODEL_DESCRIPTION = "Name of the model, at the PAL's endpoint or at the service's.";

export interface LayerSetting {
  schema: z.ZodMiniType;
  /** Default value; null if there is none or if the service's setting applies. */
  default: string | number | boolean | null;
  /** A description of the bounds. */
  bounds: string;
  description: string;
}

const OTHER_NAME = {
  schema: level,
  default: null,
  bounds: '`low`, `medium`, `high`',
  description: 'Another name of `pal_interruptibility`, which takes precedence.',
} as const satisfies LayerSetting;

/** All known settings, by layer. */
export const LAYER_SETTINGS = {
  llm: {
    model: { schema: name, default: null, bounds: '1 to 200 characters', description: MODEL_DESCRIPTION },
    base_url: { schema: HttpUrl, default: null, bounds: 'http or https', description: BASE_URL },
    api_key: { schema: key, default: null, bounds: '1 to 2000 characters', description: KEY_DESCRIPTION },
    temperature: {
      schema: number(0, 2),
      default: null,
      bounds: '0 to 2',
      description: "Sampling temperature. Default: the model's own.",
    },
    speculative_inference: {
      schema: z.boolean('must be true or false'),
      default: true,
      bounds: '`true`, `false`',
      description:
        "Starts an answer at the first silence, before the end of the visitor's turn is certain. Answers come " +
        'sooner, but each longer pause within a turn costs a request to the model and to the voice. `false` sends ' +
        'one of each per turn.',
    },
    strict_guardrails: {
      schema: z.boolean('must be true or false'),
      default: false,
      bounds: '`true`, `false`',
      description:
        "Checks a model's answer against the guardrails before any of it is spoken. The answer starts later, " +
        'after the whole answer is written and checked; if the check takes more than 8 s, the answer ' +
        'comes from the documents instead.',
    },
    headers: {
      schema: headers,
      default: null,
      bounds: 'at most 20',
      description: 'Additional headers of the requests to `base_url`. Write-only like a key.',
    },
    extra_body: {
      schema: extraBody,
      default: null,
      bounds: `an object without ${RESERVED_FIELDS.join(', ')}`,
      description: 'Additional fields of the request to the model, sent unchanged.',
    },
    tools: {
      schema: LlmTools,
      default: null,
      bounds: `at most ${MAX_TOOLS}`,
      description:
        'Tools that the model may call, as OpenAI functions. The service calls those with `http`, the ' +
        "visitor's page all others.",
    },
  },
  tts: {
    tts_engine: {
      schema: z.enum(['embedded', 'openai'], 'must be embedded or openai (any OpenAI-compatible endpoint)'),
      default: null,
      bounds: '`embedded`, `openai`',
      description: '`embedded` uses the built-in English voice even if an endpoint is configured.',
    },
    model: { schema: name, default: null, bounds: '1 to 200 characters', description: MODEL_DESCRIPTION },
    base_url: { schema: HttpUrl, default: null, bounds: 'http or https', description: BASE_URL },
    api_key: { schema: key, default: null, bounds: '1 to 2000 characters', description: KEY_DESCRIPTION },
    external_voice_id: {
      schema: name,
      default: null,
      bounds: '1 to 200 characters',
      description: "The endpoint's name of the voice; the embedded voices are `slt`, `rms` and `awb`.",
    },
    voice: {
      schema: name,
      default: null,
      bounds: '1 to 200 characters',
      description: 'Same as `external_voice_id`, which takes precedence.',
    },
    voices: {
      schema: voices,
      default: null,
      bounds: 'at most 30',
      description: 'Language → voice for answers in that language.',
    },
    speed: {
      schema: number(0.5, 2),
      default: 1,
      bounds: '0.5 to 2',
      description: "Speaking rate; 1 is the voice's own.",
    },
    pitch: {
      schema: number(-4, 4),
      default: 0,
      bounds: '-4 to 4',
      description:
        "Semitones above or below the voice's own; for installed voices that Palkit runs by itself, like " +
        '`piper-en`.',
    },
    instructions: {
      schema: text(2000),
      default: null,
      bounds: 'at most 2000 characters',
      description: 'How the voice should sound, for endpoints that accept instructions.',
    },
    pronunciation_dictionary_id: {
      schema: Id,
      default: null,
      bounds: 'an id',
      description:
        'A dictionary of the account (`/v2/pronunciation-dictionaries`), used where `pronunciations` has no ' +
        'entry for a word.',
    },
    pronunciations: {
      schema: Pronunciations,
      default: null,
      bounds: `at most ${MAX_PRONUNCIATIONS}, of ${MAX_PRONUNCIATION_LENGTH} characters each`,
      description:
        'How words are pronounced: `[{"word": "Siobhan", "say": "shi vawn"}]`. Matches whole words in any ' +
        'case; captions and transcript keep the spelling. `say` is a respelling, ' +
        "or phones of CMU's set in slashes (`/sh ih v ao1 n/`), which only the embedded voice understands; " +
        'other voices say the word as it is written.',
    },
  },
  stt: {
    stt_engine: {
      schema: z.enum(['embedded', 'openai'], 'must be embedded or openai (any OpenAI-compatible endpoint)'),
      default: null,
      bounds: '`embedded`, `openai`',
      description: '`embedded` uses the built-in English recogniser even if an endpoint is configured.',
    },
    model: { schema: name, default: null, bounds: '1 to 200 characters', description: MODEL_DESCRIPTION },
    base_url: { schema: HttpUrl, default: null, bounds: 'http or https', description: BASE_URL },
    api_key: { schema: key, default: null, bounds: '1 to 2000 characters', description: KEY_DESCRIPTION },
    hotwords: {
      schema: z.union(
        [list(text(200), 200), text(4000)],
        'must be a string or a list of at most 200 strings',
      ),
      default: null,
      bounds: 'a text of 4000 characters or a list of 200',
      description: 'Names and words that visitors are likely to say; the recogniser prefers them.',
    },
  },
  conversational_flow: {
    turn_taking_patience: {
      schema: level,
      default: 'medium',
      bounds: '`low`, `medium`, `high`',
      description: `Length of the silence that ends the visitor's turn: ${Object.values(TURN_SILENCE).join(', ')} ms.`,
    },
    turn_detection: {
      schema: z.looseObject(
        {
          silence_ms: z.optional(
            z.nullable(
              z
                .int('must be a whole number of milliseconds')
                .check(
                  z.minimum(200, 'must be from 200 to 3000'),
                  z.maximum(3000, 'must be from 200 to 3000'),
                ),
            ),
          ),
        },
        'must be an object',
      ),
      default: null,
      bounds: '`silence_ms` 200 to 3000',
      description: 'The same silence in milliseconds; takes precedence over `turn_taking_patience`.',
    },
    pal_interruptibility: {
      schema: level,
      default: 'medium',
      bounds: '`low`, `medium`, `high`',
      description:
        '`high`: any speech stops the PAL. `medium`: it pauses, and continues after a back-channel such as ' +
        '"mhm". `low`: only speech of 1.5 s stops it; shorter speech is answered afterwards.',
    },
    face_interruptibility: OTHER_NAME,
    replica_interruptibility: OTHER_NAME,
    idle_engagement: {
      schema: z.enum(['off', 'patient', 'eager'], 'must be off, patient or eager'),
      default: 'off',
      bounds: '`off`, `patient`, `eager`',
      description:
        `Asks whether the visitor is still there after ${IDLE_SECONDS.patient} s (\`patient\`) or ` +
        `${IDLE_SECONDS.eager} s (\`eager\`) of silence: twice, then the PAL stays quiet until the visitor speaks.`,
    },
    idle_seconds: {
      schema: number(5, 300),
      default: null,
      bounds: '5 to 300',
      description: 'The same silence in seconds, if `idle_engagement` is not `off`.',
    },
    end_call: {
      schema: z.boolean('must be true or false'),
      default: false,
      bounds: '`true`, `false`',
      description:
        'Lets the PAL end the call: it says goodbye and ends the call after the last word. A model gets ' +
        'the tool `end_call`; without a model, a goodbye of the visitor is enough.',
    },
    request_human: {
      schema: z.boolean('must be true or false'),
      default: false,
      bounds: '`true`, `false`',
      description:
        'Notifies you when a visitor wants a person (`application.human_requested`, and `pal-tool-call` on ' +
        'the page). A model gets the tool `request_human`; without a model, asking for a person is enough.',
    },
    human_contact: {
      schema: text(300),
      default: null,
      bounds: 'at most 300 characters',
      description:
        'How a visitor reaches a person, in one sentence; it is spoken and shown with `request_human`. By ' +
        'default the PAL looks for a telephone number or an address in its documents.',
    },
    ...PAGE_SETTINGS,
  },
  perception: {
    perception_model: {
      schema: name,
      default: null,
      bounds: '1 to 200 characters',
      description:
        'The model that sees the camera; `application.perception_analysis` has its summary after the call. ' +
        '`off` is none.',
    },
    base_url: { schema: HttpUrl, default: null, bounds: 'http or https', description: BASE_URL },
    api_key: { schema: key, default: null, bounds: '1 to 2000 characters', description: KEY_DESCRIPTION },
    visual_awareness_queries: {
      schema: list(text(1000), 20),
      default: null,
      bounds: 'at most 20',
      description:
        'Questions about what the camera shows, answered every ten seconds of the call. An answer that is new ' +
        "is sent to the page as `conversation.perception_analysis`, and added to the model's context.",
    },
    visual_tools: {
      schema: VisualTools,
      default: null,
      bounds: `at most ${MAX_VISUAL_TOOLS} OpenAI functions`,
      description:
        'Tools that the perception model calls for what it sees, as `conversation.perception_tool_call` on the ' +
        'page. While the same call continues, it is sent only once.',
    },
    visual_tool_prompt: {
      schema: text(4000),
      default: null,
      bounds: 'at most 4000 characters',
      description: 'When `visual_tools` are to be called.',
    },
    perception_analysis_queries: {
      schema: list(text(1000), 20),
      default: null,
      bounds: 'at most 20',
      description: 'Questions that the summary after the call should answer.',
    },
  },
} as const satisfies Record<string, Record<string, LayerSetting>>;

type Shape<Settings extends Record<string, LayerSetting>> = {
  [Name in keyof Settings]: z.ZodMiniOptional<z.ZodMiniNullable<Settings[Name]['schema']>>;
};
function layer<Settings extends Record<string, LayerSetting>>(
  settings: Settings,
): z.ZodMiniOptional<z.ZodMiniObject<Shape<Settings>, z.core.$loose>> {
  const shape = Object.fromEntries(
    Object.entries(settings).map(([setting, { schema }]) => [setting, z.optional(z.nullable(schema))]),
  ) as unknown as Shape<Settings>;
  return z.optional(z.looseObject(shape, 'must be an object'));
}
const ids = (max: number) =>
  z.array(Id, 'must be a list of strings').check(z.maxLength(max, `must hold at most ${max} entries`));

/** Settings by layer; unknown fields are stored as sent. */
export const Layers = z.looseObject(
  {
    perception: layer(LAYER_SETTINGS.perception),
    stt: layer(LAYER_SETTINGS.stt),
    conversational_flow: layer(LAYER_SETTINGS.conversational_flow),
    llm: layer(LAYER_SETTINGS.llm),
    tts: layer(LAYER_SETTINGS.tts),
    conferencing: z.optional(
      z.looseObject({
        username: z.optional(
          z
            .string('must be a string')
            .check(z.regex(/^[a-z0-9][a-z0-9._-]{0,62}$/i, 'must be a mailbox name')),
        ),
      }),
    ),
    mcp: z.optional(
      z.looseObject({
        /** Connectors whose tools the PAL may use. */
        connectors: z.optional(ids(50)),
        /** For each connector, the tools that the PAL may use. A connector without an entry allows all of its tools. */
        connector_tools: z.optional(
          z.record(
            Id,
            z
              .array(
                z.string('must be a string').check(z.maxLength(128, 'must be at most 128 characters')),
                'must be a list of tool names',
              )
              .check(z.maxLength(200, 'must hold at most 200 tools')),
          ),
        ),
      }),
    ),
  },
  'must be an object',
);
export type Layers = z.output<typeof Layers>;

/** Names of secrets at any depth. They are never returned, and stored encrypted. */
export const SECRET_NAME = /^(?:(?:.*[_-])?(?:api_?key|token|secret|password)|headers)$/i;
