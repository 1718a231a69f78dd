/**
 * The motion of a drawn face: its poses, which of them may follow each other, and how each mood uses them. Adjacent
 * poses differ by a pixel or two in the picture, so no path through them has a visible cut.
 *
 *   round    24 poses of breathing and swaying at home, with every mouth: idle and talking
 *   glance   the round with the eyes aside; lips at rest, one step from the round
 *   attend   from home to an attentive face, with a separate round, lips at rest, and nods
 *   ponder   from home to a face turned up and aside, with a separate round and wandering eyes
 *   nod, left, right   from home and back: stress when talking, relaxation when idle
 *   lids     two steps of a blink at some poses of each round
 *   between  halfway from each pose of a round to the next, and a little beyond the end of a turn of the
 *            head, lips at rest, so that no picture is shown for more than three frames. They come last,
 *            from `first` on, and are in a separate file
 *
 * Every pose without mouths is one step from a pose with mouths, so speech never waits for the head.
 */
import type { Character } from './character.ts';
import type { FaceMotion, Gesture } from './motion.ts';
import type { Performer } from './performance.ts';
import {
  pickEvenly,
  reverse,
  stretch,
  offsetBy,
  PoseTable,
  MAX_STILL_FRAMES,
  backAndForth,
  difference,
  type DrawnPose,
  type Stance,
} from './poses.ts';

const ROUND = 24;
const BLINKS = 4;

/** @returns `first` is the index of the first intermediate pose */
export function motionOf(character: Character): {
  poses: DrawnPose[];
  motion: FaceMotion;
  first: number;
} {
  const table = new PoseTable(character.turn);
  const home = restStance(character);
  const talking = homeMoves(table, home, character);
  const listening = listeningMoves(table, home, character, talking.round);
  const thinking = thinkingMoves(table, home, character, talking.round);
  const first = table.poses.length;
  // Intermediate poses come last, so that `first` separates them.
  const idleRound = table.refine(talking.round);
  const listeningRound = table.refine(listening.round, [listening.top]);
  const thinkingRound = table.refine(thinking.round, [thinking.top]);
  const turns = turnsOf(table, talking);
  const lids = pickEvenly(listening.round.slice(1), 7).map((pose) =>
    table.blink(pose, false, [listening.top]),
  );
  const bow = table.overshoot(listening.nodPath.at(-1)!, {
    pitch: 0.022 * character.turn,
    gazeY: -0.6,
    brow: -0.5,
  });
  const timing = new Timing(character);
  return {
    poses: table.poses,
    first,
    motion: {
      near: table.near(),
      moods: {
        idle: idleMood(timing, idleRound, talking, turns),
        listening: listeningMood(timing, listeningRound, listening, {
          bow,
          lids,
          turns,
          home: talking.round[2]!,
        }),
        thinking: thinkingMood(timing, thinkingRound, thinking),
        talking: talkingMood(timing, talking, listening),
      },
    },
  };
}

/** Returns the poses and the motion of a face, for a performance without pictures. */
export function performerOf(character: Character): Performer & { poses: readonly DrawnPose[] } {
  const { poses, motion } = motionOf(character);
  return { poses, motion, speaks: (pose) => poses[pose]!.mouths };
}

/** Returns the stance of a face at rest. */
export const restStance = ({ yaw, pitch, roll }: Character): Stance => ({
  yaw,
  pitch,
  roll,
  breath: 0,
  swing: 0,
  brow: 0,
  gazeX: 0,
  gazeY: 0,
  blink: 0,
});

type HomeMoves = ReturnType<typeof homeMoves>;
type ListeningMoves = ReturnType<typeof listeningMoves>;
type ThinkingMoves = ReturnType<typeof thinkingMoves>;
type Mood = FaceMotion['moods'][keyof FaceMotion['moods']];

