/** The `properties` of a conversation. Specification: events-1. */
import * as z from 'zod/mini';
import { whereUsed } from './endpoint.ts';
import { languageTags } from './language-names.ts';
import { Languages } from './languages.ts';
import { optionalNameSchema } from './names.ts';
import { PostCallActions } from './post-call.ts';
import { RecordingStorage } from './recordings.ts';

/** Maximum number of people that a Daily room admits. */
const MAX_PARTICIPANTS = 1000;
const flag = /* @__NO_SIDE_EFFECTS__ */ () => z.optional(z.boolean('must be true or false'));

/** Properties that clients also send outside `properties`. */
const topFields = whereUsed(() => ({
  /** If false, the `conversation_url` of a Daily room contains the meeting token. All other rooms require the token. */
  require_auth: flag(),
  /**
   * Maximum number of participants at a time, including the agent. A room of the service always has the agent and one
   * visitor.
   */
  max_participants: z.optional(
    z.nullable(
      z
        .int('must be a whole number')
        .check(
          z.minimum(2, `must be from 2 to ${MAX_PARTICIPANTS}, including the agent`),
          z.maximum(MAX_PARTICIPANTS, `must be from 2 to ${MAX_PARTICIPANTS}, including the agent`),
        ),
    ),
  ),
  /** True if neither the agent nor the visitor sends video and no cards are shown. */
  audio_only: flag(),
}));
export const PROPERTIES_AT_TOP = topFields;

/** Fields for another transport, which are refused. */
const unsupportedField = whereUsed(() =>
  z.optional(
    z.null(
      'is not supported. The agent joins only rooms of this service or Daily. Leave it out and join conversation_url',
    ),
  ),
);

const seconds = /* @__NO_SIDE_EFFECTS__ */ (from: number, to: number, fallback: number) =>
  z._default(
    z
      .int('must be a whole number of seconds')
      .check(
        z.minimum(from, `must be from ${from} to ${to}`),
        z.maximum(to, `must be from ${from} to ${to}`),
      ),
    fallback,
  );

const language = /* @__NO_SIDE_EFFECTS__ */ () =>
  z.optional(
    z.nullable(
      z.string('must be a string').check(
        z.maxLength(40, 'must be at most 40 characters'),
        z.refine(
          (name) => name === '' || languageTags(name) !== null,
          'must be a language tag such as de, the English name of a language, or multilingual',
        ),
      ),
    ),
  );

export const ConversationProperties = z.strictObject(
  {
    ...topFields,
    max_call_duration: seconds(10, 86_400, 3600),
    participant_left_timeout: seconds(0, 86_400, 0),
    participant_absent_timeout: seconds(1, 86_400, 300),
    languages: z.optional(Languages),
    /** A language by its tag or English name, or `multilingual` for those of the PAL; stored as `languages`. */
    language: language(),
    /** The visitor's name if the owner knows it; the transcript shows it with the visitor's lines. */
    participant_name: z.optional(z.nullable(optionalNameSchema())),
    post_call_actions: z.optional(PostCallActions),
    enable_recording: z.optional(z.boolean('must be true or false')),
    /** Destination of a copy of the recording; only with `enable_recording`. */
    recording_storage: z.optional(RecordingStorage),
    /**
     * If true, captions are shown from the start; otherwise the visitor can turn them on. `conversation.ready` has
     * this value. In a Daily room the value also enables captions in Daily's call screen, which Daily transcribes.
     */
    enable_closed_captions: z.optional(z.boolean('must be true or false')),
    apply_greenscreen: z.optional(
      z.nullable(
        z.literal(
          false,
          'must be false or left out. Faces have their own background; in Daily rooms your runner chooses it',
        ),
      ),
    ),
    livekit_ws_url: unsupportedField,
    livekit_room_token: unsupportedField,
  },
  'must be an object',
);
export type ConversationProperties = z.output<typeof ConversationProperties>;

type SentProperties = Record<string, unknown> & {
  properties?: Record<string, unknown> & { language?: string | null; languages?: string[] };
};
const FIELD_NAMES = ['require_auth', 'max_participants', 'audio_only'] as const;

/** Moves the fields of `PROPERTIES_AT_TOP` into `properties`; two different values are refused. */
export const withProperties = /* @__NO_SIDE_EFFECTS__ */ <Schema extends z.ZodMiniType>(
  schema: Schema,
): Schema =>
  z.pipe(
    schema.check(
      z.refine((value: unknown) => !contradictsLanguages(value as SentProperties), {
        path: ['properties', 'language'],
        error: 'must equal properties.languages. Send only one of them',
      }),
      ...FIELD_NAMES.map((name) =>
        z.refine((value: unknown) => !contradicts(value as SentProperties, name), {
          path: [name],
          error: `must equal properties.${name}. Send only one of them`,
        }),
      ),
    ),
    z.transform((value) => moveProperties(value as SentProperties)),
  ) as unknown as Schema;

const contradicts = ({ properties, ...sent }: SentProperties, name: string): boolean =>
  sent[name] !== undefined && properties?.[name] !== undefined && sent[name] !== properties[name];

const languagesOf = ({ properties }: SentProperties): string[] =>
  languageTags(properties?.language || 'multilingual') ?? [];

const contradictsLanguages = (properties: SentProperties): boolean =>
  languagesOf(properties).length > 0 &&
  properties.properties?.languages !== undefined &&
  String(properties.properties.languages) !== String(languagesOf(properties));

function moveProperties({
  require_auth,
  max_participants,
  audio_only,
  ...sent
}: SentProperties): SentProperties {
  const otherFields = Object.entries({ require_auth, max_participants, audio_only });
  const { language: _, ...properties } = sent.properties ?? {};
  const languages = languagesOf(sent);
  return {
    ...sent,
    properties: {
      ...properties,
      ...(languages.length > 0 ? { languages } : {}),
      ...Object.fromEntries(otherFields.filter(([, value]) => value !== undefined)),
    },
  };
}
