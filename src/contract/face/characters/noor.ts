import type { Character } from '../character.ts';

export const noor: Character = {
  yaw: 0.06,
  roll: -0.024,
  pitch: -0.006,
  turn: 1.12,
  pace: 1.15,
  liveliness: 1.3,
  aside: -1,
};