/** Adds the round with blinks and glances, and head movements that start there. */
function homeMoves(table: PoseTable, home: Stance, { turn }: Character) {
  const round = table.circle(home, ROUND, true);
  const lids = pickEvenly(round, BLINKS).map((one) => table.blink(one, true));
  const glances = [
    table.glance(round.slice(1, 12), { gazeX: -3.4, gazeY: 0.4 }),
    table.glance(round.slice(13, 24), { gazeX: 3, gazeY: -0.8 }),
  ];
  const nod = table.chain(round, home, { pitch: 0.08 * turn, brow: -0.8, gazeY: -2 }, 6);
  const left = table.chain(round, home, { yaw: -0.06 * turn, roll: -0.022 * turn, gazeX: 1.6, swing: -2 }, 5);
  const right = table.chain(
    round,
    home,
    { yaw: 0.07 * turn, roll: 0.02 * turn, gazeX: -1.8, brow: 1, swing: 2 },
    5,
  );
  return { round, lids, glances, nod, left, right };
}

/** Adds the way from the home pose to an attentive face, which has a separate round with nods and blinks. */
function listeningMoves(
  table: PoseTable,
  home: Stance,
  { yaw, turn, aside }: Character,
  from: readonly number[],
) {
  const attentivePose = offsetBy(home, {
    yaw: 0.45 * -yaw,
    pitch: 0.018,
    roll: -0.034 * turn * aside,
    brow: 3.6,
    blink: -0.1,
  });
  const attentivePath = table.chain(from, home, difference(home, attentivePose), 5);
  const top = attentivePath.at(-1)!;
  const round = table.circle(attentivePose, 16, false, 0.6);
  table.join(top, round);
  const nodPath = table.chain(
    [...round, top],
    attentivePose,
    { pitch: 0.055 * turn, brow: -1, gazeY: -1.4 },
    5,
  );
  const lids = pickEvenly(round, 2).map((one) => table.blink(one, false, [top]));
  return { attend: attentivePath, top, round, nodPath, lids };
}

/** Adds the way from home to a face turned up and aside, with a separate round and wandering eyes. */
function thinkingMoves(table: PoseTable, home: Stance, { turn, aside }: Character, from: readonly number[]) {
  const thoughtfulPose = {
    yaw: aside * 0.15 * turn,
    pitch: -0.05,
    roll: aside * 0.03 * turn,
    brow: 2,
    swing: aside * 2,
  };
  const gazeUp = { gazeX: aside * 4.2, gazeY: -3.6 };
  const top = table.chain(from, home, thoughtfulPose, 10, gazeUp).at(-1)!;
  const round = table.circle(table.stance(top), 16, false, 0.6);
  table.join(top, round);
  const wandering = table.glance(round.slice(3, 11), { gazeX: -aside * 6.6, gazeY: 0.8 }, [top]);
  const lids = pickEvenly(round, 2).map((one) => table.blink(one, false, [top]));
  return { top, round, wandering, lids };
}

interface HeadTurn {
  chain: number[];
  lingering: number[];
}

/** Returns complete and half turns of the head to both sides, with a pause at their ends. */
const turnsOf = (table: PoseTable, { left, right }: HomeMoves): HeadTurn[] =>
  [left, right].flatMap((turn, index) =>
    [turn, turn.slice(0, 3)].map((chain) => ({
      chain,
      lingering: table.pause(chain.at(-1)!, index === 0 ? -1 : 1),
    })),
  );

/** Returns a turn and its return; each step lasts `frames` frames. */
const turnPaths = ({ chain, lingering }: HeadTurn, frames: number): number[] => [
  ...stretch(chain, frames),
  ...lingering,
  ...stretch(reverse(chain), frames),
];

/** Speed and frequency of a character's motion. */
class Timing {
  readonly #pace: number;
  readonly #liveliness: number;

  constructor({ pace, liveliness }: Character) {
    this.#pace = pace;
    this.#liveliness = liveliness;
  }

