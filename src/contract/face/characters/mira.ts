import type { Character } from '../character.ts';

export const mira: Character = { yaw: -0.1, roll: 0.02, pitch: 0, turn: 1, pace: 1, liveliness: 1, aside: 1 };
