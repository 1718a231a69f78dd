/** Messages between the service and the process that runs one neural voice. */
import type { Phone } from '../flite.ts';
import type { Pronunciation } from '../reading/respelling.ts';

/** The only argument of the process, as JSON. */
export interface Setup {
  /** The voice's ONNX file and the JSON file beside it, as absolute paths. */
  model: string;
  config: string;
}

/** A sentence to be spoken. */
export interface Sentence {
  text: string;
  pronunciations: readonly Pronunciation[];
  speaker: number;
  /** 1 is the normal speed of the voice. */
  speed: number;
  /** Semitones above the voice's own pitch. */
  pitch: number;
  /** True if the request yields to others, because no listener waits for it yet. */
  patient?: boolean;
}

export type Request =
  | ({ is: 'speak'; id: number } & Sentence)
  /** The sentence is no longer needed. */
  | { is: 'stop'; id: number }
  | { is: 'ping' };

/** Sound that continues the previous part; whole video frames except for the last part. */
export interface VoicePart {
  /** Mono at `VOICE_RATE`. */
  samples: Int16Array;
  last: boolean;
  /** Length of the whole sentence in seconds; sent with the first part. */
  duration?: number;
  /** End of each sound of the sentence; sent with the first part, empty if the voice does not report it. */
  phones?: readonly Phone[];
}

export type Reply =
  | { ready: true }
  | { alive: true }
  | ({ id: number } & VoicePart)
  /** The engine threw; a code for the log, never the text. */
  | { id: number; failed: string };

/** Sample rate of every voice: one that Opus accepts, and near the rate of such voices. */
export const VOICE_RATE = 24_000;
/** Samples of a video frame of 40 ms. */
export const FRAME_SAMPLES = 960;
