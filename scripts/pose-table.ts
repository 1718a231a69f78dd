/** A face's poses as they are made one beside another, and walks over them. */

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

export interface DrawnPose {
  stance: Stance;
  /** Whether it is drawn with every mouth, or at rest alone. */
  mouths: boolean;
}

/** Frames of 40 ms that one picture may stand while nobody talks. */
export const STILL = 3;
const TURN = Math.PI * 2;
/** So many poses of a round, evenly spread. */
export const at = (list: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, index) => list[Math.round((index * list.length) / count)]!);
export const held = (list: readonly number[], frames: number): number[] =>
  list.flatMap((one) => Array<number>(frames).fill(one));
export const back = (list: readonly number[]): number[] => [...list].reverse();
/** Out, each step for `slow` frames, at its end for so many frames more, and back. */
export const there = (list: readonly number[], frames: number, slow = 1): number[] => [
  ...held(list, slow),
  ...Array<number>(frames).fill(list.at(-1)!),
  ...held(back(list).slice(1), slow),
];
/** Shares of a movement's way, slow at both of its ends. */
const eased = (steps: number): number[] =>
  Array.from({ length: steps }, (_, step) => (1 - Math.cos((Math.PI * (step + 1)) / steps)) / 2);
export const moved = (from: Stance, by: Partial<Stance>, share = 1): Stance =>
  Object.fromEntries(
    Object.entries(from).map(([key, value]) => [key, value + share * (by[key as keyof Stance] ?? 0)]),
  ) as unknown as Stance;
/** What leads from one stance to another. */
export const way = (from: Stance, to: Stance): Partial<Stance> =>
  Object.fromEntries(Object.entries(to).map(([key, value]) => [key, value - from[key as keyof Stance]]));

/** The poses as they are made, and which may follow which. */
export class PoseTable {
  readonly poses: DrawnPose[] = [];
  readonly #near = new Map<number, Set<number>>();
  readonly #turn: number;

  /** @param turn how far the head moves */
  constructor(turn: number) {
    this.#turn = turn;
  }

  stance(pose: number): Stance {
    return this.poses[pose]!.stance;
  }

  /** For each pose those that may follow it, in order. */
  near(): number[][] {
    return [...this.#near.values()].map((each) => [...each].sort((one, other) => one - other));
  }

  add(stance: Stance, mouths: boolean): number {
    this.#near.set(this.poses.push({ stance, mouths }) - 1, new Set());
    return this.poses.length - 1;
  }

  join(one: number, others: number | readonly number[]): void {
    for (const other of [others].flat()) {
      this.#near.get(one)!.add(other);
      this.#near.get(other)!.add(one);
    }
  }

  /** Breath and sway, once around. */
  circle(from: Stance, count: number, mouths: boolean, calm?: number): number[] {
    const made = Array.from({ length: count }, (_, step) =>
      this.add(moved(from, this.#breathing(step / count, calm)), mouths),
    );
    made.forEach((one, index) => this.join(one, made[(index + 1) % count]!));
    return made;
  }

  #breathing(share: number, calm = 1): Partial<Stance> {
    const t = share * TURN;
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

  /** Steps from `from` towards `by`, each beside the one before; the first beside all of `roots`. */
  chain(
    roots: readonly number[],
    from: Stance,
    by: Partial<Stance>,
    steps: number,
    eyes: Partial<Stance> = {},
  ): number[] {
    const made = eased(steps).map((share, step) =>
      this.add(moved(moved(from, by, share), eyes, Math.min(1, (step + 1) / 3)), true),
    );
    made.forEach((one, index) => this.join(one, index === 0 ? roots : made[index - 1]!));
    return made;
  }

  /** A blink at a pose: closing, closed, opening. */
  blink(at: number, mouths: boolean, through: readonly number[] = []): number[] {
    const stance = this.stance(at);
    const [half, shut] = [0.55, 1].map((blink) => this.add({ ...stance, blink }, mouths)) as [number, number];
    this.join(half, [at, shut]);
    this.join(at, shut);
    for (const lid of mouths ? [] : [half, shut]) this.join(lid, through);
    return [half, shut, shut, half];
  }

  /** Eyes aside over some poses of a round. */
  glance(over: readonly number[], gaze: Partial<Stance>, through: readonly number[] = []): number[] {
    const made = over.map((at) => this.add(moved(this.stance(at), gaze), false));
    made.forEach((one, index) => {
      this.join(one, [over[index]!, ...through]);
      if (index > 0) this.join(one, made[index - 1]!);
    });
    return made;
  }

  /** A round with a pose between each two of it, so that each stands half as long. */
  finer(round: readonly number[], through: readonly number[] = []): number[] {
    return round.flatMap((one, index) => {
      const next = round[(index + 1) % round.length]!;
      const [here, there] = [this.stance(one), this.stance(next)];
      const between = this.add(moved(here, way(here, there), 0.5), false);
      this.join(between, [one, next, ...through]);
      return [one, between];
    });
  }

  /** A little on from `top` and back, a breath's part: a head that is turned does not stand still. */
  lingering(top: number, side: 1 | -1): number[] {
    const turn = this.#turn;
    const on = { yaw: side * 0.008 * turn, pitch: 0.004, breath: 0.6, brow: 0.4, gazeX: side * 0.4 };
    const made = eased(3).map((share) => this.add(moved(this.stance(top), on, share), false));
    made.forEach((one, index) => this.join(one, index === 0 ? top : [made[index - 1]!, top]));
    return held([...made, ...back(made).slice(1)], STILL);
  }
}
