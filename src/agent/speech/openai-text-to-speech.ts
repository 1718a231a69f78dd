/**
 * A voice behind any OpenAI-compatible `/audio/speech`. It reports no phonemes, so the mouth follows the loudness.
 */
import { systemClock, type Clock } from '@palkit/runtime/clock';
import type { Speech, TextToSpeech } from './engines.ts';
import type { OpenAIEndpoint } from '../language/openai-endpoint.ts';
import { synthesiseAhead } from './one-ahead.ts';
import { respell } from './reading/respelling.ts';
import { soundParts } from './sound-parts.ts';
import { spokenPieces } from './reading/spoken-pieces.ts';
import { requestSpeech } from './speech-request.ts';
import type { SynthesisPool } from './synthesis-pool.ts';
import { PRIMARY_LANGUAGES } from '../language/locales.ts';

/**
 * Typical words per second, used to estimate the words in a part of a sentence before the other parts arrive.
 */
const WORDS_PER_SECOND = 2.5;
/** If the average word is longer than this, the script has no spaces, so its sentences are not split. */
const LONG_WORD = 20;

export interface OpenAIVoiceOptions extends OpenAIEndpoint {
  /** The default voice, for example `alloy`. */
  voice: string;
  languages?: readonly string[];
  clock?: Pick<Clock, 'now'>;
  /** Encodes the samples; the caller closes it. */
  pool: Pick<SynthesisPool, 'encode'>;
}

/**
 * A sentence plays before all of it has arrived. `speed` is clamped to 0.25 to 4. An abort ends the iteration
 * with the signal's reason. Any other failure is an `EngineError` that contains neither the key nor the text.
 */
export function createOpenAITextToSpeech({
  voice: standard,
  languages = PRIMARY_LANGUAGES,
  clock = systemClock,
  pool,
  ...endpoint
}: OpenAIVoiceOptions): TextToSpeech {
  return {
    languages,
    speak(text, { voice = standard, speed = 1, instructions, signal, patient, account, pronunciations }) {
      const limitedSpeed = Math.min(4, Math.max(0.25, speed));
      const settings = {
        voice,
        speed: limitedSpeed,
        ...(instructions ? { instructions } : {}),
      };
      async function* speakPiece(
        input: string,
        combinedSignal: AbortSignal,
      ): AsyncGenerator<Speech, void, undefined> {
        const body = { ...settings, input: respell(input, pronunciations) };
        const sound = await requestSpeech(endpoint, body, { signal: combinedSignal, clock, again: true });
        const { sampleRate } = sound;
        const words = input.split(' ');
        const isUndivided = input.length > LONG_WORD * words.length;
        for await (const { samples, lead, isLast } of soundParts(sound.bytes, sampleRate, isUndivided)) {
          const sound = await pool.encode(
            { samples, sampleRate, whole: !isLast || lead > 0, lead },
            combinedSignal,
            {
              patient,
              account,
            },
          );
          yield {
            text: words
              .splice(
                0,
                isLast
                  ? words.length
                  : Math.max(1, Math.round(sound.duration * WORDS_PER_SECOND * limitedSpeed)),
              )
              .join(' '),
            ...sound,
          };
        }
      }
      return synthesiseAhead(spokenPieces(text), speakPiece, signal);
    },
  };
}
