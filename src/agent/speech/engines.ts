/**
 * The agent's engines as ports. The embedded ones (flite, Vosk, retrieval) and the OpenAI-compatible ones implement
 * the same interfaces, and the agent uses only these.
 */

import type { Pronunciation } from './reading/respelling.ts';

/** The sound of one sentence: packets for the room and mouth shapes for the face. */
export interface Speech {
  /** The text that is spoken. */
  text: string;
  /** Opus packets, mono, 20 ms each (960 ticks of the 48 kHz RTP clock). */
  packets: Uint8Array[];
  /**
   * An index into `MOUTHS` for each 40 ms video frame, as long as the sound, with `STRESS` added where a stressed
   * syllable begins. Empty if the engine reports no phoneme times.
   */
  mouths: Uint8Array;
  /** Seconds of sound. */
  duration: number;
}

export interface SpeakOptions {
  voice?: string;
  speed?: number;
  /** Semitones above the voice's own pitch, for voices of this machine. */
  pitch?: number | undefined;
  language?: string;
  /** Instructions for the style, for engines that accept them. */
  instructions?: string;
  /** Pronunciations of certain words; captions keep the original `text`. */
  pronunciations?: readonly Pronunciation[] | undefined;
  signal?: AbortSignal;
  /** Yields to calls, because no listener waits for this speech yet. */
  patient?: boolean | undefined;
  /** The account that pays for the speech: accounts take turns where sentences wait for a voice of this machine. */
  account?: number | undefined;
}

export interface TextToSpeech {
  /** BCP 47 primary languages of the voice, for example `['en']`. */
  readonly languages: readonly string[];
  /** False while it cannot speak at all; a voice without it always can. */
  able?(): Promise<boolean>;
  /** Speaks a text sentence by sentence, so that the first plays while the next is synthesised. */
  speak(text: string, options: SpeakOptions): AsyncIterable<Speech>;
}

export interface SpeechToText {
  /** BCP 47 primary languages of the recogniser. */
  readonly languages: readonly string[];
  /**
   * Opens one utterance of a visitor. `vocabulary`: texts that the visitor is likely to say, such as questions and
   * words of the documents. With several `languages` the words are in one of them; `language` is the most likely one.
   */
  listen(options: {
    language?: string;
    languages?: readonly string[];
    vocabulary?: Vocabulary;
    signal?: AbortSignal;
    /** Takes the words so far, which may still change, while they are spoken; not every engine has them. */
    partial?: (words: string) => void;
  }): RecognitionStream;
}

/**
 * Texts that bias recognition, the most relevant first, because an engine may read only a part (the embedded one
 * 400,000 characters, OpenAI's 600). `id` identifies the content: an id is compiled once and cached.
 */
export interface Vocabulary {
  id: string;
  texts: readonly string[];
}

/** One utterance that is being recognised. */
export interface RecognitionStream {
  /** 16 kHz mono samples, any length. */
  write(samples: Int16Array): void;
  /**
   * The voice pauses here. If this is the end, the words are needed soon; otherwise its next pause is reported too,
   * so that all sound after the last pause is silence at the `finish`. Returns the words so far, or null if they were
   * not read before the voice continued, paused again or finished.
   */
  pause?(): Promise<string | null>;
  /** The voice continues after a pause: the words so far are incomplete. */
  resume?(): void;
  /** The words, empty if none were understood. Later writes are ignored. */
  finish(): Promise<string>;
  /** After the end: the detected language, one of the requested ones, if the engine reports it. */
  readonly language?: string | undefined;
}
