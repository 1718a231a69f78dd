/**
 * A pause within an utterance, by the sound heard since it began: a closed consonant looks like one, and then the
 * voice goes on at once. Pure.
 */
import { turnDuration } from './turn-options.ts';

const SAMPLES_A_MILLISECOND = 16;
const MOST_MS = turnDuration('maxPauseDuration');

export class Pause {
  readonly #settling: number;
  #samples = 0;
  #read = false;
  #resumed = false;

  /** `settling`: how long it lasts before its words are read; milliseconds. */
  constructor(settling: number) {
    this.#settling = settling * SAMPLES_A_MILLISECOND;
  }

  hears({ length }: Int16Array): void {
    this.#samples += length;
  }

  /** True once: it has lasted, and its words are to be read. */
  settles(): boolean {
    if (this.#read || this.#resumed || this.#samples < this.#settling) return false;
    return (this.#read = true);
  }

  /** The voice goes on; whether its words were read by then. */
  resumes(): boolean {
    this.#resumed = true;
    return this.#read;
  }

  get resumed(): boolean {
    return this.#resumed;
  }

  get isPast(): boolean {
    return this.#samples > MOST_MS * SAMPLES_A_MILLISECOND;
  }
}
