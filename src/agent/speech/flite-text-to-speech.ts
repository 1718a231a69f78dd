/** The embedded voice: flite, for English, in worker threads. */
import type { TextToSpeech } from './engines.ts';
import { FLITE_VOICES } from './flite.ts';
import { synthesiseAhead } from './one-ahead.ts';
import { toPronounceable, spokenPieces } from './reading/spoken-pieces.ts';
import type { SynthesisPool } from './synthesis-pool.ts';

/**
 * Creates a voice that uses `pool`, which the caller closes. `voice` is slt (default), rms or awb; other values
 * select the default. `speed` is clamped to 0.5 to 2. An abort ends the iteration with the signal's reason; a
 * failing engine throws an `EngineError`.
 */
export function createFliteTextToSpeech(pool: SynthesisPool): TextToSpeech {
  return {
    languages: ['en'],
    speak(text, { voice: name, speed = 1, signal, patient, account, pronunciations }) {
      const voice = FLITE_VOICES.find((each) => each === name) ?? 'slt';
      const limitedSpeed = Math.min(2, Math.max(0.5, Number.isFinite(speed) ? speed : 1));
      // A piece in another script has no letters that flite can read.
      const pieces = spokenPieces(text).filter((piece) =>
        /[a-z0-9]/i.test(toPronounceable(piece, pronunciations).text),
      );
      return synthesiseAhead(
        pieces,
        async function* (piece, signal) {
          yield {
            text: piece,
            ...(await pool.synthesise(
              { ...toPronounceable(piece, pronunciations), voice, speed: limitedSpeed },
              signal,
              { patient, account },
            )),
          };
        },
        signal,
      );
    },
  };
}
