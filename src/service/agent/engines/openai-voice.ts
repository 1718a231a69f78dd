/** A voice behind any OpenAI-compatible `/audio/speech`. It tells no phonemes, so mouths follow loudness. */
import { EngineError } from './engine-error.ts';
import type { Voice } from './engines.ts';
import { post } from './openai-endpoint.ts';
import type { OpenAIEndpoint } from './openai-endpoint.ts';
import { sentenceBySentence } from './sentence-by-sentence.ts';
import { spokenPieces } from './spoken-pieces.ts';
import type { SpeechPool } from './speech-pool.ts';

/** What `response_format` `pcm` means: 16-bit little-endian mono at this rate. */
const SAMPLE_RATE = 24_000;
/** A minute of sound, far more than one piece of text takes. */
const MOST_BYTES = 60 * SAMPLE_RATE * 2;
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'sv', 'tr', 'ru', 'uk', 'ar', 'he', 'hi', 'ja', 'ko', 'zh'];

export interface OpenAIVoiceOptions extends OpenAIEndpoint {
  /** The voice when a call names none, for example `alloy`. */
  voice: string;
  languages?: readonly string[];
  /** Encodes what comes; the caller closes it. */
  pool: Pick<SpeechPool, 'encode'>;
}

/**
 * `speed` is held within 0.25 to 4. An abort ends the iteration with the signal's reason; anything else that fails is an
 * `EngineError` without the key or the text.
 */
export function createOpenAIVoice({ voice: standard, languages = LANGUAGES, pool, ...endpoint }: OpenAIVoiceOptions): Voice {
  return {
    languages,
    speak(text, { voice = standard, speed = 1, instructions, signal, patient }) {
      const settings = { model: endpoint.model, voice, response_format: 'pcm', speed: Math.min(4, Math.max(0.25, speed)), ...(instructions ? { instructions } : {}) };
      return sentenceBySentence(spokenPieces(text), async (input, either) => {
        const sound = await post(endpoint, '/audio/speech', {
          body: JSON.stringify({ ...settings, input }), contentType: 'application/json', limit: MOST_BYTES, signal: either, again: true,
        });
        // An error page or a container instead of bare samples would be played as noise.
        const start = String.fromCharCode(...sound.subarray(0, 4));
        if (sound.length < 2 || /^(?:\s*[{<]|RIFF|OggS|ID3|fLaC)/.test(start)) throw new EngineError('bad_response', '/audio/speech answered something else than samples');
        const view = new DataView(sound.buffer);
        const samples = Int16Array.from({ length: sound.length >> 1 }, (_, i) => view.getInt16(i * 2, true));
        return pool.encode({ samples, sampleRate: SAMPLE_RATE }, either, patient);
      }, signal);
    },
  };
}
