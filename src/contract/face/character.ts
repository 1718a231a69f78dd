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
