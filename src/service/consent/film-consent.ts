/** Searches the sound of a film for the sentence of consent, chunk by chunk, and stops when it is found. */
import fs from 'node:fs/promises';
import type { SpeechToText } from '@palkit/agent';
import { consentVocabulary, findConsent } from './sentence.ts';

const SAMPLE_RATE = 16_000;
const FRAME = SAMPLE_RATE / 50;
/** Length of a chunk in seconds. It is split at the quietest point near its end, so that no word is split. */
const MAX_PIECE = 16;
const MIN_PIECE = 10;
/** Maximum milliseconds for all chunks of a film. On a free core a recogniser needs a third of the sound's duration. */
const MAX_TIME = 150_000;

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
  const time = AbortSignal.timeout(MAX_TIME);
  let words = '';
  for (const piece of piecesOf(samples)) {
    const stream = ears.listen({
      language: 'en',
      vocabulary: consentVocabulary,
      signal: AbortSignal.any([signal, time]),
    });
    try {
      stream.write(piece);
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

/** Splits the samples in silence into chunks that are short enough for a recogniser. */
export function* piecesOf(samples: Int16Array): Generator<Int16Array> {
  for (let from = 0; from < samples.length;) {
    const rest = samples.length - from;
    const length = rest <= MAX_PIECE * SAMPLE_RATE ? rest : quietest(samples, from);
    yield samples.slice(from, from + length);
    from += length;
  }
}

function quietest(samples: Int16Array, from: number): number {
  let best = MAX_PIECE * SAMPLE_RATE;
  let least = Infinity;
  for (let at = MIN_PIECE * SAMPLE_RATE; at < MAX_PIECE * SAMPLE_RATE; at += FRAME) {
    let energy = 0;
    // Five frames (100 ms) are a pause between words and not within one.
    for (let index = from + at - 2 * FRAME; index < from + at + 3 * FRAME; index++)
      energy += (samples[index] ?? 0) ** 2;
    if (energy < least) [least, best] = [energy, at];
  }
  return best;
}
