/** Describes six speakers: each has a head of the model, an appearance, a light and a way of talking. */
export interface Speaker {
  name: string;
  identity: readonly number[];
  /** Colours of the speaker, as red, green and blue from 0 to 1. */
  skin: readonly [number, number, number];
  lips: readonly [number, number, number];
  hair: readonly [number, number, number];
  iris: readonly [number, number, number];
  /** How dense the beard is, from 0 to 1. */
  beard: number;
  /** Factors on the opening of the mouth and on the movement of the head. */
  articulation: number;
  motion: number;
  light: readonly [number, number, number];
  /** Noise level of the camera. */
  noise: number;
  seed: number;
}

export const SPEAKERS: readonly Speaker[] = [
  {
    name: 'ada',
    identity: [0.8, -0.6, 0.5, 0.2, -0.4, 0.3],
    skin: [0.86, 0.66, 0.56],
    lips: [0.76, 0.42, 0.42],
    hair: [0.24, 0.15, 0.1],
    iris: [0.3, 0.42, 0.5],
    beard: 0,
    articulation: 1,
    motion: 1,
    light: [-0.5, 0.5, 0.8],
    noise: 1.5,
    seed: 11,
  },
  {
    name: 'ben',
    identity: [-0.9, 0.7, -0.3, 0.6, 0.2, -0.5],
    skin: [0.8, 0.6, 0.5],
    lips: [0.66, 0.42, 0.39],
    hair: [0.12, 0.09, 0.07],
    iris: [0.28, 0.2, 0.12],
    beard: 0.75,
    articulation: 0.85,
    motion: 0.8,
    light: [0.6, 0.4, 0.8],
    noise: 2.5,
    seed: 23,
  },
  {
    name: 'chi',
    identity: [0.3, 0.9, 0.8, -0.7, 0.5, 0.2],
    skin: [0.48, 0.32, 0.24],
    lips: [0.44, 0.24, 0.22],
    hair: [0.05, 0.04, 0.04],
    iris: [0.2, 0.13, 0.08],
    beard: 0,
    articulation: 1.1,
    motion: 1.4,
    light: [-0.3, 0.7, 0.7],
    noise: 2,
    seed: 37,
  },
  {
    name: 'dev',
    identity: [-0.4, -0.9, 0.9, 0.4, -0.8, 0.6],
    skin: [0.62, 0.44, 0.33],
    lips: [0.52, 0.31, 0.28],
    hair: [0.07, 0.06, 0.06],
    iris: [0.22, 0.15, 0.09],
    beard: 0.4,
    articulation: 0.7,
    motion: 0.6,
    light: [0.2, 0.3, 1],
    noise: 3,
    seed: 41,
  },
  {
    name: 'eve',
    identity: [0.6, 0.2, -0.9, -0.5, 0.9, -0.6],
    skin: [0.92, 0.76, 0.68],
    lips: [0.7, 0.28, 0.32],
    hair: [0.6, 0.48, 0.3],
    iris: [0.3, 0.5, 0.36],
    beard: 0,
    articulation: 1.2,
    motion: 1,
    light: [-0.8, 0.3, 0.6],
    noise: 1,
    seed: 59,
  },
  {
    name: 'fin',
    identity: [-0.7, -0.3, 0.1, 0.9, 0.6, 0.9],
    skin: [0.84, 0.62, 0.53],
    lips: [0.72, 0.45, 0.43],
    hair: [0.45, 0.43, 0.42],
    iris: [0.35, 0.45, 0.55],
    beard: 0.2,
    articulation: 0.95,
    motion: 1.8,
    light: [0.4, 0.6, 0.7],
    noise: 2,
    seed: 73,
  },
];
