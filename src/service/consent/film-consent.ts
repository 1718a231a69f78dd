/** Searches the sound of a film for the sentence of consent, chunk by chunk, and stops when it is found. */
import fs from 'node:fs/promises';
import type { SpeechToText } from '@palkit/agent';
import { consentVocabulary, findConsent } from '@palkit/face-training/consent-sentence';

const SAMPLE_RATE = 16_000;
const FRAME = SAMPLE_RATE / 50;
/**
 * Maximum and minimum seconds of a chunk. The sound is split at the quietest point between them, so that no
 * word is split.
 */
const MAX_SECONDS = 16;
const MIN_SECONDS = 10;
/** Maximum milliseconds for all chunks of a film. On a free core a recogniser needs a third of the sound's duration. */
const TIMEOUT_MS = 150_000;

/**
 * Returns the recognised words of the sentence, or null if it was not found in time.
 *
 * @param file 16 kHz, mono, 16 bits a sample
 */
export async function recogniseConsent(
  file: string,
  number: string,
  { ears, signal }: { ears: SpeechToText; signal: AbortSignal },
): Promise<string | null> {
  const bytes = await fs.readFile(file);
  const samples = new Int16Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)),
  );
  const time = AbortSignal.timeout(TIMEOUT_MS);
  let words = '';
  for (const chunk of chunksOf(samples)) {
    const stream = ears.listen({
      language: 'en',
      vocabulary: consentVocabulary,
      signal: AbortSignal.any([signal, time]),
    });
    try {
      stream.write(chunk);
      words += ` ${await stream.finish()}`;
    } catch (error) {
      signal.throwIfAborted();
      if (time.aborted) return null;
      throw error;
    }
    const sentence = findConsent(words, number);
    if (sentence !== null) return sentence;
  }
  return null;
}

/** Splits the samples at quiet points into chunks that are short enough for a recogniser. */
export function* chunksOf(samples: Int16Array): Generator<Int16Array> {
  for (let from = 0; from < samples.length;) {
    const remaining = samples.length - from;
    const length = remaining <= MAX_SECONDS * SAMPLE_RATE ? remaining : quietestOffset(samples, from);
    yield samples.slice(from, from + length);
    from += length;
  }
}

function quietestOffset(samples: Int16Array, from: number): number {
  let bestOffset = MAX_SECONDS * SAMPLE_RATE;
  let leastEnergy = Infinity;
  for (let offset = MIN_SECONDS * SAMPLE_RATE; offset < MAX_SECONDS * SAMPLE_RATE; offset += FRAME) {
    let energy = 0;
    // Measure five frames (100 ms), because a pause of that length lies between words and not within one.
    for (let index = from + offset - 2 * FRAME; index < from + offset + 3 * FRAME; index++)
      energy += (samples[index] ?? 0) ** 2;
    if (energy < leastEnergy) [leastEnergy, bestOffset] = [energy, offset];
  }
  return bestOffset;
}
