/** The order of a drawn face's poses, and its movements in each mood. Plain data. */

/** The sound itself shows when the face talks; the other moods come from the room. */
export const MOODS = ['idle', 'listening', 'thinking', 'talking'] as const;
export type FaceMood = (typeof MOODS)[number];
/** Moods of a silent face. A worried one moves as if it talked, with closed lips that do not smile. */
export const SILENT_MOODS = ['idle', 'listening', 'thinking', 'worried'] as const;
export type SilentMood = (typeof SILENT_MOODS)[number];

export interface Gesture {
  /** Minimum and maximum number of frames from one to the next, chosen at random. */
  gap: [number, number];
  /** The moment that it waits for: lips at rest, or a stressed syllable. */
  on?: 'pause' | 'stress' | undefined;
  /** Variants of it, one pose for each frame. A gesture begins if the first of these is adjacent. */
  ways: number[][];
}

export interface FaceMotion {
  /** For each pose the poses that can follow it without a visible cut, in both directions. */
  near: number[][];
  /** `round`: poses that go round and round, each for `dwell` frames. */
  moods: Record<FaceMood, { round: number[]; dwell: number; gestures: Gesture[] }>;
}

/**
 * For each pose the next on the shortest path to any of `goals`; a goal maps to itself, -1 marks an unreachable goal.
 */
export function routes(near: FaceMotion['near'], goals: readonly number[]): Int32Array {
  const next = new Int32Array(near.length).fill(-1);
  const queue = goals.filter((goal) => goal < near.length);
  for (const goal of queue) next[goal] = goal;
  for (let index = 0; index < queue.length; index++) {
    for (const before of near[queue[index]!]!) {
      if (next[before] !== -1) continue;
      next[before] = queue[index]!;
      queue.push(before);
    }
  }
  return next;
}
