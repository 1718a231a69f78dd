/**
 * All bodies that the service sends to a `callback_url`, for the `webhooks` of `/openapi.json` and a table of the
 * reference.
 */
import * as z from 'zod/mini';
import {
  CONVERSATION_EVENTS,
  ConversationCallback,
  GuardrailCallback,
  ObjectiveCallback,
} from './callbacks.ts';
import { Document } from './documents.ts';
import { FaceCallback } from './faces.ts';
import { CALLBACK_SUMMARIES } from './summaries.ts';
import { VideoCallback } from './videos.ts';

export interface Webhook {
  summary: string;
  body: z.ZodMiniType;
  /** The field whose schema differs between events. */
  payload: z.ZodMiniType;
}

const ofConversation = (event_type: string, message_type: string, properties: z.ZodMiniType): Webhook => ({
  summary: CALLBACK_SUMMARIES[event_type as keyof typeof CALLBACK_SUMMARIES],
  body: z.extend(ConversationCallback, {
    event_type: z.literal(event_type),
    message_type: z.literal(message_type as 'system'),
    properties: properties as typeof ConversationCallback.shape.properties,
  }),
  payload: properties,
});
const webhookOf = (summary: string, body: z.ZodMiniType): Webhook => ({ summary, body, payload: body });

/** Webhooks by `event_type`, or by another name if the body has none. */
export const WEBHOOKS: Readonly<Record<string, Webhook>> = {
  ...Object.fromEntries(
    Object.entries(CONVERSATION_EVENTS).map(([type, { message_type, properties }]) => [
      type,
      ofConversation(type, message_type, properties),
    ]),
  ),
  'conversation.guardrail_triggered': webhookOf(
    CALLBACK_SUMMARIES['conversation.guardrail_triggered'],
    GuardrailCallback,
  ),
  'conversation.objective.completed': webhookOf(
    CALLBACK_SUMMARIES['conversation.objective.completed'],
    ObjectiveCallback,
  ),
  document: webhookOf("Each change of a document's status.", Document),
  face: webhookOf(
    'A training ended. Sent twice: first with `replica_id`, then with `face_id`.',
    FaceCallback,
  ),
  video: webhookOf('A video is ready or failed.', VideoCallback),
};
