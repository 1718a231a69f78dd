/**
 * The resting position of the head in radians, and how far, how fast and how often it moves. `aside` is the side to
 * which it looks while thinking.
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
