/**
 * The recogniser of the visitor's browser, which is preferred to the service's. The page sends words; the media
 * process still detects voices, so turns and interruptions are handled as usual. The sound of an utterance is stored
 * until its words arrive. If the page's recogniser stops or stays silent, the service's recogniser receives that
 * sound, so the visitor always gets an answer.
 */
import type { AgentEventProperties, VisitorEvent } from '@palkit/contract/room-events';
import type { Clock } from '@palkit/runtime/clock';
import type { Log } from '@palkit/runtime/log';
import type { SpeechToText, RecognitionStream, Vocabulary } from '../speech/engines.ts';
import { HeardWords } from './heard-words.ts';
import { spokenLanguage } from '../language/language-detection.ts';
import { PageUtterance, type RecognitionOptions } from './browser-utterance.ts';
import { turnDuration } from './turn-options.ts';

type Properties<Type extends VisitorEvent['event_type']> = Extract<
  VisitorEvent,
  { event_type: Type }
>['properties'];
type HearingReport = AgentEventProperties<'conversation.hearing'>;

export interface BrowserSpeechToTextParts {
  clock: Clock;
  log: Log;
  /** The recogniser of the service. */
  ears: SpeechToText | null;
  /** The kind of hearing while the page does not recognise speech. */
  own: HearingReport['hearing'];
  /** True if servers of the browser's vendor may recognise the speech. */
  cloud: boolean;
  languages: readonly string[];
  /** Returns true while the agent is silent, when words cannot be its echo. */
  isQuiet(): boolean;
  /** Called when words arrive without a detected voice, so that only they begin or end a turn. */
  began(): void;
  ended(): void;
  /** Receives the visitor's words so far while they are spoken. */
  partial(words: string): void;
  report(report: HearingReport): void;
  signal: AbortSignal;
}

/**
 * Number of consecutive voices that only the service understood, after which the page's recogniser is not used any
 * more.
 */
const MAX_MISSED_VOICES = 2;
/** Minimum confidence of trusted words. Words without a confidence are trusted. */
const MIN_CONFIDENCE = 0.3;
/** Maximum number of messages with words per second; the page's own code sends at most seven. */
const MAX_MESSAGES = 30;

export class BrowserSpeechToText implements SpeechToText {
  readonly #parts: BrowserSpeechToTextParts;
  readonly languages: readonly string[];
  /** True if the visitor joined with a microphone. */
  #isPresent = false;
  #isPageHearing = false;
  #hasPageFailed = false;
  #missedCount = 0;
  #words = new HeardWords();
  #language: string | undefined;
  #open: PageUtterance | null = null;
  /** Time in Unix ms up to which the service recognised speech; the page's words for that time are ignored. */
  #servedUntil = -Infinity;
  /** Time in Unix ms since which words have arrived during the agent's speech without a detected voice. */
  #asideSince: number | null = null;
  #messageRate = { since: -Infinity, messages: 0 };
  #droppedCount = 0;

  constructor(parts: BrowserSpeechToTextParts) {
    this.#parts = parts;
    this.languages = parts.ears?.languages ?? [];
  }

