/**
 * The performance of a drawn face in a call: its pose and mouth for each frame of 40 ms. The service's video and a
 * page that draws the face both follow it. Only adjacent poses follow each other, so no cut is visible.
 */
import { MOUTHS, STRESS } from '../mouths.ts';
import { MOODS, routes, type FaceMood, type FaceMotion, type Gesture, type SilentMood } from './motion.ts';

/** The parts of a face that a performance needs. */
export interface Performer {
  readonly motion: FaceMotion;
  /** True if a pose exists with every mouth; otherwise its lips rest. */
  speaks(pose: number): boolean;
}

/** Duration of a frame in milliseconds. */
export const FRAME_MS = 40;

/** Frames without a voice after which talking is over; it is longer than the pauses in a sentence. */
const PAUSE_FRAMES = 10;
/** Maximum number of frames for which a face that does not speak looks thoughtful. */
const MAX_THINKING_FRAMES = 300;
/** Maximum number of silent frames for which a face looks worried. */
const MAX_WORRY = 75;
/** Maximum number of frames for which a blink waits for a pause. */
const MAX_WAIT = 40;
const SLIGHT_MOUTH = MOUTHS.indexOf('slight');
const CLOSED_MOUTH = MOUTHS.indexOf('closed');
const SHUT_MOUTHS: readonly number[] = [MOUTHS.indexOf('rest'), CLOSED_MOUTH];
const FAR_MOUTHS: readonly number[] = [MOUTHS.indexOf('open'), MOUTHS.indexOf('round')];

const cachedDistances = new WeakMap<Performer, Record<FaceMood, Int32Array>>();
function distancesTo(face: Performer): Record<FaceMood, Int32Array> {
  let distances = cachedDistances.get(face);
  if (!distances)
    cachedDistances.set(
      face,
      (distances = Object.fromEntries(
        MOODS.map((mood) => [mood, routes(face.motion.near, face.motion.moods[mood].round)]),
      ) as Record<FaceMood, Int32Array>),
    );
  return distances;
}

export class Performance {
  readonly #face: Performer;
  readonly #random: () => number;
  readonly #distances: Record<FaceMood, Int32Array>;
  #mood: FaceMood = 'idle';
  #pose: number;
  #currentMouth = 0;
  /** Index of the next pose of the round, and number of frames for which the current one has been shown. */
  #roundIndex: number;
  #framesShown = 0;
  /** The remaining poses of a gesture. */
  #gesturePoses: number[] = [];
  /** Frames until each gesture of the mood is due. */
  #dueFrames: number[] = [];
  #silentFrames = Infinity;
  #thinkingFrames = 0;
  #worriedFrames = 0;
  /** True while the face looks worried, including while it talks. */
  worried = false;

  /** @param random returns numbers between 0 and 1 */
  constructor(face: Performer, random: () => number = Math.random) {
    this.#face = face;
    this.#random = random;
    this.#distances = distancesTo(face);
    const { round } = face.motion.moods.idle;
    this.#roundIndex = Math.floor(random() * round.length);
    this.#pose = round[this.#roundIndex]!;
  }

