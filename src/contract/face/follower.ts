/**
 * Follows the cues of a call: the posture of a face at each moment of the audio track. Frame by frame it is the
 * performance that the service's video shows; between the frames it moves smoothly. Pure.
 */
import type { Character } from './characters.ts';
import { LipTrack, type MouthShape } from './lips.ts';
import type { SilentMood } from './motion.ts';
import { performerOf } from './moves.ts';
import { FRAME_MS, Performance } from './performance.ts';
import type { Stance } from './poses.ts';
import { seededRandom } from './random.ts';

/** A message of the room about the face; `at` is an RTP timestamp of 48 kHz. */
export interface FaceCue {
  at: number;
  mouths?: string | undefined;
  mood?: SilentMood | undefined;
  seed?: number | undefined;
}

/** The stance of a head with its mouth. */
export interface Posture extends Stance {
  mouth: MouthShape;
}

const TICKS_PER_MS = 48;
/** Lips move this many milliseconds before the sound. */
const LEAD_MS = 5;
/** Frames that are made up for after a pause; a longer one is skipped. */
const MOST_BEHIND = 50;
/** A drawing is larger than a video, so the head moves further from home. */
const GAIN: Partial<Record<keyof Stance, number>> = { pitch: 1.6, roll: 1.5, yaw: 1.2, brow: 1.3 };
/** Milliseconds in which a movement follows its pose. Lids are as fast as their poses. */
const EASE: Readonly<Record<keyof Stance, number>> = {
  yaw: 70,
  pitch: 60,
  roll: 70,
  breath: 80,
  swing: 90,
  brow: 60,
  gazeX: 25,
  gazeY: 25,
  blink: 0,
};
const KEYS = Object.keys(EASE) as (keyof Stance)[];
/** How much the face smiles at rest, and the length of a smile that comes and goes, in milliseconds. */
const SMILES: Readonly<Record<SilentMood, number>> = { idle: 0.75, listening: 0.95, thinking: 0.4 };
const SMILE_MS = 7300;

export class Follower {
  readonly #character: Character;
  readonly #performer;
  readonly #lips = new LipTrack();
  #performance: Performance;
  /** The timestamp that is 0 ms; null before the first cue. */
  #base: number | null = null;
  /** Moods to come, with the millisecond of each. */
  #moods: { from: number; mood: SilentMood }[] = [];
  #mood: SilentMood = 'idle';
  #frame: number | null = null;
  #poses: [before: Stance, now: Stance];
  #stance: Stance;
  #time: number | null = null;
  #smile = SMILES.idle;

  constructor(character: Character) {
    this.#character = character;
    this.#performer = performerOf(character);
    this.#performance = new Performance(this.#performer);
    this.#stance = this.home;
    this.#poses = [this.home, this.home];
  }

  /** The stance of a face that does nothing. */
  get home(): Stance {
    const { yaw, pitch, roll } = this.#character;
    return { yaw, pitch, roll, breath: 0, swing: 0, brow: 0, gazeX: 0, gazeY: 0, blink: 0 };
  }

  /** A timestamp as milliseconds from the first cue; timestamps wrap at 32 bits. */
  milliseconds(at: number): number {
    this.#base ??= at;
    return ((at - this.#base) | 0) / TICKS_PER_MS;
  }

  cue({ at, mouths, mood, seed }: FaceCue): void {
    if (seed !== undefined) {
      // Another connection has a clock of its own.
      this.#base = at;
      this.#moods = [];
      this.#frame = this.#time = null;
      this.#lips.add(-Infinity, []);
      this.#performance = new Performance(this.#performer, seededRandom(seed));
    }
    const from = this.milliseconds(at);
    if (mouths !== undefined) this.#lips.add(from, Array.from(mouths, Number));
    if (mood) this.#moods.push({ from, mood });
  }

  /** The pose and the mouth of a frame; frames are asked for in order. */
  frame(index: number): { pose: number; mouth: number } {
    const time = index * FRAME_MS;
    while (this.#moods[0] && this.#moods[0].from <= time) this.#mood = this.#moods.shift()!.mood;
    const next = this.#performance.next(this.#mood, this.#lips.mouth(time));
    this.#poses = [this.#poses[1], this.#performer.poses[next.pose]!.stance];
    return next;
  }

  /** The posture at a moment in milliseconds; moments are asked for in order. */
  posture(time: number): Posture {
    const frame = Math.floor(time / FRAME_MS);
    if (this.#frame === null || frame - this.#frame > MOST_BEHIND) this.#frame = frame - 1;
    while (this.#frame < frame) this.frame(++this.#frame);
    const elapsed = this.#time === null ? Infinity : Math.max(0, time - this.#time);
    this.#time = time;
    const share = time / FRAME_MS - frame;
    const [before, now] = this.#poses;
    const home = this.home;
    for (const key of KEYS) {
      const pose = before[key] + share * (now[key] - before[key]);
      const goal = home[key] + (GAIN[key] ?? 1) * (pose - home[key]);
      const ease = EASE[key];
      this.#stance[key] += (goal - this.#stance[key]) * (ease > 0 ? 1 - Math.exp(-elapsed / ease) : 1);
    }
    return { ...this.#stance, mouth: this.#smiling(this.#lips.shape(time + LEAD_MS), time, elapsed) };
  }

  /** The posture of a face that stands still and speaks. */
  stillPosture(time: number): Posture {
    return { ...this.home, mouth: this.#lips.shape(time + LEAD_MS) };
  }

  /** The smile comes and goes, and follows the mood. */
  #smiling(mouth: MouthShape, time: number, elapsed: number): MouthShape {
    const goal = SMILES[this.#mood] + 0.2 * Math.sin((time / SMILE_MS) * Math.PI * 2);
    this.#smile += (goal - this.#smile) * (1 - Math.exp(-elapsed / 400));
    const more = this.#smile - 0.75;
    return { ...mouth, smile: mouth.smile * (1 + more), corner: mouth.corner - 3 * more * mouth.smile };
  }
}
