import type { Character } from '../character.ts';

export const tomas: Character = {
  yaw: 0.085,
  roll: -0.016,
  pitch: 0.004,
  turn: 0.85,
  pace: 0.8,
  liveliness: 0.75,
  aside: -1,
};
