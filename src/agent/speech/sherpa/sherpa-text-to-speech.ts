/** A sherpa-onnx voice in a separate process. It reports no phonemes, so the mouth follows the loudness. */
import { primaryLanguage } from '../../language/locales.ts';
import type { TextToSpeech } from '../engines.ts';
import { synthesiseAhead } from '../one-ahead.ts';
import { respell } from '../reading/respelling.ts';
import type { SynthesisPool } from '../synthesis-pool.ts';
import { speakerOf } from '../speakers.ts';
import { spokenPieces } from '../reading/spoken-pieces.ts';
import { spokenText } from '../reading/spoken-text.ts';
import { SPEECH_RATE } from './protocol.ts';
import type { SherpaHost } from './sherpa-host.ts';

export interface SherpaVoiceOptions {
  host: SherpaHost;
  languages: readonly string[];
  /** The speaker for each name of an embedded voice. */
  speakers?: Readonly<Record<string, number>> | undefined;
  /** Encodes the samples; the caller closes it. */
  pool: Pick<SynthesisPool, 'encode'>;
}

/**
 * `voice` is an embedded voice's name or a speaker's number; other values select the first speaker. `speed` is
 * clamped to 0.5 to 2.
 */
export function createSherpaTextToSpeech({
  host,
  languages,
  speakers = {},
  pool,
}: SherpaVoiceOptions): TextToSpeech {
  return {
    languages,
    speak(text, { voice, language, speed = 1, signal, patient, account, pronunciations }) {
      const limitedSpeed = Math.min(2, Math.max(0.5, Number.isFinite(speed) ? speed : 1));
      const isEnglish = (language === undefined ? languages[0] : primaryLanguage(language)) === 'en';
      const textFor = (piece: string): string => {
        const words = respell(piece, pronunciations);
        // Voices of other languages have their own reading rules for symbols and numbers.
        return isEnglish ? spokenText(words) : words;
      };
      return synthesiseAhead(
        spokenPieces(text),
        async function* (piece, combinedSignal) {
          const result = await host.ask(
            { is: 'speak', text: textFor(piece), speaker: speakerOf(voice, speakers), speed: limitedSpeed },
            combinedSignal,
            account,
          );
          if (!('samples' in result)) return;
          yield {
            text: piece,
            ...(await pool.encode({ samples: result.samples, sampleRate: SPEECH_RATE }, combinedSignal, {
              patient,
              account,
            })),
          };
        },
        signal,
      );
    },
  };
}
