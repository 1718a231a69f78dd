/**
 * A recogniser with a fallback. If the recogniser fails, the embedded one processes this utterance and all
 * utterances of the following period, so that a failure does not delay every line.
 */
import type { Clock } from '@palkit/runtime/clock';
import { primaryLanguage } from '../language/locales.ts';
import type { SpeechToText } from './engines.ts';

/** Milliseconds without requests to a recogniser that has failed. */
const REST_MS = 30_000;
const SAMPLE_RATE = 16_000;
const MAX_SECONDS = 60;

/**
 * Adds a fallback to `primary`. `onFailure` is called for each failure after which the embedded recogniser took
 * over.
 */
export function withRecogniserFallback(
  primary: SpeechToText,
  embedded: () => SpeechToText,
  clock: Clock,
  onFailure: (error: unknown) => void,
): SpeechToText {
  let unusedUntil = -Infinity;
  return {
    languages: primary.languages,
    listen(options) {
      const { language, languages = [], signal } = options;
      const tag = language ?? languages[0];
      const canRecognise = () => tag === undefined || embedded().languages.includes(primaryLanguage(tag));
      if (clock.now() < unusedUntil && canRecognise()) return embedded().listen(options);
      const stream = primary.listen(options);
      const recording: Int16Array[] = [];
      let length = 0;
      const recogniseAgain = async (error: Error): Promise<string> => {
        signal?.throwIfAborted();
        if (!canRecognise()) throw error;
        unusedUntil = clock.now() + REST_MS;
        onFailure(error);
        const fallbackStream = embedded().listen(options);
        for (const samples of recording.splice(0)) fallbackStream.write(samples);
        return fallbackStream.finish();
      };
      return {
        get language() {
          return stream.language;
        },
        write(samples) {
          stream.write(samples);
          if (length >= MAX_SECONDS * SAMPLE_RATE) return;
          // Copy the samples, because the caller may reuse the memory.
          recording.push(samples.slice());
          length += samples.length;
        },
        ...(stream.pause ? { pause: () => stream.pause!() } : {}),
        resume: () => stream.resume?.(),
        finish: () => stream.finish().catch(recogniseAgain),
      };
    },
  };
}
