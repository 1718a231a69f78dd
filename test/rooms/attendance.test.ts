import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { AGENT_TIMEOUT_MS, decideAttendance, type Attendance } from '../../src/rooms/daily/attendance.ts';
import type { ParticipantRole } from '../../src/rooms/daily/daily-api.ts';

const NEW: Attendance = {
  createdAt: 0,
  joinedAt: null,
  leftAt: null,
  agentJoinedAt: null,
  agentLeftAt: null,
};
const PATIENCE = { max_call_duration: 100, participant_left_timeout: 10, participant_absent_timeout: 50 };
const setOf = (...roles: ParticipantRole[]) => new Set(roles);
const attendanceOf = (attendance: Partial<Attendance>) => ({ ...NEW, ...attendance });

describe('attendance in a Daily room', () => {
  const table: [
    string,
    Partial<Attendance>,
    ReturnType<typeof setOf> | 'deleted' | 'unknown',
    number,
    Partial<Attendance>,
    string | null,
  ][] = [
    ['nobody has come yet', {}, setOf(), 49_999, {}, null],
    ['nobody came', {}, setOf(), 50_000, {}, 'participant_absent_timeout reached'],
    [
      'the agent alone is not a visitor',
      {},
      setOf('agent'),
      50_000,
      { agentJoinedAt: 50_000 },
      'participant_absent_timeout reached',
    ],
    ['the visitor comes', {}, setOf('visitor'), 20_000, { joinedAt: 20_000 }, null],
    [
      'both are there',
      { joinedAt: 20_000 },
      setOf('visitor', 'agent'),
      30_000,
      { joinedAt: 20_000, agentJoinedAt: 30_000 },
      null,
    ],
    [
      'the longest call',
      { joinedAt: 20_000, agentJoinedAt: 20_000 },
      setOf('visitor', 'agent'),
      120_000,
      { joinedAt: 20_000, agentJoinedAt: 20_000 },
      'max_call_duration reached',
    ],
    [
      'the visitor leaves',
      { joinedAt: 1, agentJoinedAt: 1 },
      setOf('agent'),
      5000,
      { joinedAt: 1, agentJoinedAt: 1, leftAt: 5000 },
      null,
    ],
    [
      'and is back',
      { joinedAt: 1, agentJoinedAt: 1, leftAt: 5000 },
      setOf('visitor', 'agent'),
      6000,
      { joinedAt: 1, agentJoinedAt: 1 },
      null,
    ],
    [
      'and stays away',
      { joinedAt: 1, agentJoinedAt: 1, leftAt: 5000 },
      setOf('agent'),
      15_000,
      { joinedAt: 1, agentJoinedAt: 1, leftAt: 5000 },
      'participant_left_timeout reached',
    ],
    [
      'the agent never comes',
      { joinedAt: 1000 },
      setOf('visitor'),
      1000 + AGENT_TIMEOUT_MS,
      { joinedAt: 1000 },
      'bot_could_not_join_meeting_it_was_probably_ended',
    ],
    [
      'the agent goes away',
      { joinedAt: 1, agentJoinedAt: 1, agentLeftAt: 2000 },
      setOf('visitor'),
      2000 + AGENT_TIMEOUT_MS,
      { joinedAt: 1, agentJoinedAt: 1, agentLeftAt: 2000 },
      'internal error occurred at step agent',
    ],
    [
      'and comes back',
      { joinedAt: 1, agentJoinedAt: 1, agentLeftAt: 2000 },
      setOf('visitor', 'agent'),
      2000 + AGENT_TIMEOUT_MS,
      { joinedAt: 1, agentJoinedAt: 1 },
      null,
    ],
    [
      'the room was deleted',
      { joinedAt: 1, agentJoinedAt: 1 },
      'deleted',
      3000,
      { joinedAt: 1, agentJoinedAt: 1 },
      'daily_room_has_been_deleted',
    ],
    [
      'Daily does not answer: nothing moves',
      { joinedAt: 1, agentJoinedAt: 1 },
      'unknown',
      3000,
      { joinedAt: 1, agentJoinedAt: 1 },
      null,
    ],
    [
      'Daily does not answer: time still passes',
      { joinedAt: 1, agentJoinedAt: 1 },
      'unknown',
      100_001,
      { joinedAt: 1, agentJoinedAt: 1 },
      'max_call_duration reached',
    ],
  ];
  for (const [name, attendanceBefore, presentRoles, now, attendanceAfter, end] of table) {
    test(name, () => {
      const judgement = decideAttendance(attendanceOf(attendanceBefore), presentRoles, PATIENCE, now);
      assert.deepEqual(judgement.attendance, attendanceOf(attendanceAfter));
      assert.equal(judgement.end, end);
    });
  }

  test('for any observed participants, the next check is soon and in the future, and every call ends', () => {
    const appearance = fc.array(fc.tuple(fc.subarray<ParticipantRole>(['visitor', 'agent']), fc.boolean()), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(appearance, (steps) => {
        let attendance = NEW;
        let now = 0;
        for (const [presentRoles, answered] of [
          ...steps,
          ...Array.from({ length: 20 }, () => [[], false] as [ParticipantRole[], boolean]),
        ]) {
          const judgement = decideAttendance(
            attendance,
            answered ? new Set(presentRoles) : 'unknown',
            PATIENCE,
            now,
          );
          if (judgement.end) return true;
          assert.ok(judgement.nextAt > now && judgement.nextAt <= now + 20_000);
          attendance = judgement.attendance;
          now = judgement.nextAt;
        }
        return false;
      }),
    );
  });
});
