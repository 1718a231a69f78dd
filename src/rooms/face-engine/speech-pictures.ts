/** The pictures of one speech that arrived from an engine and are not shown yet, by their time. Pure. */
import { FACE_ENGINE } from '@palkit/contract/face-engine';

/** Milliseconds of a picture of the face, at 25 a second. */
const PICTURE_TIME = 40;

export class SpeechPictures {
  readonly #duration: number;
  #waiting: { time: number; bytes: Uint8Array }[] = [];
  #count = 0;
  /** Times of the last received and the last shown picture. */
  #lastTime = -1;
  #shownTime = 0;
  /** True from the moment when the service's face took over, until the end of the speech. */
  isLost = false;

  /** `duration`: milliseconds of its sound. */
  constructor(duration: number) {
    this.#duration = duration;
  }

  /** False for a picture whose time does not rise or lies after the sound, and for one above the limit. */
  add(time: number, bytes: Uint8Array): boolean {
    const most = Math.ceil((this.#duration / 1000) * FACE_ENGINE.maxRate) + FACE_ENGINE.maxRate;
    if (time <= this.#lastTime || time > this.#duration + 1000 || ++this.#count > most) return false;
    this.#lastTime = time;
    if (!this.isLost) this.#waiting.push({ time, bytes });
    return true;
  }

  /** True if there are enough of them for the sound to begin. */
  get isReady(): boolean {
    const first = this.#waiting[0];
    const enough = Math.min(FACE_ENGINE.lead, this.#duration - PICTURE_TIME);
    return first !== undefined && first.time <= PICTURE_TIME && this.#lastTime >= enough;
  }

  /** The newest picture for this moment of the sound; null if it was already shown. */
  at(time: number): Uint8Array | null {
    let newest: Uint8Array | null = null;
    while (this.#waiting[0] && this.#waiting[0].time <= time) {
      this.#shownTime = this.#waiting[0].time;
      newest = this.#waiting.shift()!.bytes;
    }
    return newest;
  }

  /** True if no newer picture arrived for too long before this moment. A last picture stays until the end. */
  isStale(time: number): boolean {
    return Math.min(time, this.#duration - PICTURE_TIME) - this.#shownTime > FACE_ENGINE.staleAfter;
  }

  /** The service's face takes over. */
  giveUp(): void {
    this.isLost = true;
    this.#waiting = [];
  }
}
