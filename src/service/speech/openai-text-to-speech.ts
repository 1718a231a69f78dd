/** A voice behind any OpenAI-compatible `/audio/speech`. It tells no phonemes, so mouths follow loudness. */
import { EngineError } from '../language/engine-error.ts';
import type { Speech, TextToSpeech } from './engines.ts';
import { stream } from '../language/openai-endpoint.ts';
import type { OpenAIEndpoint } from '../language/openai-endpoint.ts';
import { oneAhead } from './one-ahead.ts';
import { respelled } from './reading/respelling.ts';
import { soundParts } from './sound-parts.ts';
import { spokenPieces } from './reading/spoken-pieces.ts';
import type { SynthesisPool } from './synthesis-pool.ts';
import { PRIMARY_LANGUAGES } from '../language/locales.ts';

/** What `response_format` `pcm` means: 16-bit little-endian mono at this rate. */
const SAMPLE_RATE = 24_000;
/** A minute of sound, far more than one piece of text takes. */
const MOST_BYTES = 60 * SAMPLE_RATE * 2;
/**
 * About how many words a voice says in a second: tells which of them a part of a sentence holds while the
 * rest is not there yet.
 */
const WORDS_A_SECOND = 2.5;
/** Longer words than this on average: a script that sets none apart, whose sentences are not cut. */
const LONG_WORD = 20;

export interface OpenAIVoiceOptions extends OpenAIEndpoint {
  /** The voice when a call names none, for example `alloy`. */
  voice: string;
  languages?: readonly string[];
  /** Encodes what comes; the caller closes it. */
  pool: Pick<SynthesisPool, 'encode'>;
}

/**
 * A sentence is heard while the rest of it is still on its way: it comes in parts. `speed` is held within
 * 0.25 to 4. An abort ends the iteration with the signal's reason; anything else that fails is an
 * `EngineError` without the key or the text.
 */
export function createOpenAITextToSpeech({
  voice: standard,
  languages = PRIMARY_LANGUAGES,
  pool,
  ...endpoint
}: OpenAIVoiceOptions): TextToSpeech {
  return {
    languages,
    speak(text, { voice = standard, speed = 1, instructions, signal, patient, pronunciations }) {
      const pace = Math.min(4, Math.max(0.25, speed));
      const settings = {
        model: endpoint.model,
        voice,
        response_format: 'pcm',
        speed: pace,
        ...(instructions ? { instructions } : {}),
      };
      async function* piece(input: string, either: AbortSignal): AsyncGenerator<Speech, void, undefined> {
        const sound = samplesOnly(
          stream(endpoint, '/audio/speech', {
            body: JSON.stringify({ ...settings, input: respelled(input, pronunciations) }),
            contentType: 'application/json',
            limit: MOST_BYTES,
            signal: either,
            again: true,
          }),
        );
        const words = input.split(' ');
        for await (const { samples, lead, last } of soundParts(
          sound,
          SAMPLE_RATE,
          input.length > LONG_WORD * words.length,
        )) {
          const made = await pool.encode(
            { samples, sampleRate: SAMPLE_RATE, whole: !last || lead > 0, lead },
            either,
            patient,
          );
          yield {
            text: words
              .splice(0, last ? words.length : Math.max(1, Math.round(made.duration * WORDS_A_SECOND * pace)))
              .join(' '),
            ...made,
          };
        }
      }
      return oneAhead(spokenPieces(text), piece, signal);
    },
  };
}

/** The bytes as they come, unless they are an error page or a container, which would be played as noise. */
async function* samplesOnly(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let start: Uint8Array | null = new Uint8Array(0);
  let wrong = false;
  for await (const chunk of bytes) {
    if (start === null) {
      if (!wrong) yield chunk;
      continue;
    }
    const sofar: Uint8Array = Buffer.concat([start, chunk]);
    if (sofar.length < 8) {
      start = sofar;
      continue;
    }
    start = null;
    // Read to its end all the same, for what is told of it is how it ended.
    wrong = isNoSound(sofar);
    if (!wrong) yield sofar;
  }
  if (wrong || (start !== null && (start.length < 2 || isNoSound(start))))
    throw new EngineError('bad_response', '/audio/speech answered something else than samples');
  if (start !== null) yield start;
}

const isNoSound = (start: Uint8Array): boolean =>
  /^(?:\s*[{<]|RIFF|OggS|ID3|fLaC)/.test(String.fromCharCode(...start.subarray(0, 4)));
