/**
 * The motion of a drawn face: which poses may follow each pose, and the movements of each mood. It is read with the
 * face's file.
 */
import { z } from 'zod';
import { MOODS, routes, type FaceMotion as Motion } from '@palkit/contract/face/motion';

const pose = z.int().nonnegative();
const frames = z.int().positive().max(10_000);
const Gesture = z.object({
  /** Minimum and maximum number of frames between two movements; the actual number is random. */
  gap: z.tuple([frames, frames]),
  /**
   * The cue that starts the movement: resting lips, or a stressed syllable. Without a cue the movement starts
   * immediately.
   */
  on: z.optional(z.enum(['pause', 'stress'])),
  /** Variants of the movement, each with a pose for each frame. */
  ways: z.array(z.array(pose).min(1)).min(1),
});
const Mood = z.object({
  /** Poses that repeat as a cycle, each shown for `dwell` frames. */
  round: z.array(pose).min(1),
  dwell: frames,
  gestures: z.array(Gesture),
});
export const FaceMotion = z.object({
  /** For each pose, its neighbours: the poses that can come before or after it without a visible cut. */
  near: z.array(z.array(pose)),
  moods: z.object({ idle: Mood, listening: Mood, thinking: Mood, talking: Mood }),
}) satisfies z.ZodType<Motion>;
export type FaceMotion = Motion;

/** Returns a motion for a face that has none: always the same cycle of poses. */
export function cycle(poses: number): FaceMotion {
  const round = Array.from({ length: poses }, (_, index) => index);
  const mood = { round, dwell: 1, gestures: [] };
  return {
    near: round.map((index) => [(index + poses - 1) % poses, (index + 1) % poses]),
    moods: { idle: mood, listening: mood, thinking: mood, talking: mood },
  };
}

/**
 * Describes the first fault of a motion over `poses` poses; null if it has none. One fault is a step to a
 * pose that is not a neighbour.
 */
export function flawOf({ near, moods }: FaceMotion, poses: number): string | null {
  if (near.length !== poses) return `its motion knows ${near.length} of ${poses} poses`;
  const asymmetricPose = near.findIndex((neighbours, pose) =>
    neighbours.some((other) => other >= poses || !near[other]!.includes(pose)),
  );
  if (asymmetricPose >= 0) return `pose ${asymmetricPose} is beside one that is not beside it`;
  const areNeighbours = (first: number, second: number | undefined) =>
    second !== undefined && first < poses && (first === second || near[first]!.includes(second));
  for (const name of MOODS) {
    const { round, gestures } = moods[name];
    if (round.some((one, index) => !areNeighbours(one, round[(index + 1) % round.length])))
      return `the round of ${name} jumps`;
    for (const {
      gap: [least, most],
      ways,
    } of gestures) {
      if (least > most) return `a gesture of ${name} has a gap that ends before it begins`;
      if (
        ways.some((movement) =>
          movement.some((one, index) => index > 0 && !areNeighbours(one, movement[index - 1])),
        )
      )
        return `a gesture of ${name} jumps`;
    }
    if (routes(near, round).some((next) => next < 0)) return `${name} cannot be reached from everywhere`;
  }
  return null;
}