  /**
   * Returns the next frame, 40 ms after the previous one.
   *
   * @param mood the mood that the room has set; talking follows from `sound`
   * @param sound the mouth for the sound, plus `STRESS` on a stressed syllable; null in silence
   */
  next(mood: SilentMood, sound: number | null): { pose: number; mouth: number } {
    const mouth = sound && sound % STRESS;
    this.#updateMood(mood, mouth);
    const previousMouth = this.#currentMouth;
    this.#step(stepTowards(previousMouth, mouth ?? 0), sound !== mouth);
    // In a pose without mouths the lips rest; they move again in the next pose that has mouths.
    this.#currentMouth = this.#face.speaks(this.#pose)
      ? stepTowards(previousMouth, mouth ?? this.silentMouth)
      : 0;
    return { pose: this.#pose, mouth: this.#currentMouth };
  }

  /** The mouth of the face while it is silent. */
  get silentMouth(): number {
    return this.worried ? CLOSED_MOUTH : 0;
  }

  #updateMood(mood: SilentMood, mouth: number | null): void {
    this.#silentFrames = mouth === null ? this.#silentFrames + 1 : 0;
    this.#thinkingFrames = mood === 'thinking' && mouth === null ? this.#thinkingFrames + 1 : 0;
    this.#worriedFrames = mood !== 'worried' ? 0 : this.#worriedFrames + (mouth === null ? 1 : 0);
    this.worried = mood === 'worried' && this.#worriedFrames <= MAX_WORRY;
    // An interrupted speaker listens immediately; between two sentences the face continues to talk.
    const isTalking =
      mouth !== null ||
      this.worried ||
      (mood !== 'listening' && this.#mood === 'talking' && this.#silentFrames < PAUSE_FRAMES);
    const next = isTalking ? 'talking' : this.#moodWithoutVoice(mood);
    if (next === this.#mood) return;
    this.#mood = next;
    this.#gesturePoses = [];
    this.#dueFrames = [];
  }

  /** Returns the mood of a silent face. Thinking and worry end after a while. */
  #moodWithoutVoice(mood: SilentMood): FaceMood {
    if (mood === 'worried') return 'idle';
    return mood === 'thinking' && this.#thinkingFrames > MAX_THINKING_FRAMES ? 'idle' : mood;
  }

  #step(target: number, isStressed: boolean): void {
    const { round, dwell, gestures } = this.#face.motion.moods[this.#mood];
    const gesture = this.#dueGesture(gestures, target, isStressed);
    if (this.#gesturePoses.length > 0) this.#pose = this.#gesturePoses.shift()!;
    else if (this.#isInRound(round)) {
      if (gesture) this.#pose = this.#startGesture(gesture, gestures.indexOf(gesture));
      else if (++this.#framesShown >= dwell) {
        this.#framesShown = 0;
        this.#roundIndex = (this.#roundIndex + 1) % round.length;
        this.#pose = round[this.#roundIndex]!;
      }
    } else
      this.#pose = this.#isNear(round[this.#roundIndex])
        ? round[this.#roundIndex]!
        : this.#distances[this.#mood][this.#pose]!;
  }

  /** Returns a gesture that is due and can start here. */
  #dueGesture(gestures: readonly Gesture[], target: number, stressed: boolean): Gesture | null {
    let readyGesture: Gesture | null = null;
    for (let index = 0; index < gestures.length; index++) {
      const gesture = gestures[index]!;
      const [minGap, maxGap] = gesture.gap;
      const dueFrame = (this.#dueFrames[index] ?? Math.ceil((this.#random() * (minGap + maxGap)) / 2)) - 1;
      this.#dueFrames[index] = dueFrame;
      if (readyGesture || dueFrame > 0 || this.#gesturePoses.length > 0) continue;
      const fits =
        gesture.on === undefined ||
        (gesture.on === 'pause' ? target === 0 || dueFrame < -MAX_WAIT : stressed);
      if (fits && gesture.ways.some((path) => this.#isNear(path[0]))) readyGesture = gesture;
    }
    return readyGesture;
  }

  #startGesture(gesture: Gesture, index: number): number {
    const [least, most] = gesture.gap;
    this.#dueFrames[index] = least + Math.floor(this.#random() * (most - least + 1));
    const ways = gesture.ways.filter((way) => this.#isNear(way[0]));
    const way = ways[Math.floor(this.#random() * ways.length)]!;
    // Skip poses that the face already holds.
    const from = Math.max(
      0,
      way.findIndex((pose) => pose !== this.#pose),
    );
    this.#gesturePoses = way.slice(from + 1);
    return way[from]!;
  }

  #isNear(pose: number | undefined): boolean {
    return pose !== undefined && (pose === this.#pose || this.#face.motion.near[this.#pose]!.includes(pose));
  }

  #isInRound(round: readonly number[]): boolean {
    if (round[this.#roundIndex] === this.#pose) return true;
    const index = round.indexOf(this.#pose);
    if (index < 0) return false;
    this.#roundIndex = index;
    this.#framesShown = 0;
    return true;
  }
}

/** Returns the next mouth. Between shut and wide open lips there is one frame with the small opening. */
function stepTowards(from: number, to: number): number {
  const opens = (one: number, other: number) => SHUT_MOUTHS.includes(one) && FAR_MOUTHS.includes(other);
  return opens(from, to) || opens(to, from) ? SLIGHT_MOUTH : to;
}
