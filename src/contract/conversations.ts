/** Conversations; each is one call. Specification: events-1. */
import * as z from 'zod/mini';
import { CanvasInteraction, StoredCanvasInteraction } from './canvas.ts';
import { conversationFilters, Cursor } from './conversation-filters.ts';
import { CONVERSATION_STATUSES, TURN_OUTCOMES } from './conversation-outcomes.ts';
import { ConversationProperties, withProperties, PROPERTIES_AT_TOP } from './conversation-properties.ts';
import { endpoint, whereUsed } from './endpoint.ts';
import { Handover } from './handover-state.ts';
import { Id, NullableHttpUrl, Timestamp } from './ids.ts';
import { Flag, paging, Sort } from './lists.ts';
import { getRecording, Recording } from './recordings.ts';
import { Variables } from './variables.ts';
import { optionalNameSchema } from './names.ts';
import { MemoryTags } from './visitor-identity.ts';

export { ConversationProperties };
export {
  CONVERSATION_STATUSES,
  SHUTDOWN_REASONS,
  TURN_OUTCOMES,
  type ShutdownReason,
  type TurnOutcome,
} from './conversation-outcomes.ts';

/** A visitor's consent: the version of the text and the time. */
export const Consent = z.object(
  {
    /** Version of the text: `customization.consent.version`, or `1`. */
    version: z
      .string('must be a string')
      .check(z.minLength(1, 'must not be empty'), z.maxLength(64, 'must be at most 64 characters')),
    /** Time of the consent in ISO 8601. */
    accepted_at: z
      .string('must be a string')
      .check(
        z.regex(
          /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/,
          'must be a time in ISO 8601',
        ),
      ),
  },
  'must be an object with version and accepted_at',
);
export type Consent = z.output<typeof Consent>;

/** Response to a request that creates or starts a conversation: the address to join, and a token for it. */
export const StartedConversation = z.object({
  conversation_id: z.string(),
  conversation_name: z.string(),
  conversation_url: z.string(),
  status: z.enum(CONVERSATION_STATUSES),
  callback_url: z.string(),
  created_at: Timestamp,
  meeting_token: z.string(),
});
export type StartedConversation = z.output<typeof StartedConversation>;

/** Response to a request that ends a conversation. */
export const Conversation = z.object({ conversation_id: z.string(), status: z.enum(CONVERSATION_STATUSES) });

/** A line of the transcript (specification: events-12). */
export const TranscriptEntry = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  /**
   * `service` is text of the service, such as a filler phrase; the model does not receive it. `person` is text that a
   * person wrote instead of the agent; `participant_name` is their name.
   */
  origin: z.optional(z.enum(['service', 'person'])),
  /** Start of the turn in Unix seconds. */
  timestamp: z.number(),
  seconds_from_start: z.number(),
  duration: z.number(),
  inference_id: z.optional(z.string()),
  participant_name: z.optional(z.string()),
});
export type TranscriptEntry = z.output<typeof TranscriptEntry>;

const milliseconds = z.nullable(z.number());
/**
 * How one answer of the agent was produced. Times are milliseconds from its start; null for steps that did not
 * happen.
 */
