/** Schedules the frames of a filmed face for one visitor, in ticks of the 90 kHz clock. */
import type { FilmedFace } from './face-file.ts';

/**
 * Maximum delay in ticks. After a longer delay the loop continues from the present with its next frame
 * instead of catching up, because a burst of old frames is useless.
 */
const MAX_TICKS_BEHIND = 45_000;
/**
 * Minimum ticks between two restarts, because a visitor who lost a frame repeats the request until a key frame
 * arrives.
 */
const MIN_RESTART_TICKS = 45_000;

export class FilmedLoop {
  readonly #face: FilmedFace;
  #frameIndex = 0;
  /** Start of the current loop; null before the first frame. */
  #startedAt: number | null = null;
  #restartedAt = -Infinity;

  constructor(face: FilmedFace) {
    this.#face = face;
  }

  /**
   * Returns the next frame that is due, with its time and its index in the face; call this until it returns
   * null.
   */
  next(now: number): { bytes: Uint8Array; time: number; index: number } | null {
    const { frames, duration } = this.#face;
    this.#startedAt ??= now;
    const frame = frames[this.#frameIndex]!;
    if (this.#startedAt + frame.time > now) return null;
    if (now - this.#startedAt - frame.time > MAX_TICKS_BEHIND) this.#startedAt = now - frame.time;
    const time = this.#startedAt + frame.time;
    const index = this.#frameIndex;
    if (++this.#frameIndex === frames.length) {
      this.#frameIndex = 0;
      this.#startedAt += duration;
    }
    return { bytes: frame.bytes, time, index };
  }

  /**
   * Returns to the last key frame that was sent, because a visitor who lost a frame cannot decode the
   * following ones. Does nothing before the first frame or shortly after another restart.
   */
  restart(now: number): void {
    if (this.#startedAt === null || now - this.#restartedAt < MIN_RESTART_TICKS) return;
    this.#restartedAt = now;
    const lastIndex = (this.#frameIndex + this.#face.frames.length - 1) % this.#face.frames.length;
    this.#frameIndex = this.#face.frames.findLastIndex((frame, index) => frame.key && index <= lastIndex);
    this.#startedAt = now - this.#face.frames[this.#frameIndex]!.time;
  }
}
