/** A voice with a fallback: the embedded voice speaks the text if the voice fails. */
import type { Clock } from '@palkit/runtime/clock';
import { primaryLanguage } from '../language/locales.ts';
import type { Speech, TextToSpeech } from './engines.ts';
import { spokenPieces } from './reading/spoken-pieces.ts';

/** Milliseconds without requests to a voice that has failed, so that a failure does not delay every sentence. */
const REST_MS = 30_000;

/**
 * Adds the fallback to `first`: after a failure `embedded` speaks the rest of the text, if it supports the
 * language. `onFailure` receives the cause for the log.
 */
export function withVoiceFallback(
  first: TextToSpeech,
  embedded: TextToSpeech,
  clock: Clock,
  onFailure: (error: unknown) => void,
): TextToSpeech {
  let restedAt = -Infinity;
  return {
    languages: first.languages,
    async *speak(text, options): AsyncIterable<Speech> {
      const canSpeak =
        options.language === undefined || embedded.languages.includes(primaryLanguage(options.language));
      // A voice may return a piece in parts, so the spoken text is counted in words.
      const words = spokenPieces(text).join(' ').split(' ');
      let spokenParts = 0;
      if (!canSpeak || clock.now() - restedAt >= REST_MS) {
        try {
          for await (const speech of first.speak(text, options)) {
            yield speech;
            spokenParts += speech.text.split(' ').filter(Boolean).length;
          }
          return;
        } catch (error) {
          options.signal?.throwIfAborted();
          restedAt = clock.now();
          onFailure(error);
          if (!canSpeak) throw error;
        }
      }
      yield* embedded.speak(words.slice(spokenParts).join(' '), { ...options, voice: undefined });
    },
  };
}
