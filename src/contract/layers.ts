/**
 * What a PAL's `layers` may hold (specification, PAL: "inner fields not shown"): every setting with its
 * shape, its default and what it does. The docs' table is written from this one. What is not known is kept as
 * sent.
 */
import * as z from 'zod/mini';
import { HttpUrl, Id } from './ids.ts';
import { LlmTools, MOST_TOOLS } from './llm-tools.ts';
import { PAGE_SETTINGS } from './own-pages.ts';

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
const patterned = (pattern: RegExp, message: string) => z.string(message).check(z.regex(pattern, message));

const named = (pattern: RegExp, most: number, message: string) =>
  z.refine<Record<string, unknown>>(
    (held) => Object.keys(held).length <= most && Object.keys(held).every((word) => pattern.test(word)),
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
    patterned(/^[\x20-\x7e]{1,2000}$/, 'must be 1 to 2000 printable ASCII characters'),
    'must be an object of header names and values',
  )
  .check(named(HEADER, 20, "must hold at most 20 headers, and none of the connection's own"));
/** What the service itself says in a request to a model. */
const RESERVED = ['messages', 'stream', 'tools', 'model'];
const extraBody = z
  .record(z.string(), z.unknown(), 'must be an object')
  .check(
    z.refine(
      (held) => !RESERVED.some((word) => Object.hasOwn(held, word)),
      `must not hold ${RESERVED.join(', ')}`,
    ),
  );
const voices = z
  .record(z.string(), name, 'must be an object of languages and voices')
  .check(
    named(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 30, 'must hold at most 30 languages, by tags such as en'),
  );

/** CMU's phones, as the embedded voice has them; a digit after a vowel is its stress. */
const PHONE =
  '(?:(?:a[aehoxwy]|e[hry]|i[hxy]|o[wy]|u[hw])[012]?|b|ch|d|dh|f|g|hh|jh|k|l|m|n|ng|p|r|s|sh|t|th|v|w|y|z|zh)';
const SAY = new RegExp(
  `^(?:/ ?${PHONE}(?: +${PHONE})* ?/|[^/<>\\p{Cc}]*[\\p{L}\\p{N}][^/<>\\p{Cc}]*)$`,
  'iu',
);
const WORD = /^(?=.*[\p{L}\p{N}])[^<>\p{Cc}\p{Co}]+$/u;
const MOST_PRONUNCIATIONS = 200;
const MOST_LETTERS = 60;
const pronunciation = z.strictObject(
  {
    word: text(MOST_LETTERS).check(z.regex(WORD, 'must be a word: letters or digits, on one line')),
    say: text(MOST_LETTERS).check(
      z.regex(
        SAY,
        "must be a respelling (letters or digits, without slashes), or phones of CMU's set in slashes, " +
          'such as /n uh1 r/',
      ),
    ),
  },
  'must be an object with word and say, and nothing else',
);
const pronunciations = z.array(pronunciation, 'must be a list').check(
  z.maxLength(MOST_PRONUNCIATIONS, `must hold at most ${MOST_PRONUNCIATIONS} entries`),
  z.refine(
    (list) =>
      new Set(list.map(({ word }) => word.normalize('NFC').trim().toLocaleLowerCase('en'))).size ===
      list.length,
    'must name each word once',
  ),
);

const BASE_URL =
  "An OpenAI-compatible endpoint of the PAL's own, up to and with the version. Reached through the " +
  'guard of outbound requests: public addresses, or `OUTBOUND_ALLOWED_HOSTS`; one that is plainly ' +
  'private is refused when it is set.';
const KEY =
  'Its key. Write-only: never read back, sealed at rest, and dropped when `base_url` changes without a new key.';
const MODEL = "The model, at the PAL's endpoint or at the service's.";

/** A setting of a layer: what it takes, and what is said of it. */
export interface LayerSetting {
  schema: z.ZodMiniType;
  /** What counts where it is not set; `null`: the service's own, or nothing. */
  default: string | number | boolean | null;
  /** The bounds in words. */
  bounds: string;
  description: string;
}