export const TurnTrace = z.object({
  /** Id of the answer, and of its transcript line and its events in the room. */
  inference_id: z.string(),
  /** Start of the answer in Unix seconds. */
  timestamp: z.number(),
  /** `said`: completely spoken; `cut`: interrupted by the visitor; `given_up`: no answer. */
  state: z.enum(['said', 'cut', 'given_up']),
  /** Null if the turn ended without an outcome; missing in older traces. */
  outcome: z.optional(z.nullable(z.enum(TURN_OUTCOMES))),
  /** The line that is answered; empty if the answer reports the result of an earlier tool call. */
  heard: z.string(),
  /** The complete text; the transcript has the part that was spoken. */
  written: z.string(),
  first_word: milliseconds,
  first_sound: milliseconds,
  took: z.number(),
  /** Passages for the model or for an answer from documents, best first. `score` is comparable within a turn only. */
  notes: z.array(
    z.object({
      document_id: z.string(),
      document_name: z.string(),
      heading: z.string(),
      score: z.nullable(z.number()),
    }),
  ),
  requests: z.array(
    z.object({
      model: z.nullable(z.string()),
      /**
       * Milliseconds after `timestamp`; negative if the request began before the turn was certainly over. Missing in
       * older traces.
       */
      started: z.optional(z.number()),
      first_token: milliseconds,
      took: z.number(),
      /** Number of messages in the prompt, and of their characters. */
      messages: z.int(),
      characters: z.int(),
      finish: z.string(),
      /** Null if the server does not report token counts. */
      tokens: z.nullable(z.object({ prompt: z.number(), completion: z.number(), cached: z.number() })),
      /**
       * Causes of a failed request, last one first; `dropped` if the answer was no longer needed. Null for a complete
       * answer; missing in older traces.
       */
      fault: z.optional(z.nullable(z.array(z.string()))),
    }),
  ),
  tools: z.array(
    z.object({
      name: z.string(),
      /** Milliseconds after `timestamp`, as in `requests`. */
      started: z.optional(z.number()),
      took: milliseconds,
      failed: z.nullable(z.boolean()),
    }),
  ),
  /** Causes of the model's failure, last one first; null if it did not fail. */
  fault: z.nullable(z.array(z.string())),
});
export type TurnTrace = z.output<typeof TurnTrace>;

const text = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.optional(
    z.nullable(z.string('must be a string').check(z.maxLength(max, `must be at most ${max} characters`))),
  );

export const ParticipantTags = whereUsed(() =>
  z.optional(
    z
      .array(
        z.string('must be a string').check(z.maxLength(200, 'must be at most 200 characters')),
        'must be a list of strings',
      )
      .check(z.maxLength(20, 'must hold at most 20 entries')),
  ),
);

const Fields = whereUsed(() =>
  z.object({
    pal_id: Id,
    face_id: z.optional(z.nullable(Id)),
    conversation_name: z.optional(z.nullable(optionalNameSchema())),
    callback_url: z.optional(NullableHttpUrl),
    conversational_context: text(20_000),
    custom_greeting: text(2000),
    participant_tags: ParticipantTags,
    /** Tags of the visitor for memories only. The default is `participant_tags`, which also open documents. */
    memory_stores: z.optional(MemoryTags),
    document_ids: z.optional(
      z.array(Id, 'must be a list of strings').check(z.maxLength(1000, 'must hold at most 1000 entries')),
    ),
    document_tags: z.optional(
      z.array(Id, 'must be a list of strings').check(z.maxLength(1000, 'must hold at most 1000 entries')),
    ),
    /** Values for `{{name}}` in the prompt, the greeting and the context. */
    variables: z.optional(z.nullable(Variables)),
    policy: z.optional(z.nullable(z.enum(['eu'], 'must be eu or null'))),
    test_mode: z.optional(z.boolean('must be true or false')),
    /** A field of the hosted interface, which is refused. */
    meeting_url: z.optional(
      z.null(
        'is not supported. The agent cannot join meetings of other services. Leave it out and send people to ' +
          'conversation_url',
      ),
    ),
    properties: z._default(ConversationProperties, {
      max_call_duration: 3600,
      participant_left_timeout: 0,
      participant_absent_timeout: 300,
    }),
  }),
);
export const ConversationFields = whereUsed(
  () => withProperties(z.object({ ...Fields.shape, ...PROPERTIES_AT_TOP })) as unknown as typeof Fields,
);

