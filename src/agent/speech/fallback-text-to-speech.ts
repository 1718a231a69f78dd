/** A voice with a fallback: the embedded voice speaks the text if the voice fails. */
import type { Clock } from '@palkit/runtime/clock';
import { primaryLanguage } from '../language/locales.ts';
import type { Speech, TextToSpeech } from './engines.ts';
import { spokenPieces } from './reading/spoken-pieces.ts';

/** Milliseconds without requests to a voice that has failed, so that a failure does not delay every sentence. */
const REST_MS = 30_000;

/**
 * Adds a fallback to `primary`: after a failure, `embedded` speaks the remaining text if it supports the
 * language. `onFailure` receives the cause for the log.
 */
export function withVoiceFallback(
  primary: TextToSpeech,
  embedded: TextToSpeech,
  clock: Clock,
  onFailure: (error: unknown) => void,
): TextToSpeech {
  let failedAt = -Infinity;
  return {
    languages: primary.languages,
    async *speak(text, options): AsyncIterable<Speech> {
      const canSpeak =
        options.language === undefined || embedded.languages.includes(primaryLanguage(options.language));
      // A voice may return a piece in parts, so the spoken text is counted in words.
      const words = spokenPieces(text).join(' ').split(' ');
      let spokenParts = 0;
      if (!canSpeak || clock.now() - failedAt >= REST_MS) {
        try {
          for await (const speech of primary.speak(text, options)) {
            yield speech;
            spokenParts += speech.text.split(' ').filter(Boolean).length;
          }
          return;
        } catch (error) {
          options.signal?.throwIfAborted();
          failedAt = clock.now();
          onFailure(error);
          if (!canSpeak) throw error;
        }
      }
      yield* embedded.speak(words.slice(spokenParts).join(' '), { ...options, voice: undefined });
    },
  };
}