  /**
   * Makes the embedded recogniser load the vocabulary before the first utterance, by means of an empty one.
   */
  loadVocabulary(vocabulary: Vocabulary): void {
    if (this.#parts.own !== 'embedded') return;
    this.#parts.ears
      ?.listen({ vocabulary, signal: this.#parts.signal })
      .finish()
      .catch(() => {});
  }

  /** True if a recogniser is available. */
  get canHear(): boolean {
    return this.#isPageHearing || this.#parts.ears !== null;
  }

  /**
   * Called for a new connection: the service recognises speech until the page reports otherwise. In a text
   * connection neither side does.
   */
  connectionOpened(by: 'media' | 'text'): void {
    this.handleConnectionLoss();
    this.#isPresent = by === 'media';
  }

  handleConnectionLoss(): void {
    this.#isPresent = false;
    this.#isPageHearing = false;
    this.#servedUntil = -Infinity;
    if (this.#open) this.#close(this.#open, '');
  }

  /** Handles the page's report on which side recognises speech. */
  takeHearingReport(event: Properties<'conversation.hearing'>): void {
    if (!this.#isPresent) return;
    const { cloud, own } = this.#parts;
    const refused = event.by === 'browser' && (this.#hasPageFailed || (!event.on_device && !cloud));
    if (refused || event.by === 'service') this.#stop();
    else if (!this.#isPageHearing) {
      this.#isPageHearing = true;
      this.#words = new HeardWords();
      this.#asideSince = null;
    }
    this.#parts.report({
      hearing: this.#isPageHearing ? 'browser' : own,
      ...(refused ? { stop: true } : {}),
    });
  }

  /** Handles words of the page's recogniser. */
  takeWords(message: Properties<'conversation.heard'>): void {
    if (!this.#isPageHearing || !this.#fits()) return;
    const now = this.#parts.clock.now();
    if (now - message.elapsed < this.#servedUntil) return this.#words.skip(message.segment);
    const aside = this.#noteAside(now);
    if (!this.#words.add(message) || aside) return;
    this.#language = this.#languageOf(message);
    const utterance = this.#open ?? this.#strayUtterance();
    if (!utterance) return;
    utterance.report();
    utterance.isDoubtful ||= isDoubtful(message);
    if (this.#parts.isQuiet() && this.#words.fresh) this.#parts.partial(this.#words.fresh);
    this.#checkWords(utterance);
  }

  /**
   * Returns true for words during the agent's speech without a detected voice, and records them. When the agent has
   * paused, such words are outdated and dropped.
   */
  #noteAside(now: number): boolean {
    if (!this.#open && !this.#parts.isQuiet()) {
      this.#asideSince ??= now;
      return true;
    }
    if (!this.#open && this.#asideSince !== null) this.#words.take();
    this.#asideSince = null;
    return false;
  }

  #languageOf({ language }: Properties<'conversation.heard'>): string | undefined {
    return language === undefined
      ? undefined
      : (spokenLanguage(language, this.#parts.languages) ?? undefined);
  }

  /** Called when a voice was detected. Returns true if words have already begun its turn. */
  adoptTurn(): boolean {
    if (!this.#open?.isStray || this.#open.isFinished) return false;
    this.#open.isStray = false;
    // The page's recogniser has stopped in the meantime.
    if (!this.#isPageHearing) this.#handOver(this.#open);
    return true;
  }

  listen(options: RecognitionOptions): RecognitionStream {
    if (this.#open) this.#settle(this.#open);
    if (!this.#isPageHearing) return this.#serve(options);
    const { clock } = this.#parts;
    if (this.#asideSince !== null && clock.now() - this.#asideSince > turnDuration('transcriptLead'))
      this.#words.take();
    this.#asideSince = null;
    this.#open = new PageUtterance(clock, options, (utterance) => this.#checkWords(utterance));
    return this.#open;
  }

  /** Begins a turn for words without a detected voice. */
  #strayUtterance(): PageUtterance | null {
    if (!this.#words.fresh) return null;
    this.#parts.began();
    // `#open` is null while the visitor must not speak, because `began` then opens no utterance.
    const utterance = this.#open;
    if (utterance) utterance.isStray = true;
    return utterance;
  }

  /** Uses the words if they are complete, or checks again when they may be. */
  #checkWords(utterance: PageUtterance): void {
    if (utterance.isOver) return;
    const { clock, signal, ended } = this.#parts;
    const now = clock.now();
    const checkLater = (at: number): void => clock.after(at - now, () => this.#checkWords(utterance), signal);
    const speculableAt = utterance.speculableAt(this.#words);
    if (speculableAt !== null) {
      if (speculableAt > now) return checkLater(speculableAt);
      utterance.speculate(this.#words.fresh);
    }
    const settledWords = utterance.settleWords(this.#words);
    if (settledWords === null) return;
    if (settledWords > now) return checkLater(settledWords);
    if (utterance.isFinished) return this.#settle(utterance);
    utterance.endWithWords();
    ended();
  }

  /** Gives an utterance its words. Without words, or with doubtful ones, the service recognises its sound. */
  #settle(utterance: PageUtterance): void {
    if (utterance.isOver) return;
    const { ears } = this.#parts;
    const words = this.#words.take();
    utterance.language = this.#language;
    if (words && !utterance.isDoubtful) this.#missedCount = 0;
    if (!ears || (words && !utterance.isDoubtful) || !utterance.hasUsableSound(!words))
      return this.#close(utterance, words);
    const hearing = utterance.replay(ears);
    this.#servedUntil = utterance.silentSince;
    this.#close(
      utterance,
      hearing.finish().then((second) => {
        utterance.language = hearing.language ?? utterance.language;
        if (second && !words && ++this.#missedCount >= MAX_MISSED_VOICES) this.#giveUp();
        return second || words;
      }),
    );
  }

  #close(utterance: PageUtterance, words: string | Promise<string>): void {
    if (this.#open === utterance) this.#open = null;
    utterance.close(words);
  }

  /** Makes the service recognise speech from now on, including the current utterance from its beginning. */
  #stop(): void {
    if (!this.#isPageHearing) return;
    this.#isPageHearing = false;
    // Without sound nothing can be recognised again, so the utterance ends with the words it has.
    if (this.#open?.hasUsableSound(false)) this.#handOver(this.#open);
  }

  #handOver(utterance: PageUtterance): void {
    const { ears, clock } = this.#parts;
    if (!ears) return;
    this.#open = null;
    this.#servedUntil = Infinity;
    utterance.handTo(ears, () => (this.#servedUntil = clock.now()));
  }

  #giveUp(): void {
    if (this.#hasPageFailed || this.#parts.signal.aborted) return;
    this.#hasPageFailed = true;
    this.#parts.log.warn(
      { engine: 'ears', fault: 'page_deaf' },
      "the page's recogniser told nothing of what was said",
    );
    this.#stop();
    this.#parts.report({ hearing: this.#parts.own, stop: true });
  }

  /** Opens an utterance that the service recognises. */
  #serve(options: RecognitionOptions): RecognitionStream {
    const hearing = this.#parts.ears?.listen(options);
    if (!hearing) return { write() {}, finish: () => Promise.resolve('') };
    this.#servedUntil = Infinity;
    return {
      get language() {
        return hearing.language;
      },
      write: (samples) => hearing.write(samples),
      ...(hearing.pause ? { pause: () => hearing.pause!() } : {}),
      resume: () => hearing.resume?.(),
      finish: () => {
        this.#servedUntil = this.#parts.clock.now();
        return hearing.finish();
      },
    };
  }

  /** True if the rate of messages is within the limit. */
  #fits(): boolean {
    const now = this.#parts.clock.now();
    if (now - this.#messageRate.since >= 1000) this.#messageRate = { since: now, messages: 0 };
    if (++this.#messageRate.messages <= MAX_MESSAGES) return true;
    if (this.#droppedCount++ === 0)
      this.#parts.log.warn(
        { engine: 'ears', fault: 'page_floods' },
        "words of the page's recogniser are dropped",
      );
    return false;
  }
}

const isDoubtful = ({ final, confidence }: Properties<'conversation.heard'>): boolean =>
  final && Boolean(confidence) && confidence! < MIN_CONFIDENCE;
