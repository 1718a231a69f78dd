/** The embedded ears: PocketSphinx, English, of basic quality, in worker threads. */
import type { Ears } from './engines.ts';
import type { HearingPool } from './hearing-pool.ts';

/**
 * Ears over `pool`, which the caller closes. The words come in lower case without punctuation. At most one minute of an
 * utterance is heard. `finish` rejects with an `EngineError` when the engine fails, and with the signal's reason after an abort.
 */
export function createPocketSphinxEars(pool: HearingPool): Ears {
  return {
    languages: ['en'],
    listen: ({ vocabulary, signal }) => pool.open({ vocabulary, signal }),
  };
}
