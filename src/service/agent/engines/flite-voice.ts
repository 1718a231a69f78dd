/** The embedded voice: flite, English, in worker threads. */
import type { Speech, Voice } from './engines.ts';
import { FLITE_VOICES } from './flite.ts';
import type { FliteVoiceName } from './flite.ts';
import { pronounceable, sentences } from './sentences.ts';
import type { SpeechPool } from './speech-pool.ts';

/**
 * A voice over `pool`, which the caller closes. `voice` is slt (default), rms or awb, anything else is the default;
 * `speed` is held within 0.5 to 2. While one sentence is being used the next is made. An abort ends the iteration
 * with the signal's reason; a failing engine throws an `EngineError`.
 */
export function createFliteVoice(pool: SpeechPool): Voice {
  return {
    languages: ['en'],
    async *speak(text, { voice, speed = 1, signal }) {
      // A piece in another script has no letter left that flite could read.
      const pieces = sentences(text).filter((piece) => /[a-z0-9]/i.test(pronounceable(piece)));
      const settings = {
        voice: FLITE_VOICES.find((name) => name === voice) ?? ('slt' satisfies FliteVoiceName),
        speed: Math.min(2, Math.max(0.5, Number.isFinite(speed) ? speed : 1)),
      };
      const abandoned = new AbortController();
      const either = signal ? AbortSignal.any([signal, abandoned.signal]) : abandoned.signal;
      const make = (piece: string | undefined): Promise<Speech> | undefined => {
        if (piece === undefined) return undefined;
        const made = pool.synthesise({ text: pronounceable(piece), ...settings }, either).then((sound) => ({ text: piece, ...sound }));
        // It may fail while nobody has asked for it yet.
        made.catch(() => undefined);
        return made;
      };
      try {
        let next = make(pieces[0]);
        for (let i = 0; next; i += 1) {
          const speech = await next;
          signal?.throwIfAborted();
          next = make(pieces[i + 1]);
          yield speech;
          signal?.throwIfAborted();
        }
      } finally {
        abandoned.abort();
      }
    },
  };
}
