/** A person who writes in place of the agent, and a visitor's request for a person. An extension of Palkit. */
import * as z from 'zod/mini';
import { CONVERSATION_STATUSES } from './conversation-outcomes.ts';
import { TranscriptEntry } from './conversations.ts';
import { endpoint } from './endpoint.ts';
import { Handover } from './handover-state.ts';
import { wholeNumber } from './lists.ts';
import { nameSchema } from './names.ts';
import { MAX_TEXT } from './room-events.ts';

export { Handover };

/** Maximum number of lines that a person may write per conversation and minute. */
export const PERSON_LINES_PER_MINUTE = 60;
/** Maximum number of lines in one response. */
export const MAX_LINES = 200;

const idPath = '/v2/conversations/{conversation_id}';
const errors = ['conversation_not_found', 'forbidden', 'conversation_ended', 'conflict'] as const;

export const takeOver = endpoint({
  name: 'takeOver',
  method: 'POST',
  path: `${idPath}/take-over`,
  auth: 'key',
  tag: 'conversations',
  /** The visitor sees the name. */
  body: z.object({ name: nameSchema() }),
  result: Handover,
  status: 200,
  errors,
});
export const writePersonLine = endpoint({
  name: 'writePersonLine',
  method: 'POST',
  path: `${idPath}/person-lines`,
  auth: 'key',
  tag: 'conversations',
  body: z.object({
    text: z
      .string('must be a string')
      .check(
        z.regex(/\S/, 'must not be empty'),
        z.maxLength(MAX_TEXT, `must be at most ${MAX_TEXT} characters`),
      ),
    /** An id for the line, so that a line that is sent again is stored once. */
    line_id: z.optional(
      z
        .string('must be a string')
        .check(z.regex(/^[\w.:-]{1,64}$/, 'must be at most 64 letters, digits and _.:-')),
    ),
  }),
  result: z.object({ success: z.literal(true) }),
  status: 200,
  errors: [...errors, 'too_many_requests'],
});
export const handBack = endpoint({
  name: 'handBack',
  method: 'POST',
  path: `${idPath}/hand-back`,
  auth: 'key',
  tag: 'conversations',
  result: Handover,
  status: 200,
  errors,
});
export const listConversationLines = endpoint({
  name: 'listConversationLines',
  method: 'GET',
  path: `${idPath}/lines`,
  auth: 'key',
  tag: 'conversations',
  query: z.object({
    /** Returns lines from this index on. The visitor's last line may still grow. */
    from: z._default(wholeNumber(0, 999_999_999, 'must be a whole number from 0'), 0),
  }),
  result: z.object({
    /** At most 200 lines, in the order of their positions. */
    data: z.array(z.object({ ...TranscriptEntry.shape, position: z.int() })),
    status: z.enum(CONVERSATION_STATUSES),
    handover: z.nullable(Handover),
  }),
  status: 200,
  errors: ['conversation_not_found', 'forbidden'],
});

export const handoverEndpoints = [takeOver, writePersonLine, handBack, listConversationLines] as const;
