/**
 * How a drawn face moves: its poses, which of them may follow which, and what each mood does with them.
 * Whatever stands side by side here differs by a pixel or two in the picture, so that every walk over these
 * poses is free of cuts.
 *
 *   round    24 poses of breathing and swaying about home, every mouth: idle and talking
 *   glance   the round with the eyes aside; lips at rest, one step from the round
 *   attend   from home to an attentive face; there another round, lips at rest, with nods of its own
 *   ponder   from home to a face turned up and aside; there another round and eyes that wander
 *   nod, left, right   from home and back: stress in talking, ease in idleness
 *   lids     two steps of a blink at places of each round
 *   between  halfway from each pose of a round to the next, and a little on from where a turn of the head
 *            ends, lips at rest: while she lives no picture stands for more than three frames. They come
 *            last, from `first` on, and have a file of their own
 *
 * Every pose without mouths is one step from one that has them: speech never waits for the head.
 */
import type { FaceMotion, Gesture } from '../src/service/rooms/embedded/face-motion.ts';

/** Turns in radians, lengths in pixels, `blink` from 0 (open) to 1, a little less than 0 is wide open. */
export interface Stance {
  yaw: number;
  pitch: number;
  roll: number;
  breath: number;
  swing: number;
  brow: number;
  gazeX: number;
  gazeY: number;
  blink: number;
}

/**
 * What a face's drawing says of its temperament: where its head rests, how far and how fast it moves, how
 * often it stirs; `aside` is the side it thinks to.
 */
export interface Character {
  yaw: number;
  roll: number;
  pitch: number;
  turn: number;
  pace: number;
  liveliness: number;
  aside: 1 | -1;
}

export interface DrawnPose {
  stance: Stance;
  /** Whether it is drawn with every mouth, or at rest alone. */
  mouths: boolean;
}

const TURN = Math.PI * 2;
const ROUND = 24;
const BLINKS = 4;
/** Frames of 40 ms that one picture may stand while nobody talks. */
const STILL = 3;
/** Shares of a movement's way, slow at both of its ends. */
const eased = (steps: number): number[] =>
  Array.from({ length: steps }, (_, step) => (1 - Math.cos((Math.PI * (step + 1)) / steps)) / 2);

