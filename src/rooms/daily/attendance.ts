/**
 * Decides from a Daily room's earlier attendance and its current participants who has joined or left, and whether the
 * call ends. Pure.
 */
import type { ShutdownReason } from '@palkit/contract/conversations';
import type { ParticipantRole } from './daily-api.ts';

/** Milliseconds between two checks if no other event is due; a webhook triggers one immediately. */
const LOOK_EVERY = 20_000;
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

/** Current participants; `deleted` if the room no longer exists, `unknown` if Daily did not respond. */
export type Presence = ReadonlySet<ParticipantRole> | 'deleted' | 'unknown';

export interface Judgement {
  /** The attendance to store. */
  attendance: Attendance;
  end: ShutdownReason | null;
  /** Time of the next check. */
  lookAt: number;
}

export function decideAttendance(
  before: Attendance,
  present: Presence,
  patience: Timeouts,
  now: number,
): Judgement {
  if (present === 'deleted') return { attendance: before, end: 'daily_room_has_been_deleted', lookAt: now };
  const attendance = present === 'unknown' ? before : withPresence(before, present, now);
  const dueDeadlines = deadlines(attendance, patience);
  const deadline = dueDeadlines.find(([at]) => at <= now);
  return {
    attendance,
    end: deadline?.[1] ?? null,
    lookAt: Math.min(now + LOOK_EVERY, ...dueDeadlines.map(([at]) => at).filter((at) => at > now)),
  };
}

function withPresence(before: Attendance, present: ReadonlySet<ParticipantRole>, now: number): Attendance {
  const visitor = present.has('visitor');
  const agent = present.has('agent');
  const joinedAt = before.joinedAt ?? (visitor ? now : null);
  const agentJoinedAt = before.agentJoinedAt ?? (agent ? now : null);
  return {
    createdAt: before.createdAt,
    joinedAt,
    agentJoinedAt,
    leftAt: joinedAt === null || visitor ? null : (before.leftAt ?? now),
    agentLeftAt: agentJoinedAt === null || agent ? null : (before.agentLeftAt ?? now),
  };
}

/** Returns the times at which the conversation ends, each with its reason, earliest first. */
function deadlines(attendance: Attendance, patience: Timeouts): [number, ShutdownReason][] {
  const { createdAt, joinedAt, leftAt, agentJoinedAt, agentLeftAt } = attendance;
  const deadlineList: [number, ShutdownReason][] = [];
  if (joinedAt === null)
    deadlineList.push([
      createdAt + patience.participant_absent_timeout * 1000,
      'participant_absent_timeout reached',
    ]);
  else deadlineList.push([joinedAt + patience.max_call_duration * 1000, 'max_call_duration reached']);
  if (leftAt !== null)
    deadlineList.push([
      leftAt + patience.participant_left_timeout * 1000,
      'participant_left_timeout reached',
    ]);
  if (joinedAt !== null && agentJoinedAt === null)
    deadlineList.push([joinedAt + AGENT_TIMEOUT_MS, 'bot_could_not_join_meeting_it_was_probably_ended']);
  // The missing agent ends the call only while a visitor is present; otherwise another limit applies.
  if (agentLeftAt !== null && leftAt === null && joinedAt !== null)
    deadlineList.push([
      Math.max(agentLeftAt, joinedAt) + AGENT_TIMEOUT_MS,
      'internal error occurred at step agent',
    ]);
  return deadlineList.sort(([one], [other]) => one - other);
}
