/** Reads the result of an ended call from the events of its conversation. */
import * as z from 'zod/mini';
import { TranscriptEntry, type ConversationRead } from './conversations.ts';
import { Feedback } from './feedback.ts';

const Transcript = z.object({ transcript: z.array(TranscriptEntry) });

/** Returns the properties of the last event of a type. */
const lastOf = ({ events }: Pick<ConversationRead, 'events'>, type: string): unknown =>
  events?.findLast(({ event_type }) => event_type === type)?.properties;

/** Returns the stored transcript; empty if there is none. */
export function transcriptOf(row: Pick<ConversationRead, 'events'>): TranscriptEntry[] {
  const parseResult = Transcript.safeParse(lastOf(row, 'application.transcription_ready'));
  return parseResult.success ? parseResult.data.transcript : [];
}

/** Returns the visitor's rating and comment; null if there is none. */
export function ratingOf(row: Pick<ConversationRead, 'events'>): Feedback | null {
  const parseResult = Feedback.safeParse(lastOf(row, 'application.feedback_received'));
  return parseResult.success ? parseResult.data : null;
}
