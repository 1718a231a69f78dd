/** Pictures of a sentence that have arrived from an engine and are not shown yet, by time. */
import { FACE_ENGINE } from '@palkit/contract/face-engine';

/** Milliseconds for which a picture is shown, at 25 pictures per second. */
const PICTURE_MS = 40;

export class SpeechPictures {
  readonly #duration: number;
  #waitingPictures: { time: number; bytes: Uint8Array }[] = [];
  #count = 0;
  /** Time of the last picture that arrived. */
  #lastTime = -1;
  #shownTime = 0;
  /** True after the service's own face has replaced the pictures, until the end of the sentence. */
  isLost = false;

  /** `duration` is the duration of the sound in milliseconds. */
  constructor(duration: number) {
    this.#duration = duration;
  }

  /**
   * Returns false for a picture whose time does not increase or is more than a second after the end of the
   * sound, and if there are too many pictures.
   */
  add(time: number, bytes: Uint8Array): boolean {
    const maxPictures = Math.ceil((this.#duration / 1000) * FACE_ENGINE.maxRate) + FACE_ENGINE.maxRate;
    if (time <= this.#lastTime || time > this.#duration + 1000 || ++this.#count > maxPictures) return false;
    this.#lastTime = time;
    if (!this.isLost) this.#waitingPictures.push({ time, bytes });
    return true;
  }

  /** True if there are enough pictures to start the sound. */
  get isReady(): boolean {
    const firstPicture = this.#waitingPictures[0];
    const requiredMs = Math.min(FACE_ENGINE.lead, this.#duration - PICTURE_MS);
    return firstPicture !== undefined && firstPicture.time <= PICTURE_MS && this.#lastTime >= requiredMs;
  }

  /** Returns the latest picture for this time in milliseconds; null if it was already shown. */
  latestAt(time: number): Uint8Array | null {
    let newest: Uint8Array | null = null;
    while (this.#waitingPictures[0] && this.#waitingPictures[0].time <= time) {
      this.#shownTime = this.#waitingPictures[0].time;
      newest = this.#waitingPictures.shift()!.bytes;
    }
    return newest;
  }

  /** True if too much time has passed since the last picture. The final picture stays until the end. */
  isStale(time: number): boolean {
    return Math.min(time, this.#duration - PICTURE_MS) - this.#shownTime > FACE_ENGINE.staleAfter;
  }

  /** Replaces the pictures by the service's own face. */
  giveUp(): void {
    this.isLost = true;
    this.#waitingPictures = [];
  }
}
