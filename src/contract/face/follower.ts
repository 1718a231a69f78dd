/**
 * Follows the cues of a call: computes the posture of a face for each moment of the audio track. At each frame it
 * equals the performance in the service's video; between frames it moves smoothly.
 */
import type { Character } from './character.ts';
import { LipTrack, type MouthShape } from './lips.ts';
import { STRESS } from '../mouths.ts';
import type { SilentMood } from './motion.ts';
import { restStance, performerOf } from './moves.ts';
import { FRAME_MS, Performance } from './performance.ts';
import type { Stance } from './poses.ts';
import { seededRandom } from './random.ts';

/** A message of the room about the face. `at` is an RTP timestamp with 48 kHz. */
export interface FaceCue {
  at: number;
  mouths?: string | undefined;
  /** Indices in `mouths` at which stressed syllables start. */
  stresses?: readonly number[] | undefined;
  mood?: SilentMood | undefined;
  seed?: number | undefined;
}

/** The posture of a head with its mouth. `worry` slants the brows, from 0 (none) to 1.6. */
export interface Posture extends Stance {
  mouth: MouthShape;
  worry: number;
}

const TICKS_PER_MS = 48;
/** Milliseconds by which the lips precede the sound. */
const LEAD_MS = 5;
/** Maximum number of frames that are caught up after a pause; a longer pause is skipped. */
const MAX_FRAMES_BEHIND = 50;
/** Factors on movements of the head; a drawing is larger than a video, so the head moves further. */
const MOVEMENT_GAIN: Partial<Record<keyof Stance, number>> = { pitch: 1.6, roll: 1.5, yaw: 1.2, brow: 1.3 };
/** Time constants in milliseconds of movements towards a pose. Eyelids follow their poses directly. */
const TIME_CONSTANTS_MS: Readonly<Record<keyof Stance, number>> = {
  yaw: 70,
  pitch: 60,
  roll: 70,
  breath: 80,
  swing: 90,
  brow: 60,
  gazeX: 25,
  gazeY: 25,
  blink: 1,
};
const KEYS = Object.keys(TIME_CONSTANTS_MS) as (keyof Stance)[];
/** Strength of the smile at rest and in other moods, and the period of its changes in milliseconds. */
const REST_SMILE = 0.75;
const MOOD_SMILES: Partial<Record<SilentMood, number>> = { listening: 0.95, thinking: 0.4 };
const SMILE_MS = 7300;
/** The negative smile of a worried face, and the minimum smile of any other. */
const WORRIED_SMILE = -1.2;
const MIN_SMILE = 0.2;

export class Follower {
  /** The posture of a resting face. */
  readonly home: Stance;
  readonly #performer;
  readonly #lips = new LipTrack();
  #performance: Performance;
  /** The timestamp of millisecond 0; null before the first cue. */
  #base: number | null = null;
  /** Future moods with their start in milliseconds. */
  #moods: { from: number; mood: SilentMood }[] = [];
  #mood: SilentMood = 'idle';
  #frame: number | null = null;
  #poses: [before: Stance, now: Stance];
  #stance: Stance;
  #time: number | null = null;
  #smile = REST_SMILE;

  constructor(character: Character) {
    this.home = restStance(character);
    this.#performer = performerOf(character);
    this.#performance = new Performance(this.#performer);
    this.#stance = { ...this.home };
    this.#poses = [this.home, this.home];
  }

  /** Converts a timestamp to milliseconds from the first cue; timestamps wrap at 32 bits. */
  milliseconds(at: number): number {
    this.#base ??= at;
    return ((at - this.#base) | 0) / TICKS_PER_MS;
  }

  cue({ at, mouths, stresses, mood, seed }: FaceCue): void {
    if (seed !== undefined) {
      // A new connection has a different clock.
      this.#base = at;
      this.#moods = [];
      this.#frame = this.#time = null;
      this.#lips.add(-Infinity, []);
      this.#performance = new Performance(this.#performer, seededRandom(seed));
    }
    const from = this.milliseconds(at);
    if (mouths !== undefined)
      this.#lips.add(
        from,
        Array.from(mouths, (mouth, index) => +mouth + (stresses?.includes(index) ? STRESS : 0)),
      );
    if (mood) this.#moods.push({ from, mood });
  }

  /** Returns the pose and the mouth of a frame. Frames must be requested in order. */
  frame(index: number): { pose: number; mouth: number } {
    const time = index * FRAME_MS;
    while (this.#moods[0] && this.#moods[0].from <= time) this.#mood = this.#moods.shift()!.mood;
    const next = this.#performance.next(this.#mood, this.#lips.mouth(time));
    this.#poses = [this.#poses[1], this.#performer.poses[next.pose]!.stance];
    return next;
  }

  /**
   * Returns the posture at a time in milliseconds; times must be requested in order. If `still` is true, the head
   * rests, but the face speaks and may look worried. `worried` is true if the page has a reason for a worried
   * look.
   */
  posture(time: number, still = false, worried = false): Posture {
    const frame = Math.floor(time / FRAME_MS);
    if (this.#frame === null || frame - this.#frame > MAX_FRAMES_BEHIND) this.#frame = frame - 1;
    while (this.#frame < frame) this.frame(++this.#frame);
    const elapsed = this.#time === null ? Infinity : Math.max(0, time - this.#time);
    this.#time = time;
    const share = time / FRAME_MS - frame;
    const [previousPose, currentPose] = this.#poses;
    const { home } = this;
    for (const key of KEYS) {
      const pose = previousPose[key] + share * (currentPose[key] - previousPose[key]);
      const goal = home[key] + (MOVEMENT_GAIN[key] ?? 1) * (pose - home[key]);
      this.#stance[key] += (goal - this.#stance[key]) * (1 - Math.exp(-elapsed / TIME_CONSTANTS_MS[key]));
    }
    return this.#withExpression(still ? home : null, time, elapsed, worried || this.#performance.worried);
  }

  /**
   * Adds a smile that varies and follows the mood, or a worried look. `still` is the stance of a face that does not
   * move.
   */
  #withExpression(still: Stance | null, time: number, elapsed: number, worried: boolean): Posture {
    const goal = worried ? WORRIED_SMILE : (!still && MOOD_SMILES[this.#mood]) || REST_SMILE;
    this.#smile +=
      (goal + 0.2 * Math.sin((time / SMILE_MS) * Math.PI * 2) - this.#smile) * (1 - Math.exp(-elapsed / 400));
    const stance = still ?? this.#stance;
    const extraSmile = (still ? goal : this.#smile) - REST_SMILE;
    const worry = Math.max(0, MIN_SMILE - REST_SMILE - extraSmile);
    const mouth = this.#lips.shape(time + LEAD_MS);
    return {
      ...stance,
      brow: stance.brow + 2 * worry,
      worry,
      mouth: {
        ...mouth,
        smile: mouth.smile * (1 + extraSmile),
        corner: mouth.corner - 3 * extraSmile * mouth.smile,
      },
    };
  }
}
