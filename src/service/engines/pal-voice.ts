/** Selects a PAL's voice and its settings from `layers.tts`, the language and the face. */
import type { Layers } from '@palkit/contract/layers';
import { primaryLanguage, type TextToSpeech } from '@palkit/agent';
import type { Config } from '../config/config.ts';

/**
 * Returns the PAL's voice for a language tag, otherwise for its primary language, otherwise for all
 * languages; undefined if the PAL selects no voice.
 */
export function voiceFor(tts: NonNullable<Layers['tts']>, language: string | undefined): string | undefined {
  const voices = Object.entries(tts.voices ?? {});
  const entry =
    language &&
    (voices.find(([tag]) => tag.toLowerCase() === language.toLowerCase()) ??
      voices.find(([tag]) => primaryLanguage(tag) === primaryLanguage(language)));
  return entry ? entry[1] : (tts.external_voice_id ?? tts.voice ?? undefined);
}

export function withStandard(voice: TextToSpeech, standard: string | undefined): TextToSpeech {
  return {
    languages: voice.languages,
    speak: (text, options) => voice.speak(text, { ...options, voice: options.voice ?? standard }),
  };
}

export function withSettings(
  voice: TextToSpeech,
  tts: NonNullable<Layers['tts']>,
  account?: number,
): TextToSpeech {
  return {
    languages: voice.languages,
    speak: (text, options) =>
      voice.speak(text, {
        ...options,
        account,
        voice: options.voice ?? voiceFor(tts, options.language),
        speed: options.speed ?? tts.speed ?? undefined,
        pitch: options.pitch ?? tts.pitch ?? undefined,
        instructions: tts.instructions ?? undefined,
        pronunciations: tts.pronunciations ?? undefined,
      }),
  };
}

/** Returns the voice for speech without a PAL: the configured one, otherwise the face's embedded one. */
export const faceVoice = (
  voice: TextToSpeech,
  standard: string | undefined,
  config: Pick<Config, 'tts'>,
): TextToSpeech => (config.tts ? voice : withStandard(voice, standard));
