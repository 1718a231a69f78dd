/** Retention of conversations, and erasure of a visitor's data. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint, whereUsed } from './endpoint.ts';
import { ParticipantTag } from './memory-stores.ts';

/** Maximum number of days, ten years. */
export const MAX_RETENTION_DAYS = 3650;
/** Maximum number of conversations that a request erases. */
export const MAX_ERASED_CONVERSATIONS = 1000;

const DAYS_FAULT = `must be a whole number of days from 1 to ${MAX_RETENTION_DAYS}, or null`;

/** Number of days for which a conversation is kept after its end. Null keeps it until it is deleted. */
export const RetentionDays = whereUsed(() =>
  z.nullable(z.int(DAYS_FAULT).check(z.minimum(1, DAYS_FAULT), z.maximum(MAX_RETENTION_DAYS, DAYS_FAULT))),
);

export const eraseVisitor = endpoint({
  name: 'eraseVisitor',
  method: 'POST',
  path: '/v2/visitors/erase',
  auth: 'key',
  tag: 'conversations',
  body: z.object({
    /** The tag as in `memory_stores` of a start, or in `participant_tags` of a conversation. */
    participant_tag: ParticipantTag,
    /** True to count the conversations without erasing them. */
    dry_run: z._default(z.boolean('must be true or false'), false),
  }),
  result: z.object({
    participant_tag: z.string(),
    /** Number of conversations that this request erased or would erase. */
    conversation_count: z.int(),
    memory_store_count: z.int(),
    /**
     * False if there are more conversations than one request erases. Send the request again to erase the others.
     */
    is_complete: z.boolean(),
  }),
  status: 200,
  errors: [],
});
