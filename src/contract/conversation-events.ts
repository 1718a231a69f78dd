/** Reads the course of an ended call from its conversation's events. */
import * as z from 'zod/mini';
import { TranscriptEntry, type ConversationRead } from './conversations.ts';
import { Feedback } from './feedback.ts';

const Transcript = z.object({ transcript: z.array(TranscriptEntry) });

/** Properties of the last event of a type. */
const lastOf = ({ events }: Pick<ConversationRead, 'events'>, type: string): unknown =>
  events?.findLast(({ event_type }) => event_type === type)?.properties;

/** The stored transcript; no lines without one. */
export function transcriptOf(row: Pick<ConversationRead, 'events'>): TranscriptEntry[] {
  const parsed = Transcript.safeParse(lastOf(row, 'application.transcription_ready'));
  return parsed.success ? parsed.data.transcript : [];
}

/** The visitor's rating with its comment; null without one. */
export function ratingOf(row: Pick<ConversationRead, 'events'>): Feedback | null {
  const parsed = Feedback.safeParse(lastOf(row, 'application.feedback_received'));
  return parsed.success ? parsed.data : null;
}