/** @returns `first` is the first pose of those between others */
export function motionOf(character: Character): {
  poses: DrawnPose[];
  motion: FaceMotion;
  first: number;
} {
  const { turn, pace, liveliness, aside } = character;
  const poses: DrawnPose[] = [];
  const near = new Map<number, Set<number>>();
  const join = (one: number, others: number | readonly number[]): void => {
    for (const other of [others].flat()) {
      near.get(one)!.add(other);
      near.get(other)!.add(one);
    }
  };
  const pose = (stance: Stance, mouths: boolean): number => {
    near.set(poses.push({ stance, mouths }) - 1, new Set());
    return poses.length - 1;
  };
  /** Breath and sway, once around. */
  const around = (share: number, calm = 1): Partial<Stance> => {
    const t = share * TURN;
    return {
      yaw: calm * turn * 0.014 * Math.sin(t),
      pitch: calm * 0.007 * Math.sin(t + 0.9),
      roll: calm * turn * 0.004 * Math.sin(t + 0.7),
      breath: 0.75 * Math.sin(t - 0.6),
      swing: calm * turn * 1.5 * Math.sin(t - 0.7),
      brow: 0.5 * Math.sin(t + 3.6),
      gazeX: -calm * 0.5 * Math.sin(t),
    };
  };
  const home: Stance = {
    yaw: character.yaw,
    pitch: character.pitch,
    roll: character.roll,
    breath: 0,
    swing: 0,
    brow: 0,
    gazeX: 0,
    gazeY: 0,
    blink: 0,
  };
  const moved = (from: Stance, by: Partial<Stance>, share = 1): Stance =>
    Object.fromEntries(
      Object.entries(from).map(([key, value]) => [key, value + share * (by[key as keyof Stance] ?? 0)]),
    ) as unknown as Stance;
  const circle = (from: Stance, count: number, mouths: boolean, calm?: number): number[] => {
    const made = Array.from({ length: count }, (_, step) =>
      pose(moved(from, around(step / count, calm)), mouths),
    );
    made.forEach((one, index) => join(one, made[(index + 1) % count]!));
    return made;
  };
  /** Steps from `from` towards `by`, each beside the one before; the first beside all of `roots`. */
  const chain = (
    roots: readonly number[],
    from: Stance,
    by: Partial<Stance>,
    steps: number,
    eyes: Partial<Stance> = {},
  ): number[] => {
    const made = eased(steps).map((share, step) =>
      pose(moved(moved(from, by, share), eyes, Math.min(1, (step + 1) / 3)), true),
    );
    made.forEach((one, index) => join(one, index === 0 ? roots : made[index - 1]!));
    return made;
  };
  /** A blink at a pose: closing, closed, opening. */
  const blink = (at: number, mouths: boolean, through: readonly number[] = []): number[] => {
    const { stance } = poses[at]!;
    const [half, shut] = [0.55, 1].map((blink) => pose({ ...stance, blink }, mouths)) as [number, number];
    join(half, [at, shut]);
    join(at, shut);
    for (const lid of mouths ? [] : [half, shut]) join(lid, through);
    return [half, shut, shut, half];
  };
  /** Eyes aside over some poses of a round. */
  const glance = (
    over: readonly number[],
    gaze: Partial<Stance>,
    through: readonly number[] = [],
  ): number[] => {
    const made = over.map((at) => pose(moved(poses[at]!.stance, gaze), false));
    made.forEach((one, index) => {
      join(one, [over[index]!, ...through]);
      if (index > 0) join(one, made[index - 1]!);
    });
    return made;
  };
  const at = (list: readonly number[], count: number): number[] =>
    Array.from({ length: count }, (_, index) => list[Math.round((index * list.length) / count)]!);
  const held = (list: readonly number[], frames: number): number[] =>
    list.flatMap((one) => Array<number>(frames).fill(one));
  const back = (list: readonly number[]): number[] => [...list].reverse();
  /** Out, each step for `slow` frames, at its end for so many frames more, and back. */
  const there = (list: readonly number[], frames: number, slow = 1): number[] => [
    ...held(list, slow),
    ...Array<number>(frames).fill(list.at(-1)!),
    ...held(back(list).slice(1), slow),
  ];
  const gap = (least: number, most: number): [number, number] => [
    Math.round(least / liveliness),
    Math.round(most / liveliness),
  ];

  const round = circle(home, ROUND, true);
  const lids = at(round, BLINKS).map((one) => blink(one, true));
  const glances = [
    glance(round.slice(1, 12), { gazeX: -3.4, gazeY: 0.4 }),
    glance(round.slice(13, 24), { gazeX: 3, gazeY: -0.8 }),
  ];
  const nod = chain(round, home, { pitch: 0.08 * turn, brow: -0.8, gazeY: -2 }, 6);
  const left = chain(round, home, { yaw: -0.06 * turn, roll: -0.022 * turn, gazeX: 1.6, swing: -2 }, 5);
  const right = chain(
    round,
    home,
    { yaw: 0.07 * turn, roll: 0.02 * turn, gazeX: -1.8, brow: 1, swing: 2 },
    5,
  );

  const attentive = moved(home, {
    yaw: 0.45 * -character.yaw,
    pitch: 0.018,
    roll: -0.034 * turn * aside,
    brow: 3.6,
    blink: -0.1,
  });
  const attend = chain(
    round,
    home,
    Object.fromEntries(
      Object.entries(attentive).map(([key, value]) => [key, value - home[key as keyof Stance]]),
    ),
    5,
  );
  const listening = circle(attentive, 16, false, 0.6);
  join(attend.at(-1)!, listening);
  const heed = chain(
    [...listening, attend.at(-1)!],
    attentive,
    { pitch: 0.055 * turn, brow: -1, gazeY: -1.4 },
    5,
  );
  const heedLids = at(listening, 2).map((one) => blink(one, false, [attend.at(-1)!]));

  const thoughtful = {
    yaw: aside * 0.15 * turn,
    pitch: -0.05,
    roll: aside * 0.03 * turn,
    brow: 2,
    swing: aside * 2,
  };
  const aloft = { gazeX: aside * 4.2, gazeY: -3.6 };
  const ponder = chain(round, home, thoughtful, 10, aloft);
  const thinking = circle(poses[ponder.at(-1)!]!.stance, 16, false, 0.6);
  join(ponder.at(-1)!, thinking);
  const wandering = glance(thinking.slice(3, 11), { gazeX: -aside * 6.6, gazeY: 0.8 }, [ponder.at(-1)!]);
  const ponderLids = at(thinking, 2).map((one) => blink(one, false, [ponder.at(-1)!]));

  const first = poses.length;
  /** A round with a pose between each two of it, so that each stands half as long. */
  const finer = (round: readonly number[], through: readonly number[] = []): number[] =>
    round.flatMap((one, index) => {
      const next = round[(index + 1) % round.length]!;
      const [here, there] = [poses[one]!.stance, poses[next]!.stance];
      const way = Object.fromEntries(
        Object.entries(there).map(([key, value]) => [key, value - here[key as keyof Stance]]),
      );
      const between = pose(moved(here, way, 0.5), false);
      join(between, [one, next, ...through]);
      return [one, between];
    });
  /** A little on from `top` and back, a breath's part: a head that is turned does not stand still. */
  const lingering = (top: number, side: 1 | -1): number[] => {
    const on = { yaw: side * 0.008 * turn, pitch: 0.004, breath: 0.6, brow: 0.4, gazeX: side * 0.4 };
    const made = eased(3).map((share) => pose(moved(poses[top]!.stance, on, share), false));
    made.forEach((one, index) => join(one, index === 0 ? top : [made[index - 1]!, top]));
    return held([...made, ...back(made).slice(1)], STILL);
  };
  const idling = finer(round);
  const heeding = finer(listening, [attend.at(-1)!]);
  const musing = finer(thinking, [ponder.at(-1)!]);
  const turns = [left, right].flatMap((each, index) =>
    [each, each.slice(0, 3)].map((way) => [
      ...held(way, STILL),
      ...lingering(way.at(-1)!, index === 0 ? -1 : 1),
      ...held(back(way), STILL),
    ]),
  );

  const dwell = (frames: number): number => Math.max(1, Math.round(frames / pace));
  const brief = (frames: number): number => Math.min(STILL, dwell(frames));
  const blinking = (ways: number[][], on?: Gesture['on']): Gesture => ({
    gap: gap(45, 150),
    ways: [...ways, ...ways.map((way) => [...way, ...way.slice(1)])],
    ...(on ? { on } : {}),
  });
  return {
    poses,
    first,
    motion: {
      near: [...near.values()].map((each) => [...each].sort((one, other) => one - other)),
      moods: {
        idle: {
          round: idling,
          dwell: brief(2),
          gestures: [
            blinking(lids),
            {
              gap: gap(110, 300),
              ways: glances.flatMap((each) =>
                [each.slice(0, 5), each.slice(3), each.slice(2, 6)].map((part) => held(part, brief(4))),
              ),
            },
            // These begin where the breath is at rest, so that they begin unseen.
            {
              gap: gap(90, 280),
              ways: [2, 14].flatMap((calm) => turns.map((way) => [round[calm]!, ...way])),
            },
          ],
        },
        listening: {
          round: heeding,
          dwell: brief(2.5),
          gestures: [
            blinking(heedLids),
            {
              gap: gap(45, 130),
              ways: [
                there(heed, 2),
                there(heed.slice(0, 3), 1, 2),
                [...there(heed.slice(0, 4), 2), ...there(heed.slice(0, 3), 2)],
              ],
            },
          ],
        },
        thinking: {
          round: musing,
          dwell: brief(2.5),
          gestures: [
            blinking(ponderLids),
            { gap: gap(30, 90), ways: [held(wandering, brief(4)), held(wandering.slice(0, 4), brief(4))] },
          ],
        },
        talking: {
          round,
          dwell: dwell(2),
          gestures: [
            blinking(lids, 'pause'),
            {
              gap: gap(16, 45),
              on: 'stress',
              ways: [there(nod.slice(0, 3), 2), there(nod, 2), there(nod.slice(0, 4), 3)],
            },
            {
              gap: gap(35, 110),
              on: 'stress',
              ways: [
                there(left, 13),
                there(right, 17),
                there(right.slice(0, 4), 25),
                there(left.slice(0, 4), 21),
              ],
            },
            {
              gap: gap(60, 170),
              on: 'stress',
              ways: [there(attend.slice(0, 3), 6), there(attend.slice(0, 4), 10)],
            },
          ],
        },
      },
    },
  };
}
