/** Pictures of a sentence that have arrived from an engine and are not shown yet, by time. Pure. */
import { FACE_ENGINE } from '@palkit/contract/face-engine';

/** Milliseconds of a picture at 25 per second. */
const PICTURE_TIME = 40;

export class SpeechPictures {
  readonly #duration: number;
  #waitingPictures: { time: number; bytes: Uint8Array }[] = [];
  #count = 0;
  /** Times of the last picture that arrived, and of the last one that was shown. */
  #lastTime = -1;
  #shownTime = 0;
  /** True after the service's face has taken over, until the end of the sentence. */
  isLost = false;

  /** `duration` is that of the sound in milliseconds. */
  constructor(duration: number) {
    this.#duration = duration;
  }

  /** Returns false for a picture whose time does not increase or is after the sound, and if there are too many. */
  add(time: number, bytes: Uint8Array): boolean {
    const maximum = Math.ceil((this.#duration / 1000) * FACE_ENGINE.maxRate) + FACE_ENGINE.maxRate;
    if (time <= this.#lastTime || time > this.#duration + 1000 || ++this.#count > maximum) return false;
    this.#lastTime = time;
    if (!this.isLost) this.#waitingPictures.push({ time, bytes });
    return true;
  }

  /** True if there are enough pictures to start the sound. */
  get isReady(): boolean {
    const first = this.#waitingPictures[0];
    const enough = Math.min(FACE_ENGINE.lead, this.#duration - PICTURE_TIME);
    return first !== undefined && first.time <= PICTURE_TIME && this.#lastTime >= enough;
  }

  /** Returns the latest picture for this time in milliseconds; null if it was already shown. */
  at(time: number): Uint8Array | null {
    let newest: Uint8Array | null = null;
    while (this.#waitingPictures[0] && this.#waitingPictures[0].time <= time) {
      this.#shownTime = this.#waitingPictures[0].time;
      newest = this.#waitingPictures.shift()!.bytes;
    }
    return newest;
  }

  /** True if too much time has passed since the last picture. The final picture stays until the end. */
  isStale(time: number): boolean {
    return Math.min(time, this.#duration - PICTURE_TIME) - this.#shownTime > FACE_ENGINE.staleAfter;
  }

  /** Lets the service's face take over. */
  giveUp(): void {
    this.isLost = true;
    this.#waitingPictures = [];
  }
}
