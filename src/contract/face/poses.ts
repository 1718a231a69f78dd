/** The poses of a face, their connections, and paths through them. */

/** Rotations are in radians, lengths in pixels; `blink` is 0 (open) to 1, slightly negative for wide open. */
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

export interface DrawnPose {
  stance: Stance;
  /** True if the pose is drawn with every mouth, false if only with lips at rest. */
  mouths: boolean;
}

/** Maximum number of frames of 40 ms for which a picture is shown in silence. */
export const MAX_STILL_FRAMES = 3;
const FULL_CIRCLE = Math.PI * 2;
/** Selects `count` evenly spaced poses of a round. */
export const pickEvenly = (list: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, index) => list[Math.round((index * list.length) / count)]!);
export const stretch = (list: readonly number[], frames: number): number[] =>
  list.flatMap((pose) => Array<number>(frames).fill(pose));
export const reverse = (list: readonly number[]): number[] => [...list].reverse();
/**
 * Returns the poses of a movement to the end of the list and back. Each pose is shown for `slow` frames, and the
 * last pose of the list for `frames` more.
 */
export const backAndForth = (list: readonly number[], frames: number, slow = 1): number[] => [
  ...stretch(list, slow),
  ...Array<number>(frames).fill(list.at(-1)!),
  ...stretch(reverse(list).slice(1), slow),
];
/** Returns the progress of a movement at each step, 0 to 1, slow at both ends. */
const easedSteps = (steps: number): number[] =>
  Array.from({ length: steps }, (_, step) => (1 - Math.cos((Math.PI * (step + 1)) / steps)) / 2);
export const offsetBy = (from: Stance, by: Partial<Stance>, share = 1): Stance =>
  Object.fromEntries(
    Object.entries(from).map(([key, value]) => [key, value + share * (by[key as keyof Stance] ?? 0)]),
  ) as unknown as Stance;
/** Returns the difference between two stances. */
export const difference = (from: Stance, to: Stance): Partial<Stance> =>
  Object.fromEntries(Object.entries(to).map(([key, value]) => [key, value - from[key as keyof Stance]]));

/** The poses, and for each pose those that may follow it. */
export class PoseTable {
  readonly poses: DrawnPose[] = [];
  readonly #nextPoses = new Map<number, Set<number>>();
  readonly #turn: number;

  /** @param turn how far the head moves */
  constructor(turn: number) {
    this.#turn = turn;
  }

  stance(pose: number): Stance {
    return this.poses[pose]!.stance;
  }

  /** Returns for each pose the poses that may follow it, in order. */
  near(): number[][] {
    return [...this.#nextPoses.values()].map((followers) => [...followers].sort((a, b) => a - b));
  }

  add(stance: Stance, mouths: boolean): number {
    this.#nextPoses.set(this.poses.push({ stance, mouths }) - 1, new Set());
    return this.poses.length - 1;
  }

  join(pose: number, followers: number | readonly number[]): void {
    for (const other of [followers].flat()) {
      this.#nextPoses.get(pose)!.add(other);
      this.#nextPoses.get(other)!.add(pose);
    }
  }

  /** Adds one cycle of breathing and swaying. */
  circle(from: Stance, count: number, mouths: boolean, calm?: number): number[] {
    const added = Array.from({ length: count }, (_, step) =>
      this.add(offsetBy(from, this.#breathing(step / count, calm)), mouths),
    );
    added.forEach((one, index) => this.join(one, added[(index + 1) % count]!));
    return added;
  }

  #breathing(share: number, calm = 1): Partial<Stance> {
    const t = share * FULL_CIRCLE;
    const turn = this.#turn;
    return {
      yaw: calm * turn * 0.014 * Math.sin(t),
      pitch: calm * 0.007 * Math.sin(t + 0.9),
      roll: calm * turn * 0.004 * Math.sin(t + 0.7),
      breath: 0.75 * Math.sin(t - 0.6),
      swing: calm * turn * 1.5 * Math.sin(t - 0.7),
      brow: 0.5 * Math.sin(t + 3.6),
      gazeX: -calm * 0.5 * Math.sin(t),
    };
  }

  /**
   * Adds the poses of a movement from `from` by the offsets `by`. Each pose follows the previous one; the first may
   * follow any pose of `roots`.
   */
  chain(
    roots: readonly number[],
    from: Stance,
    by: Partial<Stance>,
    steps: number,
    eyes: Partial<Stance> = {},
  ): number[] {
    const added = easedSteps(steps).map((share, step) =>
      this.add(offsetBy(offsetBy(from, by, share), eyes, Math.min(1, (step + 1) / 3)), true),
    );
    added.forEach((one, index) => this.join(one, index === 0 ? roots : added[index - 1]!));
    return added;
  }

  /** Adds a blink at a pose and returns its poses: closing, closed, closed, opening. */
  blink(pose: number, mouths: boolean, through: readonly number[] = []): number[] {
    const stance = this.stance(pose);
    const [halfShut, shut] = [0.55, 1].map((blink) => this.add({ ...stance, blink }, mouths)) as [
      number,
      number,
    ];
    this.join(halfShut, [pose, shut]);
    this.join(pose, shut);
    for (const lid of mouths ? [] : [halfShut, shut]) this.join(lid, through);
    return [halfShut, shut, shut, halfShut];
  }

  /** Adds glances aside at some poses of a round. */
  glance(over: readonly number[], gaze: Partial<Stance>, through: readonly number[] = []): number[] {
    const added = over.map((at) => this.add(offsetBy(this.stance(at), gaze), false));
    added.forEach((one, index) => {
      this.join(one, [over[index]!, ...through]);
      if (index > 0) this.join(one, added[index - 1]!);
    });
    return added;
  }

  /** Inserts a pose between each two poses of a round, so that each pose is shown for half the time. */
  refine(round: readonly number[], through: readonly number[] = []): number[] {
    return round.flatMap((one, index) => {
      const nextPose = round[(index + 1) % round.length]!;
      const [start, outAndBack] = [this.stance(one), this.stance(nextPose)];
      const middlePose = this.add(offsetBy(start, difference(start, outAndBack), 0.5), false);
      this.join(middlePose, [one, nextPose, ...through]);
      return [one, middlePose];
    });
  }

  /** Adds one step after the end of a movement, with resting lips. */
  overshoot(end: number, by: Partial<Stance>): number {
    const pose = this.add(offsetBy(this.stance(end), by), false);
    this.join(pose, end);
    return pose;
  }

  /** Adds a small movement beyond `top` and back, with the breath, so that a turned head is never motionless. */
  pause(top: number, side: 1 | -1): number[] {
    const turn = this.#turn;
    const offset = { yaw: side * 0.008 * turn, pitch: 0.004, breath: 0.6, brow: 0.4, gazeX: side * 0.4 };
    const added = easedSteps(3).map((share) => this.add(offsetBy(this.stance(top), offset, share), false));
    added.forEach((one, index) => this.join(one, index === 0 ? top : [added[index - 1]!, top]));
    return stretch([...added, ...reverse(added).slice(1)], MAX_STILL_FRAMES);
  }
}