const ConversationRead = z.object({
  conversation_id: z.string(),
  conversation_name: z.string(),
  conversation_url: z.string(),
  status: z.enum(CONVERSATION_STATUSES),
  callback_url: z.string(),
  pal_id: z.string(),
  face_id: z.string(),
  deployment_id: z.nullable(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
  /** With `verbose=true`: the contents of callbacks. */
  events: z.optional(z.array(z.looseObject({ event_type: z.string(), properties: z.looseObject({}) }))),
  /** With `verbose=true`: the last 500 answers, oldest first. */
  traces: z.optional(z.array(TurnTrace)),
  shutdown_reason: z.nullable(z.string()),
  ended_at: z.nullable(Timestamp),
  /** The visitor's rating, 1 to 5. */
  rating: z.nullable(z.int()),
  /** The language of the call, one of the conversation's languages; null until shortly after its end. */
  language: z.nullable(z.string()),
  /** Outcomes of the turns without duplicates; empty until shortly after the end. */
  outcomes: z.array(z.enum(TURN_OUTCOMES)),
  /** The state of a handover to a person; null if none was requested or taken. */
  handover: z.nullable(Handover),
  /** The visitor's consent, if the deployment requires it. */
  consent: z.optional(z.nullable(Consent)),
  recording: z.optional(z.nullable(Recording)),
});
export type ConversationRead = z.output<typeof ConversationRead>;

const idPath = '/v2/conversations/{conversation_id}';

export const createConversation = endpoint({
  name: 'createConversation',
  method: 'POST',
  path: '/v2/conversations',
  auth: 'key',
  scope: 'publishable',
  cors: 'any',
  tag: 'conversations',
  body: ConversationFields,
  result: StartedConversation,
  status: 200,
  errors: [
    'unknown_reference',
    'face_not_ready',
    'language_unsupported',
    'recording_storage_unavailable',
    'room_unavailable',
    'too_many_requests',
    'busy',
  ],
});
export const listConversations = endpoint({
  name: 'listConversations',
  method: 'GET',
  path: '/v2/conversations',
  auth: 'key',
  tag: 'conversations',
  query: whereUsed(() =>
    z.object({
      ...paging(10, 1),
      sort: Sort,
      /** Alternative to `page`: selects the page after this `next_cursor`, regardless of newer conversations. */
      cursor: z.optional(Cursor),
      ...conversationFilters,
    }),
  ),
  result: z.object({
    data: z.array(ConversationRead),
    /** At most 10,000 with `search`. */
    total_count: z.int(),
    /** Pass this as `cursor` to get the next page; null on the last page. */
    next_cursor: z.nullable(z.string()),
  }),
  status: 200,
  errors: [],
});
export const getConversation = endpoint({
  name: 'getConversation',
  method: 'GET',
  path: idPath,
  auth: 'key',
  tag: 'conversations',
  query: z.object({ verbose: z.optional(Flag) }),
  result: ConversationRead,
  status: 200,
  errors: ['conversation_not_found', 'forbidden'],
});
export const endConversation = endpoint({
  name: 'endConversation',
  method: 'POST',
  path: `${idPath}/end`,
  auth: 'key',
  scope: 'publishable',
  cors: 'any',
  tag: 'conversations',
  result: Conversation,
  status: 200,
  errors: ['conversation_not_found', 'forbidden'],
});
export const deleteConversation = endpoint({
  name: 'deleteConversation',
  method: 'DELETE',
  path: idPath,
  auth: 'key',
  tag: 'conversations',
  status: 204,
  errors: ['conversation_not_found', 'forbidden'],
});
export const postCanvasInteraction = endpoint({
  name: 'postCanvasInteraction',
  method: 'POST',
  path: `${idPath}/canvas/interactions`,
  auth: 'public',
  tag: 'visits',
  cors: 'any',
  body: CanvasInteraction,
  result: z.object({ success: z.literal(true) }),
  status: 200,
  errors: ['conversation_not_found', 'conversation_ended', 'interaction_conflict', 'too_many_requests'],
});
export const listCanvasInteractions = endpoint({
  name: 'listCanvasInteractions',
  method: 'GET',
  path: `${idPath}/canvas/interactions`,
  auth: 'key',
  tag: 'conversations',
  result: z.object({ data: z.array(StoredCanvasInteraction) }),
  status: 200,
  errors: ['conversation_not_found', 'forbidden'],
});

export const conversationEndpoints = [
  createConversation,
  listConversations,
  getConversation,
  endConversation,
  deleteConversation,
  postCanvasInteraction,
  listCanvasInteractions,
  getRecording,
] as const;
