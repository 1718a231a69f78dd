/** The performance of a face that is sent as pictures: a trained face also has pictures between two mouths. Pure. */
import { Performance, type Performer } from '@palkit/contract/face/performance';
import { MOUTHS, STRESS } from '@palkit/contract/mouths';

/** Frames for which closed lips stay, so that a short closure is visible. */
const WHOLE: readonly number[] = [MOUTHS.indexOf('closed'), MOUTHS.indexOf('teeth')];

/** `hasHalfSteps`: it has pictures of lips between two mouths. */
type VideoPerformer = Performer & { readonly hasHalfSteps?: boolean };

export class VideoPerformance {
  readonly #performance: Performance;
  readonly #face: VideoPerformer;
  #mouth = 0;
  /** Frames since the mouth changed, with the previous mouth. */
  #sinceChange = 0;

  constructor(face: VideoPerformer, random?: () => number) {
    this.#face = face;
    this.#performance = new Performance(face, random);
  }

  /**
   * The next frame: a pose, a mouth, and the mouth that the lips are already on their way to; null while they stay.
   *
   * @param mouth the mouth that goes with the sound, an index into `MOUTHS`; null in silence
   * @param coming the mouth that goes with the sound of the frame after it
   */
  next(
    mood: Parameters<Performance['next']>[0],
    mouth: number | null,
    coming?: number | null,
  ): { pose: number; mouth: number; toward: number | null } {
    const frame = this.#performance.next(mood, mouth);
    const speaks = this.#face.speaks(frame.pose);
    if (!this.#face.hasHalfSteps || !speaks) return { ...frame, toward: null };
    // Half steps come one frame earlier, so that each mouth appears in time.
    const visible = withoutStress(mouth) ?? this.#performance.silentMouth;
    this.#sinceChange = visible === this.#mouth ? this.#sinceChange + 1 : 1;
    this.#mouth = visible;
    return {
      pose: frame.pose,
      mouth: visible,
      toward: this.#halfStepFrom(visible, withoutStress(coming) ?? this.#performance.silentMouth),
    };
  }

  #halfStepFrom(mouth: number, following: number): number | null {
    if (following === mouth) return null;
    return WHOLE.includes(mouth) && this.#sinceChange === 1 ? null : following;
  }
}

const withoutStress = (mouth: number | null | undefined): number | null =>
  mouth === null || mouth === undefined ? null : mouth % STRESS;
