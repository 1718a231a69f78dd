/** Stores the sound of an utterance, with its noise suppressed if there is any and if the suppression is loaded. */
import { noiseLevel } from './background-noise.ts';
import type { NoiseSuppressor, SuppressorFactory } from './noise-suppression.ts';

/** Number of samples from which the noise is measured: 400 ms, most of which precede the voice. */
const MEASURED_SAMPLES = 6_400;
/** Noise of at least this fraction of the voice's level is suppressed: white noise about 22 dB below the voice. */
const MIN_NOISE = 0.06;

const lengthOf = (chunks: readonly Int16Array[]): number =>
  chunks.reduce((sum, { length }) => sum + length, 0);

function join(chunks: readonly Int16Array[]): Int16Array {
  const samples = new Int16Array(lengthOf(chunks));
  let length = 0;
  for (const chunk of chunks) {
    samples.set(chunk, length);
    length += chunk.length;
  }
  return samples;
}

export class UtteranceSound {
  /** The sound that the recogniser processes, 16 kHz mono. */
  readonly chunks: Int16Array[] = [];
  readonly #createSuppressor: SuppressorFactory | null;
  #suppressor: NoiseSuppressor | null = null;
  #isNoisy = false;
  /** The first chunks, while the noise is not measured yet; null afterwards. */
  #first: Int16Array[] | null = [];

  /** `createSuppressor` is null if the noise suppression could not be loaded. */
  constructor(createSuppressor: SuppressorFactory | null) {
    this.#createSuppressor = createSuppressor;
  }

  /** True if there is noise behind the voice. */
  get isNoisy(): boolean {
    return this.#isNoisy;
  }

  write(samples: Int16Array): void {
    if (this.#first === null) return this.#add(samples);
    this.#first.push(samples);
    if (lengthOf(this.#first) >= MEASURED_SAMPLES) this.flush();
  }

  /** Measures the noise of the sound so far, if that was not done yet, and moves the sound to `chunks`. */
  flush(): void {
    if (this.#first === null) return;
    const chunks = this.#first;
    this.#first = null;
    this.#isNoisy = noiseLevel(chunks) > MIN_NOISE;
    if (this.#isNoisy) this.#suppressor = this.#createSuppressor?.(join(chunks)) ?? null;
    for (const samples of chunks) this.#add(samples);
  }

  /** Frees the memory of the noise suppression. */
  close(): void {
    this.#suppressor?.close();
    this.#suppressor = null;
  }

  #add(samples: Int16Array): void {
    this.chunks.push(this.#suppressor ? this.#suppressor.push(samples) : samples);
  }
}
