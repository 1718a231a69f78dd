/**
 * One utterance that the page's recogniser processes: its times, its words, and its sound, in case the service has to
 * recognise it.
 */
import type { Clock } from '@palkit/runtime/clock';
import type { SpeechToText, RecognitionStream } from '../speech/engines.ts';
import { turnDuration } from './turn-options.ts';

export type RecognitionOptions = Parameters<SpeechToText['listen']>[0];

const SAMPLE_RATE = 16_000;
/** Sound beyond this duration is not stored. */
const MAX_SECONDS = 60;

/** The page's words that no turn has taken yet. */
export interface NewWords {
  fresh: string;
  /** True if its last segment is complete. */
  complete: boolean;
}

export class PageUtterance implements RecognitionStream {
  /** True if words alone began it, without a detected voice. */
  stray = false;
  /** True if the browser reports low confidence in its words. */
  doubtful = false;
  over = false;
  #language: string | undefined;
  readonly #clock: Clock;
  readonly #options: RecognitionOptions;
  readonly #changed: (utterance: PageUtterance) => void;
  readonly #began: number;
  #reported: number;
  #paused: number | null = null;
  #finished: number | null = null;
  #sound: Int16Array[] = [];
  #length = 0;
  #speculative: ((words: string | null) => void) | null = null;
  /** The service's recogniser after the page's stopped in the middle of the utterance. */
  #instead: RecognitionStream | null = null;
  #handed: () => void = () => {};
  readonly #words: Promise<string>;
  #resolve!: (words: string | Promise<string>) => void;

  /** `changed`: the voice paused or ended, so its words may be complete. */
  constructor(clock: Clock, options: RecognitionOptions, changed: (utterance: PageUtterance) => void) {
    this.#clock = clock;
    this.#options = options;
    this.#changed = changed;
    this.#began = this.#reported = clock.now();
    this.#words = new Promise((resolve) => (this.#resolve = resolve));
  }

  get language(): string | undefined {
    return this.#instead?.language ?? this.#language;
  }

  set language(language: string | undefined) {
    this.#language = language;
  }

  /** True once the voice has ended. */
  get finished(): boolean {
    return this.#finished !== null;
  }

  /** The known end of the voice; Unix milliseconds. */
  get silentSince(): number {
    return this.#paused ?? this.#finished ?? this.#reported;
  }

  /** True if there is sound that the service could recognise; `wordless`: only a voice of some length qualifies. */
  hasUsableSound(wordless: boolean): boolean {
    return (
      this.#length > 0 &&
      (!wordless || this.silentSince - this.#began >= turnDuration('minUnrecognisedDuration'))
    );
  }

  write(samples: Int16Array): void {
    if (this.#instead) return this.#instead.write(samples);
    if (this.over || this.#length >= MAX_SECONDS * SAMPLE_RATE) return;
    this.#sound.push(samples.slice());
    this.#length += samples.length;
  }

  pause(): Promise<string | null> {
    this.#drop();
    if (this.#instead) return this.#instead.pause?.() ?? Promise.resolve(null);
    if (this.over) return Promise.resolve(null);
    this.#paused = this.#clock.now();
    return new Promise((resolve) => {
      this.#speculative = resolve;
      this.#changed(this);
    });
  }

  resume(): void {
    this.#instead?.resume?.();
  }

  finish(): Promise<string> {
    this.#finished ??= this.#clock.now();
    this.#drop();
    if (this.#instead) {
      this.#handed();
      this.#resolve(this.#instead.finish());
    } else this.#changed(this);
    return this.#words;
  }

  /** The page sent more words of this utterance. */
  report(): void {
    this.#reported = this.#clock.now();
  }

  /** The time at which the words at its pause are worth a speculative reply; null if there is none. */
  speculableAt({ fresh }: NewWords): number | null {
    return !this.finished && this.#speculative && fresh
      ? Math.max(this.#reported, this.#paused!) + turnDuration('transcriptStabilityAtPause')
      : null;
  }

  speculate(words: string): void {
    this.#speculative?.(words);
    this.#speculative = null;
  }

  /** Time at which its words are complete; null while the voice continues. */
  settleWords({ fresh, complete }: NewWords): number | null {
    if (!this.finished && !this.stray) return null;
    if (!fresh) return this.silentSince + turnDuration('transcriptTimeout');
    // A complete text shows the end only if it arrived after the voice had ended.
    return complete && this.#reported >= this.silentSince
      ? this.#reported
      : Math.max(this.#reported, this.silentSince) + turnDuration('transcriptStability');
  }

  /** Ends with the present words, which were awaited long enough. */
  rest(): void {
    this.#paused ??= this.#reported;
  }

  /** Has the stored sound recognised by another recogniser. */
  replay(ears: SpeechToText): RecognitionStream {
    const hearing = ears.listen(this.#options);
    for (const samples of this.#sound) hearing.write(samples);
    return hearing;
  }

  /** Passes the whole utterance to another recogniser; calls `ended` when the voice has ended. */
  handTo(ears: SpeechToText, ended: () => void): void {
    const hearing = this.replay(ears);
    this.#drop();
    this.over = true;
    this.#sound = [];
    this.#instead = hearing;
    this.#handed = ended;
    if (this.finished) void this.finish();
  }

  /** Closes the utterance with its words. */
  close(words: string | Promise<string>): void {
    this.#drop();
    this.over = true;
    this.#sound = [];
    this.#resolve(words);
  }

  #drop(): void {
    this.#speculative?.(null);
    this.#speculative = null;
  }
}
