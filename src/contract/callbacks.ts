/**
 * Callbacks: what the service tells a `callback_url`, and the list of what was delivered. Specification,
 * Events; decisions §8.
 */
import * as z from 'zod/mini';
import { CanvasInteraction } from './canvas.ts';
import { TranscriptEntry } from './conversations.ts';
import { endpoint } from './endpoint.ts';
import { Feedback } from './feedback.ts';
import { Timestamp } from './ids.ts';
import { page, paging, Sort } from './lists.ts';
import { PostCallActionExecuted } from './post-call.ts';
import { RecordingCopyFailed, RecordingReady } from './recordings.ts';

const faceJoined = z.object({ face_id: z.string() });

/** `reason`: what for, in the agent's words or the visitor's; `contact`: what the visitor was told to turn to. */
const HumanRequested = z.object({
  reason: z.string().check(z.maxLength(500)),
  contact: z.nullable(z.string()),
});

/** Event type of a conversation → its message type and properties. */
export const CONVERSATION_EVENTS = {
  'system.pal_joined': { message_type: 'system', properties: faceJoined },
  /** The legacy duplicate of `system.pal_joined`. */
  'system.replica_joined': { message_type: 'system', properties: faceJoined },
  'system.shutdown': {
    message_type: 'system',
    properties: z.object({ face_id: z.string(), shutdown_reason: z.string() }),
  },
  'application.transcription_ready': {
    message_type: 'application',
    properties: z.object({ face_id: z.string(), transcript: z.array(TranscriptEntry) }),
  },
  /** The recording is in the customer's storage. */
  'application.recording_ready': { message_type: 'application', properties: RecordingReady },
  'application.recording_copy_failed': { message_type: 'application', properties: RecordingCopyFailed },
  /** What the visitor's camera showed, in a model's words. */
  'application.perception_analysis': {
    message_type: 'application',
    properties: z.object({ analysis: z.string() }),
  },
  /** Once for each action, when its last try is over. */
  'application.post_call_action_executed': {
    message_type: 'application',
    properties: PostCallActionExecuted,
  },
  /** The visitor rated the call; a later one replaces it. Palkit's own. */
  'application.feedback_received': { message_type: 'application', properties: Feedback },
  /** The visitor wants a person (`layers.conversational_flow.request_human`). Palkit's own. */
  'application.human_requested': { message_type: 'application', properties: HumanRequested },
  'canvas.interaction': { message_type: 'canvas', properties: CanvasInteraction },
} as const satisfies Record<
  string,
  { message_type: 'system' | 'application' | 'canvas'; properties: z.ZodMiniType }
>;

/**
 * What is told to a guardrail's or an objective's own `callback_url`, in the bodies below; here as the
 * verbose read shows it, in the envelope of the others.
 */
export const TURN_EVENTS = {
  'conversation.guardrail_triggered': z.object({ guardrail: z.string(), guardrail_uuid: z.string() }),
  'conversation.objective.completed': z.object({
    objective_name: z.string(),
    output_variables: z.looseObject({}),
  }),
} as const;
export type TurnEventType = keyof typeof TURN_EVENTS;

/** Specification, Guardrail callback: no `event_type`. */
export const GuardrailCallback = z.strictObject({
  conversation_id: z.string(),
  properties: TURN_EVENTS['conversation.guardrail_triggered'],
});
/** Specification, Objective callback. */
export const ObjectiveCallback = z.strictObject({
  conversation_id: z.string(),
  objective_name: z.string(),
  output_variables: z.looseObject({}),
});
export type ConversationEventType = keyof typeof CONVERSATION_EVENTS;
export type ConversationEventProperties<Type extends ConversationEventType> = z.output<
  (typeof CONVERSATION_EVENTS)[Type]['properties']
>;

/** The body of every conversation callback (specification, Conversation callbacks). */
export const ConversationCallback = z.object({
  conversation_id: z.string(),
  webhook_url: z.string(),
  event_type: z.string(),
  message_type: z.enum(['system', 'application', 'canvas', 'conversation']),
  /** When it happened; the same on every try. */
  timestamp: Timestamp,
  properties: z.looseObject({}),
});
export type ConversationCallback = z.output<typeof ConversationCallback>;

/** `pending`: not delivered yet, or waiting for an earlier one of the same subject. `failed`: given up. */
export const CALLBACK_STATUSES = ['pending', 'delivered', 'failed'] as const;

export const CallbackAttempt = z.object({
  attempted_at: Timestamp,
  /** The HTTP status of the answer; null where there was none. */
  status_code: z.nullable(z.int()),
  /** Why there was no answer: one word, such as `timed_out`; null where there was one. */
  failure: z.nullable(z.string()),
  /** Milliseconds until the answer's head. */
  duration: z.int(),
});

export const Callback = z.object({
  /** The `webhook-id` of every try. */
  callback_id: z.string(),
  /** The id of the conversation or resource it tells of. */
  subject: z.string(),
  url: z.string(),
  /** The body's `event_type`, where it has one. */
  event_type: z.nullable(z.string()),
  status: z.enum(CALLBACK_STATUSES),
  /** Oldest first; all series of tries. */
  attempts: z.array(CallbackAttempt),
  /** When it is tried next, where it is pending and first in its subject's line. */
  next_attempt_at: z.nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Callback = z.output<typeof Callback>;

const idPath = '/v2/callbacks/{callback_id}';

export const listCallbacks = endpoint({
  name: 'listCallbacks',
  method: 'GET',
  path: '/v2/callbacks',
  auth: 'key',
  tag: 'callbacks',
  summary: 'List callbacks and their attempts',
  query: z.object({
    ...paging(10, 1),
    sort: Sort,
    subject: z.optional(
      z
        .string()
        .check(z.minLength(1, 'must not be empty'), z.maxLength(128, 'must be at most 128 characters')),
    ),
    status: z.optional(z.enum(CALLBACK_STATUSES, `must be ${CALLBACK_STATUSES.join(', ')}`)),
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
  tag: 'callbacks',
  summary: 'The secret that callbacks are signed with',
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
  summary: 'Read a callback and its attempts',
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
  summary: 'Deliver a callback again, or a pending one now',
  result: Callback,
  status: 202,
  errors: ['callback_not_found', 'forbidden'],
});

export const callbackEndpoints = [listCallbacks, getCallbackSecret, getCallback, retryCallback] as const;
