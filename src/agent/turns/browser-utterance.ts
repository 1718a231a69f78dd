/**
 * An utterance that the page's recogniser processes: its times, its words, and its sound. The sound is stored
 * because the service may have to recognise it.
 */
import type { Clock } from '@palkit/runtime/clock';
import type { SpeechToText, RecognitionStream } from '../speech/engines.ts';
import { turnDuration } from './turn-options.ts';

export type RecognitionOptions = Parameters<SpeechToText['listen']>[0];

const SAMPLE_RATE = 16_000;
/** Maximum duration of the stored sound in seconds. */
const MAX_SECONDS = 60;

/** Words of the page that no turn has used. */
export interface NewWords {
  newWords: string;
  /** True if the last segment of the words is complete. */
  isComplete: boolean;
}

export class PageUtterance implements RecognitionStream {
  /** True if words without a detected voice began the utterance. */
  isStray = false;
  /** True if the browser reports low confidence in the words. */
  isDoubtful = false;
  isClosed = false;
  #language: string | undefined;
  readonly #clock: Clock;
  readonly #options: RecognitionOptions;
  readonly #onChange: (utterance: PageUtterance) => void;
  readonly #startedAt: number;
  #reportedAt: number;
  #pausedAt: number | null = null;
  #finishedAt: number | null = null;
  #sound: Int16Array[] = [];
  #length = 0;
  #onSpeculation: ((words: string | null) => void) | null = null;
  /** The service's recogniser, if the page's recogniser stopped during the utterance. */
  #serviceStream: RecognitionStream | null = null;
  #onVoiceEnd: () => void = () => {};
  readonly #words: Promise<string>;
  #resolve!: (words: string | Promise<string>) => void;

  /** `onChange` is called after the voice has paused or ended; the words may be complete then. */
  constructor(clock: Clock, options: RecognitionOptions, onChange: (utterance: PageUtterance) => void) {
    this.#clock = clock;
    this.#options = options;
    this.#onChange = onChange;
    this.#startedAt = this.#reportedAt = clock.now();
    this.#words = new Promise((resolve) => (this.#resolve = resolve));
  }

  get language(): string | undefined {
    return this.#serviceStream?.language ?? this.#language;
  }

  set language(language: string | undefined) {
    this.#language = language;
  }

  /** True if the voice has ended. */
  get isFinished(): boolean {
    return this.#finishedAt !== null;
  }

  /** Start of the silence after the voice, as far as it is known, in Unix milliseconds. */
  get silentSince(): number {
    return this.#pausedAt ?? this.#finishedAt ?? this.#reportedAt;
  }

  /**
   * True if there is sound that the service could recognise. If `isWordless` is true, the voice must have a minimum
   * duration.
   */
  hasUsableSound(isWordless: boolean): boolean {
    return (
      this.#length > 0 &&
      (!isWordless || this.silentSince - this.#startedAt >= turnDuration('minUnrecognisedDuration'))
    );
  }

  write(samples: Int16Array): void {
    if (this.#serviceStream) return this.#serviceStream.write(samples);
    if (this.isClosed || this.#length >= MAX_SECONDS * SAMPLE_RATE) return;
    this.#sound.push(samples.slice());
    this.#length += samples.length;
  }

  pause(): Promise<string | null> {
    this.#dropSpeculation();
    if (this.#serviceStream) return this.#serviceStream.pause?.() ?? Promise.resolve(null);
    if (this.isClosed) return Promise.resolve(null);
    this.#pausedAt = this.#clock.now();
    return new Promise((resolve) => {
      this.#onSpeculation = resolve;
      this.#onChange(this);
    });
  }

  resume(): void {
    this.#serviceStream?.resume?.();
  }

  finish(): Promise<string> {
    this.#finishedAt ??= this.#clock.now();
    this.#dropSpeculation();
    if (this.#serviceStream) {
      this.#onVoiceEnd();
      this.#resolve(this.#serviceStream.finish());
    } else this.#onChange(this);
    return this.#words;
  }

  /** Called when the page sent more words of this utterance. */
  report(): void {
    this.#reportedAt = this.#clock.now();
  }

  /**
   * Returns the time (Unix ms) from which the words before a pause suffice for a speculative reply; null if the
   * voice has not paused.
   */
  speculableAt({ newWords: fresh }: NewWords): number | null {
    return !this.isFinished && this.#onSpeculation && fresh
      ? Math.max(this.#reportedAt, this.#pausedAt!) + turnDuration('transcriptStabilityAtPause')
      : null;
  }

  speculate(words: string): void {
    this.#onSpeculation?.(words);
    this.#onSpeculation = null;
  }

  /** Returns the time (Unix ms) at which the words are complete; null while the voice continues. */
  settleWords({ newWords: fresh, isComplete: complete }: NewWords): number | null {
    if (!this.isFinished && !this.isStray) return null;
    if (!fresh) return this.silentSince + turnDuration('transcriptTimeout');
    // A complete text marks the end only if it arrived after the voice had ended.
    return complete && this.#reportedAt >= this.silentSince
      ? this.#reportedAt
      : Math.max(this.#reportedAt, this.silentSince) + turnDuration('transcriptStability');
  }

  /**
   * Marks the latest words as the end of the voice. Called after the time-out for an utterance whose voice was not
   * detected.
   */
  endWithWords(): void {
    this.#pausedAt ??= this.#reportedAt;
  }

  /** Passes the stored sound to another recogniser. */
  replay(speechToText: SpeechToText): RecognitionStream {
    const stream = speechToText.listen(this.#options);
    for (const samples of this.#sound) stream.write(samples);
    return stream;
  }

  /** Passes the whole utterance to another recogniser. `onEnd` is called when the voice has ended. */
  handTo(speechToText: SpeechToText, onEnd: () => void): void {
    const hearing = this.replay(speechToText);
    this.#dropSpeculation();
    this.isClosed = true;
    this.#sound = [];
    this.#serviceStream = hearing;
    this.#onVoiceEnd = onEnd;
    if (this.isFinished) void this.finish();
  }

  /** Closes the utterance with these words. */
  close(words: string | Promise<string>): void {
    this.#dropSpeculation();
    this.isClosed = true;
    this.#sound = [];
    this.#resolve(words);
  }

  #dropSpeculation(): void {
    this.#onSpeculation?.(null);
    this.#onSpeculation = null;
  }
}
