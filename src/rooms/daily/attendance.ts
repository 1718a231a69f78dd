/**
 * Decides from a Daily room's earlier attendance and its current participants who has joined or left, and
 * whether the call ends.
 */
import type { ShutdownReason } from '@palkit/contract/conversations';
import type { ParticipantRole } from './daily-api.ts';

/** Maximum milliseconds between two checks of a room. A deadline or a webhook causes an earlier check. */
const CHECK_INTERVAL_MS = 20_000;
/** Milliseconds that a visitor waits for an agent that has not arrived or has left. */
export const AGENT_TIMEOUT_MS = 60_000;

/** Times in Unix milliseconds. */
export interface Attendance {
  createdAt: number;
  joinedAt: number | null;
  leftAt: number | null;
  agentJoinedAt: number | null;
  agentLeftAt: number | null;
}

/** Limits in seconds from the conversation's properties. */
export interface Timeouts {
  max_call_duration: number;
  participant_left_timeout: number;
  participant_absent_timeout: number;
}

/**
 * Roles of the current participants; `deleted` if the room no longer exists, `unknown` if Daily did not
 * respond.
 */
export type Presence = ReadonlySet<ParticipantRole> | 'deleted' | 'unknown';

export interface Judgement {
  /** The attendance to store. */
  attendance: Attendance;
  /** Why the conversation ends now; null if it continues. */
  end: ShutdownReason | null;
  /** Unix milliseconds of the next check. */
  nextAt: number;
}

export function decideAttendance(
  previous: Attendance,
  present: Presence,
  timeouts: Timeouts,
  now: number,
): Judgement {
  if (present === 'deleted') return { attendance: previous, end: 'daily_room_has_been_deleted', nextAt: now };
  const attendance = present === 'unknown' ? previous : withPresence(previous, present, now);
  const dueDeadlines = deadlines(attendance, timeouts);
  const deadline = dueDeadlines.find(([at]) => at <= now);
  return {
    attendance,
    end: deadline?.[1] ?? null,
    nextAt: Math.min(now + CHECK_INTERVAL_MS, ...dueDeadlines.map(([at]) => at).filter((at) => at > now)),
  };
}

function withPresence(previous: Attendance, present: ReadonlySet<ParticipantRole>, now: number): Attendance {
  const isVisitorPresent = present.has('visitor');
  const isAgentPresent = present.has('agent');
  const joinedAt = previous.joinedAt ?? (isVisitorPresent ? now : null);
  const agentJoinedAt = previous.agentJoinedAt ?? (isAgentPresent ? now : null);
  return {
    createdAt: previous.createdAt,
    joinedAt,
    agentJoinedAt,
    leftAt: joinedAt === null || isVisitorPresent ? null : (previous.leftAt ?? now),
    agentLeftAt: agentJoinedAt === null || isAgentPresent ? null : (previous.agentLeftAt ?? now),
  };
}

/**
 * Returns the Unix milliseconds at which the conversation would end, each with its reason, earliest first.
 */
function deadlines(attendance: Attendance, timeouts: Timeouts): [number, ShutdownReason][] {
  const { createdAt, joinedAt, leftAt, agentJoinedAt, agentLeftAt } = attendance;
  const deadlineList: [number, ShutdownReason][] = [];
  if (joinedAt === null)
    deadlineList.push([
      createdAt + timeouts.participant_absent_timeout * 1000,
      'participant_absent_timeout reached',
    ]);
  else deadlineList.push([joinedAt + timeouts.max_call_duration * 1000, 'max_call_duration reached']);
  if (leftAt !== null)
    deadlineList.push([
      leftAt + timeouts.participant_left_timeout * 1000,
      'participant_left_timeout reached',
    ]);
  if (joinedAt !== null && agentJoinedAt === null)
    deadlineList.push([joinedAt + AGENT_TIMEOUT_MS, 'bot_could_not_join_meeting_it_was_probably_ended']);
  // A missing agent ends the call only while a visitor is present. Otherwise `participant_left_timeout`
  // applies.
  if (agentLeftAt !== null && leftAt === null && joinedAt !== null)
    deadlineList.push([
      Math.max(agentLeftAt, joinedAt) + AGENT_TIMEOUT_MS,
      'internal error occurred at step agent',
    ]);
  return deadlineList.sort(([one], [other]) => one - other);
}
