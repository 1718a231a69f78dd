/**
 * Chooses the pose and the mouth shape of each frame of a face that is sent as pictures. A trained face also
 * has pictures between two mouth shapes.
 */
import { Performance, type Performer } from '@palkit/contract/face/performance';
import { MOUTHS, STRESS } from '@palkit/contract/mouths';

/** Mouth shapes with closed lips. They are shown for complete frames, so that a short closure is visible. */
const CLOSED_SHAPES: readonly number[] = [MOUTHS.indexOf('closed'), MOUTHS.indexOf('teeth')];

/** `hasHalfSteps` is true if there are pictures of lips between two mouth shapes. */
type VideoPerformer = Performer & { readonly hasHalfSteps?: boolean };

export class VideoPerformance {
  readonly #performance: Performance;
  readonly #face: VideoPerformer;
  #mouth = 0;
  /** Number of frames since the mouth shape changed. */
  #sinceChange = 0;

  constructor(face: VideoPerformer, random?: () => number) {
    this.#face = face;
    this.#performance = new Performance(face, random);
  }

  /**
   * The next frame: a pose, a mouth shape, and the shape to which the lips are already moving, or null if they are
   * not.
   *
   * @param mouth the mouth shape for the current sound, an index into `MOUTHS`; null during silence
   * @param comingMouth the mouth shape for the next frame
   */
  next(
    mood: Parameters<Performance['next']>[0],
    mouth: number | null,
    comingMouth?: number | null,
  ): { pose: number; mouth: number; toward: number | null } {
    const frame = this.#performance.next(mood, mouth);
    const speaks = this.#face.speaks(frame.pose);
    if (!this.#face.hasHalfSteps || !speaks) return { ...frame, toward: null };
    // Half steps are shown a frame early, so that each mouth shape appears in time.
    const visibleMouth = withoutStress(mouth) ?? this.#performance.silentMouth;
    this.#sinceChange = visibleMouth === this.#mouth ? this.#sinceChange + 1 : 1;
    this.#mouth = visibleMouth;
    return {
      pose: frame.pose,
      mouth: visibleMouth,
      toward: this.#halfStepFrom(visibleMouth, withoutStress(comingMouth) ?? this.#performance.silentMouth),
    };
  }

  #halfStepFrom(mouth: number, followingMouth: number): number | null {
    if (followingMouth === mouth) return null;
    return CLOSED_SHAPES.includes(mouth) && this.#sinceChange === 1 ? null : followingMouth;
  }
}

const withoutStress = (mouth: number | null | undefined): number | null =>
  mouth === null || mouth === undefined ? null : mouth % STRESS;
