/** The order of a drawn face's poses, and its movements in each mood. Plain data. */

/** Moods of a face. The sound determines when the face talks; the room sets the other moods. */
export const MOODS = ['idle', 'listening', 'thinking', 'talking'] as const;
export type FaceMood = (typeof MOODS)[number];
/** Moods of a silent face. A worried face moves as if it talked, with closed lips that do not smile. */
export const SILENT_MOODS = ['idle', 'listening', 'thinking', 'worried'] as const;
export type SilentMood = (typeof SILENT_MOODS)[number];

export interface Gesture {
  /** Minimum and maximum number of frames between two of these gestures; the number is random. */
  gap: [number, number];
  /** The moment for the gesture: lips at rest, or a stressed syllable. */
  on?: 'pause' | 'stress' | undefined;
  /** Variants of the gesture, one pose per frame. It can start if the first pose is adjacent to the current one. */
  ways: number[][];
}

export interface FaceMotion {
  /** For each pose, the poses that can follow it without a visible cut. The relation is symmetric. */
  near: number[][];
  /** `round` is a cycle of poses, each shown for `dwell` frames. */
  moods: Record<FaceMood, { round: number[]; dwell: number; gestures: Gesture[] }>;
}

/**
 * Returns for each pose the next pose on the shortest path to any of `goals`: the pose itself for a goal, -1 if no
 * goal can be reached.
 */
export function routes(near: FaceMotion['near'], goals: readonly number[]): Int32Array {
  const next = new Int32Array(near.length).fill(-1);
  const queue = goals.filter((goal) => goal < near.length);
  for (const goal of queue) next[goal] = goal;
  for (let index = 0; index < queue.length; index++) {
    for (const previousPose of near[queue[index]!]!) {
      if (next[previousPose] !== -1) continue;
      next[previousPose] = queue[index]!;
      queue.push(previousPose);
    }
  }
  return next;
}
