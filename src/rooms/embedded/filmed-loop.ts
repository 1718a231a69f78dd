/** Schedules the frames of a filmed face for one visitor, in ticks of the 90 kHz clock. Pure. */
import type { FilmedFace } from './face-file.ts';

/** Maximum delay in ticks; after that the loop continues from the present, because a burst of old frames is useless. */
const MAX_TICKS_BEHIND = 45_000;
/**
 * Minimum ticks between two restarts, because a visitor who lost a frame repeats the request until a key frame
 * arrives.
 */
const RESTART_EVERY = 45_000;

export class FilmedLoop {
  readonly #face: FilmedFace;
  #at = 0;
  /** Start of the current loop; null before the first frame. */
  #startedAt: number | null = null;
  #restarted = -Infinity;

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
    const frame = frames[this.#at]!;
    if (this.#startedAt + frame.time > now) return null;
    if (now - this.#startedAt - frame.time > MAX_TICKS_BEHIND) this.#startedAt = now - frame.time;
    const time = this.#startedAt + frame.time;
    const index = this.#at;
    if (++this.#at === frames.length) {
      this.#at = 0;
      this.#startedAt += duration;
    }
    return { bytes: frame.bytes, time, index };
  }

  /** Continues with the nearest key frame, for a visitor who cannot decode the following frames. */
  restart(now: number): void {
    if (this.#startedAt === null || now - this.#restarted < RESTART_EVERY) return;
    this.#restarted = now;
    const last = (this.#at + this.#face.frames.length - 1) % this.#face.frames.length;
    this.#at = this.#face.frames.findLastIndex((frame, index) => frame.key && index <= last);
    this.#startedAt = now - this.#face.frames[this.#at]!.time;
  }
}
