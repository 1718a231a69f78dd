/**
 * Callbacks: the events that the service sends to a `callback_url`, and the list of deliveries.
 * Specification: events-1 to events-24.
 */
import * as z from 'zod/mini';
import { CanvasInteraction } from './canvas.ts';
import { TranscriptEntry } from './conversations.ts';
import { MAX_MESSAGE } from './deployment-messages.ts';
import { endpoint } from './endpoint.ts';
import { Feedback } from './feedback.ts';
import { Id, Timestamp } from './ids.ts';
import { CREATED_FILTERS, page, paging, Sort } from './lists.ts';
import { PostCallActionExecuted } from './post-call.ts';
import { RecordingCopyFailed, RecordingReady } from './recordings.ts';

const faceJoined = z.object({ face_id: z.string() });

/** `reason` tells why the visitor wants a person; `contact` is the contact that the visitor was given. */
const HumanRequested = z.object({
  reason: z.string().check(z.maxLength(500)),
  contact: z.nullable(z.string()),
});

/** A message of a visitor because no person came, or outside opening hours. */
const HumanMessageLeft = z.object({
  message: z.string().check(z.maxLength(MAX_MESSAGE)),
  /** Outside opening hours: the visitor's name and contact as typed. */
  visitor: z.optional(z.object({ name: z.nullable(z.string()), contact: z.nullable(z.string()) })),
});

/** Message type and properties of each event of a conversation. */
export const CONVERSATION_EVENTS = {
  'system.pal_joined': { message_type: 'system', properties: faceJoined },
  /** Legacy duplicate of `system.pal_joined`. */
  'system.replica_joined': { message_type: 'system', properties: faceJoined },
  'system.shutdown': {
    message_type: 'system',
    properties: z.object({ face_id: z.string(), shutdown_reason: z.string() }),
  },
  'application.transcription_ready': {
    message_type: 'application',
    properties: z.object({ face_id: z.string(), transcript: z.array(TranscriptEntry) }),
  },
  /** The recording was copied to the customer's storage. */
  'application.recording_ready': { message_type: 'application', properties: RecordingReady },
  'application.recording_copy_failed': { message_type: 'application', properties: RecordingCopyFailed },
  /** A model's summary of the visitor's camera. */
  'application.perception_analysis': {
    message_type: 'application',
    properties: z.object({ analysis: z.string() }),
  },
  /** Sent once for each action, after its last attempt. */
  'application.post_call_action_executed': {
    message_type: 'application',
    properties: PostCallActionExecuted,
  },
  /** The visitor rated the call. A later rating replaces it. An extension of Palkit. */
  'application.feedback_received': { message_type: 'application', properties: Feedback },
  /** The visitor wants a person (`layers.conversational_flow.request_human`). An extension of Palkit. */
  'application.human_requested': { message_type: 'application', properties: HumanRequested },
  /** The visitor left a message: no person came within 20 seconds, or the agent is closed. An extension of Palkit. */
  'application.human_message_left': { message_type: 'application', properties: HumanMessageLeft },
  'canvas.interaction': { message_type: 'canvas', properties: CanvasInteraction },
} as const satisfies Record<
  string,
  { message_type: 'system' | 'application' | 'canvas'; properties: z.ZodMiniType }
>;

/**
 * Events that are also sent to the `callback_url` of a guardrail or an objective, with the bodies below. The verbose
 * read lists them with the fields of other events.
 */
export const TURN_EVENTS = {
  'conversation.guardrail_triggered': z.object({ guardrail: z.string(), guardrail_uuid: z.string() }),
  'conversation.objective.completed': z.object({
    objective_name: z.string(),
    output_variables: z.looseObject({}),
  }),
} as const;
export type TurnEventType = keyof typeof TURN_EVENTS;

/** Body of the callback of a triggered guardrail (specification: events-19). It has no `event_type`. */
export const GuardrailCallback = z.strictObject({
  conversation_id: z.string(),
  properties: TURN_EVENTS['conversation.guardrail_triggered'],
});
/** Body of the callback of a completed objective (specification: events-20). */
export const ObjectiveCallback = z.strictObject({
  conversation_id: z.string(),
  objective_name: z.string(),
  output_variables: z.looseObject({}),
});
export type ConversationEventType = keyof typeof CONVERSATION_EVENTS;
export type ConversationEventProperties<Type extends ConversationEventType> = z.output<
  (typeof CONVERSATION_EVENTS)[Type]['properties']
