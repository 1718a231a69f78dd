/** Messages between the service and the process that runs one model of sherpa-onnx. */

/** The kinds of models that sherpa-onnx runs for us. */
export type SherpaFamily =
  'moonshine' | 'whisper' | 'transducer' | 'streaming_transducer' | 'ctc' | 'piper' | 'kokoro';

/** The process' one argument, as JSON. */
export interface Setup {
  /** The folder of the package `sherpa-onnx-node`. */
  package: string;
  family: SherpaFamily;
  /** Part → file or folder, absolute. */
  parts: Readonly<Record<string, string>>;
  threads: number;
}

export type Request =
  /** 16 kHz mono, the next sound of an utterance; the first message opens it. */
  | { is: 'write'; utterance: number; samples: Int16Array }
  /** The words so far, requested at a pause. */
  | { is: 'read'; id: number; utterance: number }
  /** The words; the utterance has ended. `isDecoded`: all sound since the last `read` is silence. */
  | { is: 'finish'; id: number; utterance: number; isDecoded: boolean }
  | { is: 'drop'; utterance: number }
  | { is: 'ping' }
  | { is: 'speak'; id: number; text: string; speaker: number; speed: number };

export type Reply =
  | { ready: true }
  | { alive: true }
  | { id: number; text: string }
  /** Mono at `SPEECH_RATE`. */
  | { id: number; samples: Int16Array }
  /** The engine threw; a code for the log, never the visitor's words. */
  | { id: number; failed: string };

/** Sample rate of every voice: one that Opus accepts, and near the rate of such voices. */
export const SPEECH_RATE = 24_000;
export const HEARING_RATE = 16_000;
