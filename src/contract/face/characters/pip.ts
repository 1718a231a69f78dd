import type { Character } from '../character.ts';

export const pip: Character = {
  yaw: -0.05,
  roll: 0.03,
  pitch: 0,
  turn: 1.25,
  pace: 0.9,
  liveliness: 1.1,
  aside: -1,
};