>;

/** Body of every conversation callback (specification: events-1). */
export const ConversationCallback = z.object({
  conversation_id: z.string(),
  webhook_url: z.string(),
  event_type: z.string(),
  message_type: z.enum(['system', 'application', 'canvas', 'conversation']),
  /** Time of the event; the same on every attempt. */
  timestamp: Timestamp,
  properties: z.looseObject({}),
});
export type ConversationCallback = z.output<typeof ConversationCallback>;

/**
 * `pending` waits for its delivery or for an earlier callback of the same subject. `delivered`: the receiver
 * accepted it. `failed`: the service gave up.
 */
export const CALLBACK_STATUSES = ['pending', 'delivered', 'failed'] as const;

export const CallbackAttempt = z.object({
  attempted_at: Timestamp,
  /** HTTP status of the response; null if there was no response. */
  status_code: z.nullable(z.int()),
  /** Reason for a missing response as one word, such as `timed_out`; null if there was a response. */
  failure: z.nullable(z.string()),
  /** Milliseconds until the headers of the response. */
  duration: z.int(),
});

export const Callback = z.object({
  /** The `webhook-id` of all attempts. */
  callback_id: z.string(),
  /** ID of the conversation or resource that the callback is about. */
  subject: z.string(),
  url: z.string(),
  /** The `event_type` of the body, if it has one. */
  event_type: z.nullable(z.string()),
  status: z.enum(CALLBACK_STATUSES),
  /** Attempts of all deliveries, oldest first. */
  attempts: z.array(CallbackAttempt),
  /** Time of the next attempt, if the callback is pending and is the first of its subject. */
  next_attempt_at: z.nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Callback = z.output<typeof Callback>;

/** Milliseconds in which a second retry is ignored; a delivery never takes longer. */
export const SAME_RETRY_MS = 10_000;

const EventType = z
  .string()
  .check(z.minLength(1, 'must not be empty'), z.maxLength(128, 'must be at most 128 characters'));

const idPath = '/v2/callbacks/{callback_id}';

export const listCallbacks = endpoint({
  name: 'listCallbacks',
  method: 'GET',
  path: '/v2/callbacks',
  auth: 'key',
  tag: 'callbacks',
  query: z.object({
    ...paging(10, 1),
    sort: Sort,
    ...CREATED_FILTERS,
    subject: z.optional(
      z
        .string()
        .check(z.minLength(1, 'must not be empty'), z.maxLength(128, 'must be at most 128 characters')),
    ),
    status: z.optional(z.enum(CALLBACK_STATUSES, `must be ${CALLBACK_STATUSES.join(', ')}`)),
    conversation_id: z.optional(Id),
    /** Callbacks of conversations that this deployment started. */
    deployment_id: z.optional(Id),
    event_type: z.optional(EventType),
  }),
  result: page(Callback),
  status: 200,
  errors: [],
});
export const getCallbackSecret = endpoint({
  name: 'getCallbackSecret',
  method: 'GET',
  path: '/v2/callbacks/secret',
  auth: 'key',
  scope: 'all',
  tag: 'callbacks',
  result: z.object({ secret: z.string() }),
  status: 200,
  errors: [],
});
export const getCallback = endpoint({
  name: 'getCallback',
  method: 'GET',
  path: idPath,
  auth: 'key',
  tag: 'callbacks',
  result: Callback,
  status: 200,
  errors: ['callback_not_found', 'forbidden'],
});
export const retryCallback = endpoint({
  name: 'retryCallback',
  method: 'POST',
  path: `${idPath}/retry`,
  auth: 'key',
  tag: 'callbacks',
  result: Callback,
  status: 202,
  errors: ['callback_not_found', 'forbidden'],
});

export const callbackEndpoints = [listCallbacks, getCallbackSecret, getCallback, retryCallback] as const;
