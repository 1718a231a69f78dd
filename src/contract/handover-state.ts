/** The state of a conversation between its agent and a person. */
import * as z from 'zod/mini';
import { Timestamp } from './ids.ts';

/**
 * The states of a handover:
 * - `requested`: the visitor wants a person.
 * - `missed`: no person came within 20 seconds, and the visitor was asked for a message.
 * - `message`: the visitor left a message.
 * - `taken`: a person writes.
 * - `returned`: the agent answers again.
 */
export const HANDOVER_STATES = ['requested', 'missed', 'message', 'taken', 'returned'] as const;

export const Handover = z.object({
  state: z.enum(HANDOVER_STATES),
  /** Name of the person who writes or wrote; null if no person came. */
  name: z.nullable(z.string()),
  /** Why the visitor wants a person; null if they did not ask. */
  reason: z.nullable(z.string()),
  /** The message that the visitor left. */
  message: z.nullable(z.string()),
  /** Name and contact as the visitor typed them, if they left the message outside opening hours. */
  visitor: z.optional(z.object({ name: z.nullable(z.string()), contact: z.nullable(z.string()) })),
  changed_at: Timestamp,
});
export type Handover = z.output<typeof Handover>;
