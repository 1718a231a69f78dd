/**
 * The agent's engines as ports. The embedded engines (flite, Vosk, retrieval) and OpenAI-compatible servers implement
 * the same interfaces, and the agent depends only on these.
 */

import type { Pronunciation } from './reading/respelling.ts';

/** The sound of a sentence: packets for the room, and mouth shapes for the face. */
export interface Speech {
  /** The text that is spoken. */
  text: string;
  /** Opus packets, mono, 20 ms each (960 ticks of the 48 kHz RTP clock). */
  packets: Uint8Array[];
  /**
   * One index into `MOUTHS` per video frame of 40 ms, for the duration of the sound. `STRESS` is added at the start
   * of a stressed syllable. Empty if the engine reports no phoneme times.
   */
  mouths: Uint8Array;
  /** Duration of the sound in seconds. */
  duration: number;
}

export interface SpeakOptions {
  voice?: string;
  speed?: number;
  /** Pitch shift in semitones, for voices on this machine. */
  pitch?: number | undefined;
  language?: string;
  /** Instructions for the speaking style, for engines that support them. */
  instructions?: string;
  /** Pronunciations of certain words; captions show the original `text`. */
  pronunciations?: readonly Pronunciation[] | undefined;
  signal?: AbortSignal;
  /** True if no listener waits for this speech yet, so the speech of calls is synthesised first. */
  patient?: boolean | undefined;
  /** The account that pays for the speech. Accounts take turns if sentences wait for a voice on this machine. */
  account?: number | undefined;
}

export interface TextToSpeech {
  /** BCP 47 primary languages of the voice, for example `['en']`. */
  readonly languages: readonly string[];
  /** Resolves to false if the voice cannot speak at all. A voice without this method always can. */
  canSpeak?(): Promise<boolean>;
  /** Speaks a text sentence by sentence, so that the first plays while the next is synthesised. */
  speak(text: string, options: SpeakOptions): AsyncIterable<Speech>;
}

export interface SpeechToText {
  /** BCP 47 primary languages of the recogniser. */
  readonly languages: readonly string[];
  /**
   * Starts to recognise an utterance. `vocabulary` has texts that the visitor is likely to say, such as questions and
   * words of the documents. With several `languages` the speech is in one of them, most likely in `language`.
   */
  listen(options: {
    language?: string;
    languages?: readonly string[];
    vocabulary?: Vocabulary;
    signal?: AbortSignal;
    /**
     * Receives the words recognised so far while the visitor speaks. They may still change, and not every
     * engine reports them.
     */
    partial?: (words: string) => void;
  }): RecognitionStream;
}

/**
 * Texts that improve recognition, the most relevant first, because an engine may read only a part (the embedded
 * one 400,000 characters, OpenAI's 600). `id` identifies the texts, so that they are compiled once and cached.
 */
export interface Vocabulary {
  id: string;
  texts: readonly string[];
}

/** The recognition of one utterance. */
export interface RecognitionStream {
  /** Adds 16 kHz mono samples of any length. */
  write(samples: Int16Array): void;
  /**
   * Reports a pause of the voice, because the words are needed soon if the utterance ends here. Every pause is
   * reported, so all sound after the last pause is silence when `finish` is called. Resolves to the words so far;
   * null if the voice continued, paused again or finished before they were recognised.
   */
  pause?(): Promise<string | null>;
  /** Reports that the voice continues after a pause, so the words so far are incomplete. */
  resume?(): void;
  /** Returns the words; empty if none were understood. Later writes are ignored. */
  finish(): Promise<string>;
  /** The detected language, one of the requested ones; set after the end if the engine reports it. */
  readonly language?: string | undefined;
}
