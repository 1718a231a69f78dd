/** How conversations and their turns end. */
export const CONVERSATION_STATUSES = ['active', 'ended'] as const;

/** Reasons for the end of a room, verbatim (specification: events-3). */
export const SHUTDOWN_REASONS = [
  'max_call_duration reached',
  'participant_left_timeout reached',
  'participant_absent_timeout reached',
  'bot_could_not_join_meeting_it_was_probably_ended',
  'daily_room_has_been_deleted',
  'exception_encountered_during_conversation_startup',
  'end_conversation_endpoint_hit',
  'internal error occurred at step x',
] as const;
/** One of `SHUTDOWN_REASONS`; the last one includes the step. */
export type ShutdownReason =
  | Exclude<(typeof SHUTDOWN_REASONS)[number], 'internal error occurred at step x'>
  | `internal error occurred at step ${string}`;

/**
 * Result of a turn for the visitor:
 * - `answered`: the visitor got an answer.
 * - `offered`: the visitor got the nearest topics instead of an answer.
 * - `declined`: the agent did not answer. A language model declines if it says that it does not know, or if no
 *   part of its answer is from the PAL's knowledge although there are documents.
 * - `small_talk`: the line was small talk.
 * - `handed_over`: the visitor was handed over to a person.
 */
export const TURN_OUTCOMES = ['answered', 'offered', 'declined', 'small_talk', 'handed_over'] as const;
export type TurnOutcome = (typeof TURN_OUTCOMES)[number];
