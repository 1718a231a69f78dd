/** A neural voice for English in a separate process. Its phoneme times control the mouth. */
import type { Speech, TextToSpeech } from '../engines.ts';
import { mouthsOfPhones } from '../mouths.ts';
import { synthesiseAhead } from '../one-ahead.ts';
import { spokenPieces } from '../reading/spoken-pieces.ts';
import { speakerOf } from '../speakers.ts';
import type { SynthesisPool } from '../synthesis-pool.ts';
import { FRAME_SAMPLES, VOICE_RATE } from './protocol.ts';
import type { VoiceHost } from './voice-host.ts';

/** Number of packets before a part that are encoded a second time, so that the joint is inaudible. */
const LEAD_PACKETS = 3;
const PACKET_SAMPLES = FRAME_SAMPLES / 2;
/** Maximum pitch shift in semitones; beyond it a voice sounds like another person. */
const MAX_PITCH = 4;

export interface NeuralVoiceOptions {
  host: Pick<VoiceHost, 'speak'>;
  languages: readonly string[];
  /** The speaker for each name of an embedded voice. */
  speakers?: Readonly<Record<string, number>> | undefined;
  /** Encodes the samples; the caller closes it. */
  pool: Pick<SynthesisPool, 'encode'>;
}

/**
 * `voice` is the name of an embedded voice or the number of a speaker; other values select the first speaker.
 * `speed` is clamped to 0.5 to 2, `pitch` to ±4 semitones. A sentence plays before it is complete. An abort ends
 * the iteration with the signal's reason.
 */
export function createNeuralTextToSpeech({
  host,
  languages,
  speakers = {},
  pool,
}: NeuralVoiceOptions): TextToSpeech {
  return {
    languages,
    speak(text, { voice, speed = 1, pitch = 0, signal, patient, account, pronunciations = [] }) {
      const settings = {
        pronunciations,
        speaker: speakerOf(voice, speakers),
        speed: clamp(speed, 0.5, 2, 1),
        pitch: clamp(pitch, -MAX_PITCH, MAX_PITCH, 0),
      };
      async function* speakPiece(
        writtenText: string,
        combinedSignal: AbortSignal,
      ): AsyncGenerator<Speech, void, undefined> {
        const words = writtenText.split(' ');
        const count = words.length;
        let mouths: Uint8Array | null = null;
        let duration = 0;
        let startSample = 0;
        let leadSamples = new Int16Array(0);
        for await (const part of host.speak(
          { text: writtenText, ...settings, patient },
          combinedSignal,
          account,
        )) {
          if (part.duration !== undefined) {
            duration = part.duration;
            const frames = Math.ceil((duration * VOICE_RATE) / FRAME_SAMPLES);
            mouths = part.phones?.length ? mouthsOfPhones(part.phones, frames) : null;
          }
          // If the text contains no word or its first part is silent, there is no sound to encode.
          if (part.samples.length === 0) continue;
          const samples = concatenate(leadSamples, part.samples);
          const sound = await pool.encode(
            { samples, sampleRate: VOICE_RATE, whole: true, lead: leadSamples.length / PACKET_SAMPLES },
            combinedSignal,
            { patient, account },
          );
          const frame = startSample / FRAME_SAMPLES;
          startSample += part.samples.length;
          leadSamples = samples.slice(-LEAD_PACKETS * PACKET_SAMPLES);
          const spokenShare = part.last ? 1 : Math.min(1, startSample / VOICE_RATE / duration);
          const endWord = Math.max(1, Math.round(count * spokenShare)) - (count - words.length);
          yield {
            text: words.splice(0, part.last ? words.length : Math.max(0, endWord)).join(' '),
            ...sound,
            ...(mouths ? { mouths: partOf(mouths, frame, sound.mouths.length) } : {}),
          };
        }
      }
      return synthesiseAhead(spokenPieces(text), speakPiece, signal);
    },
  };
}

const clamp = (value: number, minimum: number, maximum: number, defaultValue: number): number =>
  Math.min(maximum, Math.max(minimum, Number.isFinite(value) ? value : defaultValue));

/**
 * Returns a section of the mouth shapes, filled with rest if the sound is a frame longer than its phonemes.
 */
function partOf(mouths: Uint8Array, from: number, length: number): Uint8Array {
  const part = new Uint8Array(length);
  part.set(mouths.subarray(from, from + length));
  return part;
}

function concatenate(first: Int16Array, second: Int16Array): Int16Array<ArrayBuffer> {
  const joinedSamples = new Int16Array(first.length + second.length);
  joinedSamples.set(first);
  joinedSamples.set(second, first.length);
  return joinedSamples;
}
