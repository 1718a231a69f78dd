/**
 * The agent's engines as ports. The embedded ones (flite, Vosk, retrieval) and the OpenAI-compatible ones
 * stand behind the same interfaces; the agent knows no more of an engine than this file.
 */

import type { Pronunciation } from './reading/respelling.ts';

/** One sentence made audible: what the room plays and what the face moves with. */
export interface Speech {
  /** The recognised words. */
  text: string;
  /** Opus packets, mono, 20 ms each (960 ticks of the 48 kHz RTP clock). */
  packets: Uint8Array[];
  /**
   * An index into `MOUTHS` for each 40 ms video frame, as long as the sound. Empty when the engine gives no
   * phoneme times.
   */
  mouths: Uint8Array;
  /** Seconds of sound. */
  duration: number;
}

export interface SpeakOptions {
  voice?: string;
  speed?: number;
  /** Semitones above the voice's own, for voices of this machine. */
  pitch?: number | undefined;
  language?: string;
  /** How it shall sound, for engines that take such words. */
  instructions?: string;
  /** Pronunciations of certain words; captions keep the `text` as it is written. */
  pronunciations?: readonly Pronunciation[] | undefined;
  signal?: AbortSignal;
  /** Lets calls go first, because no listener waits for this speech yet. */
  patient?: boolean | undefined;
  /** The account that it is spoken for: accounts take turns where sentences wait for a voice of this machine. */
  account?: number | undefined;
}

export interface TextToSpeech {
  /** BCP 47 primary languages it can speak, for example `['en']`. */
  readonly languages: readonly string[];
  /** Speaks a text sentence by sentence, so that the first can be heard while the next is made. */
  speak(text: string, options: SpeakOptions): AsyncIterable<Speech>;
}

export interface SpeechToText {
  /** BCP 47 primary languages it can hear. */
  readonly languages: readonly string[];
  /**
   * Opens one utterance of a visitor. `phrases` are texts the visitor is likely to say (questions, words of
   * the documents).
   */
  /** With several `languages` the words are in one of them; `language` is the likeliest one. */
  listen(options: {
    language?: string;
    languages?: readonly string[];
    vocabulary?: Vocabulary;
    signal?: AbortSignal;
  }): RecognitionStream;
}

/**
 * Texts that bias recognition, the most telling first: an engine may read only so much (the embedded one
 * 400,000
 * characters, OpenAI's 600). `id` names the content: the same id is compiled once and kept.
 */
export interface Vocabulary {
  id: string;
  texts: readonly string[];
}

/** One utterance being heard. */
export interface RecognitionStream {
  /** 16 kHz mono samples, any length. */
  write(samples: Int16Array): void;
  /**
   * The voice pauses here. If this is the end, the words are needed soon; if it goes on, its next pause is reported
   * too, so that everything after the last pause is silence at the `finish`. Returns the words so far, or null if
   * they were not read before the voice went on, paused again or finished.
   */
  pause?(): Promise<string | null>;
  /** The voice goes on after a pause: the words there are not all. */
  resume?(): void;
  /** The words, empty when nothing was understood. Writes after it are ignored. */
  finish(): Promise<string>;
  /** Once finished: the language that was heard, one of those asked for, where the engine tells. */
  readonly language?: string | undefined;
}