  gap(least: number, most: number): [number, number] {
    return [Math.round(least / this.#liveliness), Math.round(most / this.#liveliness)];
  }

  dwell(frames: number): number {
    return Math.max(1, Math.round(frames / this.#pace));
  }

  /** Returns the duration of `dwell`, limited to the maximum for one picture in silence. */
  limitDwell(frames: number): number {
    return Math.min(MAX_STILL_FRAMES, this.dwell(frames));
  }

  /** Returns a gesture with two to five blinks in twelve seconds; every fourth is double. */
  blinking(paths: number[][], on?: Gesture['on']): Gesture {
    const doubledPaths = paths.map((path) => [...path, ...path.slice(1)]);
    return { gap: [55, 95], ways: [...paths, ...paths, ...paths, ...doubledPaths], ...(on ? { on } : {}) };
  }
}

function idleMood(
  timing: Timing,
  idleRound: number[],
  { round, lids, glances }: HomeMoves,
  turns: HeadTurn[],
): Mood {
  return {
    round: idleRound,
    dwell: timing.limitDwell(2),
    gestures: [
      timing.blinking(lids),
      {
        gap: timing.gap(110, 300),
        ways: glances.flatMap((each) =>
          [each.slice(0, 5), each.slice(3), each.slice(2, 6)].map((phase) =>
            stretch(phase, timing.limitDwell(4)),
          ),
        ),
      },
      // These gestures start at the resting point of the breath, where the start is not noticeable.
      {
        gap: timing.gap(90, 280),
        ways: [2, 14].flatMap((calm) =>
          turns.map((turn) => [round[calm]!, ...turnPaths(turn, MAX_STILL_FRAMES)]),
        ),
      },
    ],
  };
}

/**
 * Returns the mood of a listening face. A visitor sees at least two nods or tilts in twelve seconds: for
 * every temperament, two maximum gaps with gestures fit into that time.
 */
function listeningMood(
  timing: Timing,
  listeningRound: number[],
  { attend, top, nodPath, lids }: ListeningMoves,
  ownPoses: { bow: number; lids: number[][]; turns: HeadTurn[]; home: number },
): Mood {
  const nod = [...nodPath, ownPoses.bow, ownPoses.bow, ...reverse(nodPath)];
  return {
    round: listeningRound,
    dwell: timing.limitDwell(2.5),
    gestures: [
      timing.blinking([...lids, ...ownPoses.lids]),
      {
        gap: [50, 110],
        ways: [nod, [...nod, ...nod.slice(1)], [...nod, ...backAndForth(nodPath.slice(0, 4), 2)]],
      },
      // The head turns and tilts through its resting position.
      {
        gap: [100, 210],
        ways: ownPoses.turns.map((turn) => [
          top,
          ...reverse(attend),
          ownPoses.home,
          ...turnPaths(turn, 2),
          ownPoses.home,
          ...attend,
        ]),
      },
    ],
  };
}

function thinkingMood(timing: Timing, thinkingRound: number[], { wandering, lids }: ThinkingMoves): Mood {
  return {
    round: thinkingRound,
    dwell: timing.limitDwell(2.5),
    gestures: [
      timing.blinking(lids),
      {
        gap: timing.gap(30, 90),
        ways: [
          stretch(wandering, timing.limitDwell(4)),
          stretch(wandering.slice(0, 4), timing.limitDwell(4)),
        ],
      },
    ],
  };
}

function talkingMood(
  timing: Timing,
  { round, lids, nod, left, right }: HomeMoves,
  { attend }: ListeningMoves,
): Mood {
  return {
    round,
    dwell: timing.dwell(2),
    gestures: [
      timing.blinking(lids, 'pause'),
      {
        gap: timing.gap(16, 45),
        on: 'stress',
        ways: [backAndForth(nod.slice(0, 3), 2), backAndForth(nod, 2), backAndForth(nod.slice(0, 4), 3)],
      },
      {
        gap: timing.gap(35, 110),
        on: 'stress',
        ways: [
          backAndForth(left, 13),
          backAndForth(right, 17),
          backAndForth(right.slice(0, 4), 25),
          backAndForth(left.slice(0, 4), 21),
        ],
      },
      {
        gap: timing.gap(60, 170),
        on: 'stress',
        ways: [backAndForth(attend.slice(0, 3), 6), backAndForth(attend.slice(0, 4), 10)],
      },
    ],
  };
}
