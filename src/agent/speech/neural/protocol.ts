/** Messages between the service and the process that runs one neural voice. */
import type { Phone } from '../flite.ts';
import type { Pronunciation } from '../reading/respelling.ts';

/** The only argument of the process, as JSON. */
export interface Setup {
  /** The voice's ONNX file and the JSON file beside it, as absolute paths. */
  model: string;
  config: string;
}

/** A sentence to speak. */
export interface Sentence {
  text: string;
  pronunciations: readonly Pronunciation[];
  speaker: number;
  /** Factor on the speed of the voice; 1 is normal. */
  speed: number;
  /** Pitch shift in semitones. */
  pitch: number;
  /** True if no listener waits for this speech yet, so other requests are served first. */
  patient?: boolean;
}

export type Request =
  | ({ is: 'speak'; id: number } & Sentence)
  /** Stops a sentence that is no longer needed. */
  | { is: 'stop'; id: number }
  | { is: 'ping' };

/** Sound that continues the previous part. All parts except the last are complete video frames. */
export interface VoicePart {
  /** Mono samples at `VOICE_RATE`. */
  samples: Int16Array;
  last: boolean;
  /** Duration of the complete sentence in seconds; sent with the first part. */
  duration?: number;
  /**
   * The phones of the sentence with their end times; sent with the first part. Empty if the voice reports no
   * phones.
   */
  phones?: readonly Phone[];
}

export type Reply =
  | { ready: true }
  | { alive: true }
  | ({ id: number } & VoicePart)
  /** The engine threw an error; `failed` is a code for the log, never the text. */
  | { id: number; failed: string };

/** Sample rate of every voice in Hz. Opus accepts this rate, and Piper's voices have a similar one. */
export const VOICE_RATE = 24_000;
/** Number of samples in a video frame of 40 ms. */
export const FRAME_SAMPLES = 960;