/** Every known setting, layer by layer. */
export const LAYER_SETTINGS = {
  llm: {
    model: { schema: name, default: null, bounds: '1 to 200 characters', description: MODEL },
    base_url: { schema: HttpUrl, default: null, bounds: 'http or https', description: BASE_URL },
    api_key: { schema: key, default: null, bounds: '1 to 2000 characters', description: KEY },
    temperature: {
      schema: number(0, 2),
      default: null,
      bounds: '0 to 2',
      description: "How freely the model chooses its words; the model's own default where it is not set.",
    },
    speculative_inference: {
      schema: z.boolean('must be true or false'),
      default: true,
      bounds: '`true`, `false`',
      description:
        "Whether an answer is begun at the first silence, before the visitor's turn is surely over: heard " +
        'sooner, at the price of a request to the model for each longer pause within a turn. `false`: one ' +
        'request for each whole turn.',
    },
    strict_guardrails: {
      schema: z.boolean('must be true or false'),
      default: false,
      bounds: '`true`, `false`',
      description:
        "Whether a model's answer is judged by the guardrails before anything of it is said. It is then " +
        "heard later, by all of the answer's time and the judgement's; an answer that cannot be judged " +
        'within 8 s is not said, and the documents answer.',
    },
    headers: {
      schema: headers,
      default: null,
      bounds: 'at most 20',
      description: 'Further headers of the requests to `base_url`. Write-only like a key.',
    },
    extra_body: {
      schema: extraBody,
      default: null,
      bounds: `an object without ${RESERVED.join(', ')}`,
      description: 'Further fields of the request to the model, as they are.',
    },
    tools: {
      schema: LlmTools,
      default: null,
      bounds: `at most ${MOST_TOOLS}`,
      description:
        'Tools that the model may call: functions as OpenAI has them; with `http` the service calls them, ' +
        "without it the visitor's page does.",
    },
  },
  tts: {
    tts_engine: {
      schema: z.enum(['embedded', 'openai'], 'must be embedded or openai (any OpenAI-compatible endpoint)'),
      default: null,
      bounds: '`embedded`, `openai`',
      description: '`embedded` speaks with the built-in English voice even where an endpoint is configured.',
    },
    model: { schema: name, default: null, bounds: '1 to 200 characters', description: MODEL },
    base_url: { schema: HttpUrl, default: null, bounds: 'http or https', description: BASE_URL },
    api_key: { schema: key, default: null, bounds: '1 to 2000 characters', description: KEY },
    external_voice_id: {
      schema: name,
      default: null,
      bounds: '1 to 200 characters',
      description: 'The voice as its endpoint calls it; of the embedded ones `slt`, `rms` or `awb`.',
    },
    voice: {
      schema: name,
      default: null,
      bounds: '1 to 200 characters',
      description: 'The same; `external_voice_id` comes first.',
    },
    voices: {
      schema: voices,
      default: null,
      bounds: 'at most 30',
      description: 'Language → voice: the matching one is used for what is said in that language.',
    },
    speed: {
      schema: number(0.5, 2),
      default: 1,
      bounds: '0.5 to 2',
      description: 'How fast it speaks; 1 is as the voice does by itself.',
    },
    instructions: {
      schema: text(2000),
      default: null,
      bounds: 'at most 2000 characters',
      description: 'How it shall sound, for endpoints that take such words.',
    },
    pronunciations: {
      schema: pronunciations,
      default: null,
      bounds: `at most ${MOST_PRONUNCIATIONS}, of ${MOST_LETTERS} characters each`,
      description:
        'How words are said: `[{"word": "Siobhan", "say": "shi vawn"}]`. Whole words, whatever their ' +
        'case; captions and transcript keep what is written. `say` is a respelling, ' +
        "or phones of CMU's set in slashes (`/sh ih v ao1 n/`), which the embedded voice knows and any " +
        'other voice leaves: it says the word as it is written.',
    },
  },
  stt: {
    stt_engine: {
      schema: z.enum(['embedded', 'openai'], 'must be embedded or openai (any OpenAI-compatible endpoint)'),
      default: null,
      bounds: '`embedded`, `openai`',
      description:
        '`embedded` hears with the built-in English recogniser even where an endpoint is configured.',
    },
    model: { schema: name, default: null, bounds: '1 to 200 characters', description: MODEL },
    base_url: { schema: HttpUrl, default: null, bounds: 'http or https', description: BASE_URL },
    api_key: { schema: key, default: null, bounds: '1 to 2000 characters', description: KEY },
    hotwords: {
      schema: z.union(
        [list(text(200), 200), text(4000)],
        'must be a string or a list of at most 200 strings',
      ),
      default: null,
      bounds: 'a text of 4000 characters or a list of 200',
      description: 'Names and words that visitors will say: they come first in what the recogniser expects.',
    },
  },
  conversational_flow: {
    turn_taking_patience: {
      schema: level,
      default: 'medium',
      bounds: '`low`, `medium`, `high`',
      description: "How long a silence ends the visitor's turn: 400, 600 or 1200 ms.",
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
      description: 'The same silence in milliseconds; it comes before `turn_taking_patience`.',
    },
    pal_interruptibility: {
      schema: level,
      default: 'medium',
      bounds: '`low`, `medium`, `high`',
      description:
        '`high`: any voice stops the PAL for good. `medium`: it pauses, and goes on after a "mhm". `low`: ' +
        'only speech of 1.5 s stops it; what was said meanwhile is answered next.',
    },
    replica_interruptibility: {
      schema: level,
      default: null,
      bounds: '`low`, `medium`, `high`',
      description: 'The older name of `pal_interruptibility`.',
    },
    idle_engagement: {
      schema: z.enum(['off', 'patient', 'eager'], 'must be off, patient or eager'),
      default: 'off',
      bounds: '`off`, `patient`, `eager`',
      description:
        'Whether it asks if somebody is there after nobody has spoken for 30 s (`patient`) or 12 s ' +
        '(`eager`): twice, then it is quiet until the visitor says something.',
    },
    idle_seconds: {
      schema: number(5, 300),
      default: null,
      bounds: '5 to 300',
      description: 'The same silence in seconds, where `idle_engagement` is not `off`.',
    },
    end_call: {
      schema: z.boolean('must be true or false'),
      default: false,
      bounds: '`true`, `false`',
      description:
        'Whether the PAL may end the call: it says goodbye and ends it after the last word. A model has ' +
        'the tool `end_call`; without one a goodbye of the visitor is enough.',
    },
    request_human: {
      schema: z.boolean('must be true or false'),
      default: false,
      bounds: '`true`, `false`',
      description:
        'Whether the PAL tells you that a visitor wants a person (`application.human_requested`, and ' +
        '`pal-tool-call` on the page). A model has the tool `request_human`; without one the wish itself ' +
        'is enough.',
    },
    human_contact: {
      schema: text(300),
      default: null,
      bounds: 'at most 300 characters',
      description:
        'How a visitor reaches a person, in a sentence: said and shown with `request_human`. Where it is ' +
        'not set, the documents are asked for a telephone number or an address.',
    },
    ...PAGE_SETTINGS,
  },
  perception: {
    perception_model: {
      schema: name,
      default: null,
      bounds: '1 to 200 characters',
      description:
        'The model that looks; its summary after the call is told by `application.perception_analysis`.',
    },
    base_url: { schema: HttpUrl, default: null, bounds: 'http or https', description: BASE_URL },
    api_key: { schema: key, default: null, bounds: '1 to 2000 characters', description: KEY },
    visual_awareness_queries: {
      schema: list(text(1000), 20),
      default: null,
      bounds: 'at most 20',
      description: 'What to look out for during the call.',
    },
    perception_analysis_queries: {
      schema: list(text(1000), 20),
      default: null,
      bounds: 'at most 20',
      description: 'What the summary after the call shall answer.',
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

/** Nested settings per layer; a field that is not known is kept as sent. */
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
        /**
         * Connector → the only tools of it that the PAL may use; a connector that is not named here gives all
         * of its tools.
         */
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

/** Keys, at any depth: never read back and sealed at rest. */
export const SECRET_NAME = /^(?:(?:.*[_-])?(?:api_?key|token|secret|password)|headers)$/i;
