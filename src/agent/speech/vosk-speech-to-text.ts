/** The embedded recogniser: Vosk for English and for each installed model, in worker threads. */
import { primaryLanguage } from '../language/locales.ts';
import type { SpeechToText } from './engines.ts';
import type { RecognitionPool } from './recognition-pool.ts';

/**
 * Creates a recogniser from one pool per language (BCP 47 primary); other languages use the first pool. The caller
 * closes the pools. The words are in lower case without punctuation. At most one minute of an utterance is
 * recognised. `finish` rejects with an `EngineError` if the engine fails or if too many people speak (`busy`), and
 * with the signal's reason after an abort.
 */
export function createVoskSpeechToText(
  pools: ReadonlyMap<string, Pick<RecognitionPool, 'open'>>,
): SpeechToText {
  const [firstPool] = pools.values();
  if (!firstPool) throw new Error('ears need a model');
  return {
    languages: [...pools.keys()],
    listen({ language, languages, vocabulary, signal, partial }) {
      const tags = [language, ...(languages ?? [])].filter((tag) => tag !== undefined).map(primaryLanguage);
      const supportedTag = tags.find((tag) => pools.has(tag));
      return (pools.get(supportedTag ?? '') ?? firstPool).open({ vocabulary, signal, partial });
    },
  };
}
