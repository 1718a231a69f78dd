/** Messages between the service and the process that runs one model of sherpa-onnx. */

/** The types of models that run in sherpa-onnx. */
export type SherpaFamily =
  | 'moonshine'
  | 'whisper'
  | 'transducer'
  | 'streaming_transducer'
  | 'ctc'
  | 'piper'
  | 'kokoro';

/** The only argument of the process, as JSON. */
export interface Setup {
  /** The folder of the package `sherpa-onnx-node`. */
  package: string;
  family: SherpaFamily;
  /** Absolute paths of the model's files or folders, by part. */
  parts: Readonly<Record<string, string>>;
  threads: number;
}

export type Request =
  /** The next sound of an utterance, 16 kHz mono. The first message opens the utterance. */
  | { is: 'write'; utterance: number; samples: Int16Array }
  /** Requests the words so far at a pause. */
  | { is: 'read'; id: number; utterance: number }
  /** Requests the words and ends the utterance. `isDecoded` is true if all sound since the last `read` is silence. */
  | { is: 'finish'; id: number; utterance: number; isDecoded: boolean }
  | { is: 'drop'; utterance: number }
  | { is: 'ping' }
  | { is: 'speak'; id: number; text: string; speaker: number; speed: number };

export type Reply =
  | { ready: true }
  | { alive: true }
  | { id: number; text: string }
  /** Mono samples at `SPEECH_RATE`. */
  | { id: number; samples: Int16Array }
  /** The engine threw an error; `failed` is a code for the log, never the visitor's words. */
  | { id: number; failed: string };

/** Sample rate of every voice in Hz. Opus accepts this rate, and the voices of sherpa-onnx have a similar one. */
export const SPEECH_RATE = 24_000;
export const HEARING_RATE = 16_000;
