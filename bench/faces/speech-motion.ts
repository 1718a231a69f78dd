/** Computes the motion of a rendered head: lips for speech sounds, blinks, and small movements. */
import { seededRandom } from '../../src/contract/face/random.ts';
import type { Phone } from '../../src/agent/speech/flite.ts';
import type { Speaker } from './speakers.ts';

export type Weights = Readonly<Record<string, number>>;

/** Weights of the model's shapes for each group of sounds, and how strongly a group keeps its shape. */
const SOUNDS: readonly { phones: string; weights: Weights; strength: number }[] = [
  { phones: 'pau', weights: { jawOpen: 0.01 }, strength: 1 },
  {
    phones: 'm b p',
    weights: { jawOpen: 0.05, mouthClose: 0.05, mouthPress: 0.3, mouthRollLower: 0.12, mouthRollUpper: 0.1 },
    strength: 3,
  },
  {
    phones: 'f v',
    weights: { jawOpen: 0.1, mouthRollLower: 0.55, mouthUpperUp: 0.3, mouthLowerDown: 0.1 },
    strength: 2.5,
  },
  {
    phones: 't d s z n l th dh',
    weights: { jawOpen: 0.12, mouthStretch: 0.12, mouthLowerDown: 0.25, mouthUpperUp: 0.15 },
    strength: 0.8,
  },
  { phones: 'sh zh ch jh', weights: { jawOpen: 0.12, mouthFunnel: 0.5, mouthUpperUp: 0.1 }, strength: 1 },
  { phones: 'k g ng hh y', weights: { jawOpen: 0.18, mouthLowerDown: 0.1 }, strength: 0.6 },
  { phones: 'r er', weights: { jawOpen: 0.18, mouthFunnel: 0.3, mouthPucker: 0.2 }, strength: 0.9 },
  { phones: 'ax ih', weights: { jawOpen: 0.22, mouthStretch: 0.08 }, strength: 0.8 },
  {
    phones: 'aa ae ah ay aw',
    weights: { jawOpen: 0.55, mouthLowerDown: 0.15, mouthUpperUp: 0.1 },
    strength: 1.2,
  },
  { phones: 'ao', weights: { jawOpen: 0.5, mouthFunnel: 0.35 }, strength: 1.2 },
  {
    phones: 'iy eh ey',
    weights: { jawOpen: 0.24, mouthSmile: 0.35, mouthStretch: 0.3, mouthLowerDown: 0.25, mouthUpperUp: 0.1 },
    strength: 1.1,
  },
  { phones: 'ow oy uw uh w', weights: { jawOpen: 0.24, mouthPucker: 0.75, mouthFunnel: 0.3 }, strength: 1.3 },
];
const SOUND_OF = new Map(SOUNDS.flatMap((sound) => sound.phones.split(' ').map((phone) => [phone, sound])));
const REST = SOUND_OF.get('pau')!;
const NAMES = [...new Set(SOUNDS.flatMap(({ weights }) => Object.keys(weights)))];
const JAW_SCALED_SHAPES = new Set(['jawOpen', 'mouthPucker', 'mouthSmile', 'mouthStretch', 'mouthLowerDown']);
/** Seconds of the transition from one sound's shape to the next. */
const SPREAD = 0.034;
const BLINK_FRAMES = [0.4, 1, 1, 0.7, 0.3];

/** Returns the weights of the lips' shapes. @param phones with end times in seconds from the film's beginning */
export function lipsAt(phones: readonly Phone[], time: number, articulation: number): Record<string, number> {
  const sums: Record<string, number> = Object.fromEntries(NAMES.map((name) => [name, 0]));
  let total = 0;
  const add = (sound: (typeof SOUNDS)[number], from: number, to: number) => {
    const share = cumulative((to - time) / SPREAD) - cumulative((from - time) / SPREAD);
    if (share < 1e-4) return;
    const weight = share * sound.strength;
    total += weight;
    for (const [name, value] of Object.entries(sound.weights))
      sums[name]! += weight * value * (JAW_SCALED_SHAPES.has(name) ? articulation : 1);
  };
  let start = 0;
  for (const { name, end } of phones) {
    if (end > time - 0.3 && start < time + 0.3) add(SOUND_OF.get(name) ?? REST, start, end);
    start = end;
  }
  add(REST, start, Infinity);
  for (const name of NAMES) sums[name]! /= Math.max(total, 1e-9);
  return sums;
}

/** Approximates the cumulative normal distribution by a logistic function. */
const cumulative = (value: number) => 1 / (1 + Math.exp(-1.702 * value));

export interface HeadPose {
  yaw: number;
  pitch: number;
  roll: number;
  x: number;
  y: number;
}

/** Returns the position of the head at a time. @param talks time in seconds after which the head moves more */
export function headAt(speaker: Speaker, time: number, talks: number): HeadPose {
  const random = seededRandom(speaker.seed);
  const wave = (size: number) => {
    const [firstBlink, secondBlink] = [0.11 + random() * 0.12, 0.31 + random() * 0.25];
    const phase = random() * 6.28;
    return (
      size *
      (0.7 * Math.sin(time * firstBlink * 6.28 + phase) +
        0.3 * Math.sin(time * secondBlink * 6.28 + 2 * phase))
    );
  };
  const lively = speaker.motion * (0.4 + 0.6 / (1 + Math.exp(-(time - talks) * 2)));
  return {
    yaw: wave(0.07) * lively,
    pitch: wave(0.05) * lively,
    roll: wave(0.03) * lively,
    x: wave(0.35) * lively,
    y: wave(0.25) * lively + 0.05 * Math.sin(time * 1.6),
  };
}

export function blinkAt(speaker: Speaker, frame: number): number {
  const random = seededRandom(speaker.seed + 1);
  for (let at = 30; at <= frame; at += 60 + Math.floor(random() * 70)) {
    const value = BLINK_FRAMES[frame - at];
    if (value !== undefined) return value;
  }
  return 0;
}
