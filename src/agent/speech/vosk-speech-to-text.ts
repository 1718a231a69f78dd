/** The embedded recogniser: Vosk, for English and each other installed model, in worker threads. */
import { primary } from '../language/locales.ts';
import type { SpeechToText } from './engines.ts';
import type { RecognitionPool } from './recognition-pool.ts';

/**
 * A recogniser with a pool for each language (BCP 47 primary), the first for any other language; the caller closes
 * the pools. The words come in lower case without punctuation. At most one minute of an utterance is recognised.
 * `finish` rejects with an `EngineError` when the engine fails, with `busy` if too many people speak, and with the
 * signal's reason after an abort.
 */
export function createVoskSpeechToText(
  pools: ReadonlyMap<string, Pick<RecognitionPool, 'open'>>,
): SpeechToText {
  const [first] = pools.values();
  if (!first) throw new Error('ears need a model');
  return {
    languages: [...pools.keys()],
    listen({ language, languages, vocabulary, signal, partial }) {
      const tags = [language, ...(languages ?? [])].filter((tag) => tag !== undefined).map(primary);
      const found = tags.find((tag) => pools.has(tag));
      return (pools.get(found ?? '') ?? first).open({ vocabulary, signal, partial });
    },
  };
}
