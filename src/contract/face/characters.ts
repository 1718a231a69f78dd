/** The faces that are drawn by code, and the temperament of each. */

/**
 * The resting position of the head in radians, how far and how fast it moves, and how often. `aside` is the
 * side that it looks to while thinking.
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

export const FACE_NAMES = ['mira', 'tomas', 'noor', 'pip'] as const;
export type FaceName = (typeof FACE_NAMES)[number];

export const CHARACTERS: Readonly<Record<FaceName, Character>> = {
  mira: { yaw: -0.1, roll: 0.02, pitch: 0, turn: 1, pace: 1, liveliness: 1, aside: 1 },
  tomas: { yaw: 0.085, roll: -0.016, pitch: 0.004, turn: 0.85, pace: 0.8, liveliness: 0.75, aside: -1 },
  noor: { yaw: 0.06, roll: -0.024, pitch: -0.006, turn: 1.12, pace: 1.15, liveliness: 1.3, aside: -1 },
  pip: { yaw: -0.05, roll: 0.03, pitch: 0, turn: 1.25, pace: 0.9, liveliness: 1.1, aside: -1 },
};
