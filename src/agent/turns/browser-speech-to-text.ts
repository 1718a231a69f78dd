/**
 * The recogniser of the visitor's browser, which is preferred to the service's. The page sends words; the media
 * process still detects voices, so turns and interruptions are handled as usual. The sound of an utterance is
 * stored until its words arrive. If the page's recogniser stops or sends no words, the service recognises this
 * sound.
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
  speechToText: SpeechToText | null;
  /** The kind of hearing while the page does not recognise speech. */
  serviceHearing: HearingReport['hearing'];
  /** True if servers of the browser's vendor may recognise the speech. */
  allowsCloud: boolean;
  languages: readonly string[];
  /** Returns true while the agent is silent. Words that arrive then cannot be its echo. */
  isQuiet(): boolean;
  /** Called when words arrive without a detected voice, so that they alone begin or end a turn. */
  onBegin(): void;
  onEnd(): void;
  /** Receives the visitor's words so far while they are spoken. */
  onPartial(words: string): void;
  sendReport(report: HearingReport): void;
  signal: AbortSignal;
}

/**
 * Number of consecutive utterances that only the service understood. After them the page's recogniser is no
 * longer used.
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
  #openUtterance: PageUtterance | null = null;
  /** Time in Unix ms up to which the service recognised speech; the page's words for that time are ignored. */
  #servedUntil = -Infinity;
  /** Time in Unix ms at which words began to arrive during the agent's speech without a detected voice. */
  #asideSince: number | null = null;
  #messageRate = { since: -Infinity, messages: 0 };
  #droppedCount = 0;

  constructor(parts: BrowserSpeechToTextParts) {
    this.#parts = parts;
    this.languages = parts.speechToText?.languages ?? [];
  }

  /** Makes the embedded recogniser load the vocabulary before the first utterance, by means of an empty utterance. */
  loadVocabulary(vocabulary: Vocabulary): void {
    if (this.#parts.serviceHearing !== 'embedded') return;
    this.#parts.speechToText
      ?.listen({ vocabulary, signal: this.#parts.signal })
      .finish()
      .catch(() => {});
  }

  /** True if a recogniser is available. */
  get canHear(): boolean {
    return this.#isPageHearing || this.#parts.speechToText !== null;
  }

  /**
   * Called for a new connection: the service recognises speech until the page reports otherwise. In a text
   * connection neither side recognises speech.
   */
  connectionOpened(by: 'media' | 'text'): void {
    this.handleConnectionLoss();
    this.#isPresent = by === 'media';
  }

  handleConnectionLoss(): void {
    this.#isPresent = false;
    this.#isPageHearing = false;
    this.#servedUntil = -Infinity;
    if (this.#openUtterance) this.#close(this.#openUtterance, '');
  }

  /** Handles the page's report on which side recognises speech. */
  takeHearingReport(event: Properties<'conversation.hearing'>): void {
    if (!this.#isPresent) return;
    const { allowsCloud, serviceHearing } = this.#parts;
    const isRefused = event.by === 'browser' && (this.#hasPageFailed || (!event.on_device && !allowsCloud));
    if (isRefused || event.by === 'service') this.#stopPageHearing();
    else if (!this.#isPageHearing) {
      this.#isPageHearing = true;
      this.#words = new HeardWords();
      this.#asideSince = null;
    }
    this.#parts.sendReport({
      hearing: this.#isPageHearing ? 'browser' : serviceHearing,
      ...(isRefused ? { stop: true } : {}),
    });
  }

  /** Handles words of the page's recogniser. */
  takeWords(message: Properties<'conversation.heard'>): void {
    if (!this.#isPageHearing || !this.#isWithinRate()) return;
    const now = this.#parts.clock.now();
    if (now - message.elapsed < this.#servedUntil) return this.#words.skip(message.segment);
    const isAside = this.#recordAside(now);
    if (!this.#words.add(message) || isAside) return;
    this.#language = this.#languageOf(message);
    const utterance = this.#openUtterance ?? this.#beginStrayUtterance();
    if (!utterance) return;
    utterance.report();
    utterance.isDoubtful ||= isDoubtful(message);
    if (this.#parts.isQuiet() && this.#words.newWords) this.#parts.onPartial(this.#words.newWords);
    this.#checkWords(utterance);
  }

  /**
   * Returns true if words arrive during the agent's speech without a detected voice, and stores the time at which
   * they began. When the agent is silent again, such words are outdated and are dropped.
   */
  #recordAside(now: number): boolean {
    if (!this.#openUtterance && !this.#parts.isQuiet()) {
      this.#asideSince ??= now;
      return true;
    }
    if (!this.#openUtterance && this.#asideSince !== null) this.#words.takeNewWords();
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
    if (!this.#openUtterance?.isStray || this.#openUtterance.isFinished) return false;
    this.#openUtterance.isStray = false;
    // If the page's recogniser has stopped meanwhile, the service recognises the utterance.
    if (!this.#isPageHearing) this.#handOver(this.#openUtterance);
    return true;
  }

  listen(options: RecognitionOptions): RecognitionStream {
    if (this.#openUtterance) this.#resolveWords(this.#openUtterance);
    if (!this.#isPageHearing) return this.#listenInService(options);
    const { clock } = this.#parts;
    if (this.#asideSince !== null && clock.now() - this.#asideSince > turnDuration('transcriptLead'))
      this.#words.takeNewWords();
    this.#asideSince = null;
    this.#openUtterance = new PageUtterance(clock, options, (utterance) => this.#checkWords(utterance));
    return this.#openUtterance;
  }

  /** Begins a turn for words without a detected voice. */
  #beginStrayUtterance(): PageUtterance | null {
    if (!this.#words.newWords) return null;
    this.#parts.onBegin();
    // `#openUtterance` is null while the visitor must not speak, because `onBegin` then opens no utterance.
    const utterance = this.#openUtterance;
    if (utterance) utterance.isStray = true;
    return utterance;
  }

  /** Uses the words if they are complete. Otherwise checks again at the time at which they may be complete. */
  #checkWords(utterance: PageUtterance): void {
    if (utterance.isClosed) return;
    const { clock, signal, onEnd } = this.#parts;
    const now = clock.now();
    const checkLater = (time: number): void =>
      clock.after(time - now, () => this.#checkWords(utterance), signal);
    const speculableAt = utterance.speculableAt(this.#words);
    if (speculableAt !== null) {
      if (speculableAt > now) return checkLater(speculableAt);
      utterance.speculate(this.#words.newWords);
    }
    const settledWords = utterance.settleWords(this.#words);
    if (settledWords === null) return;
    if (settledWords > now) return checkLater(settledWords);
    if (utterance.isFinished) return this.#resolveWords(utterance);
    utterance.endWithWords();
    onEnd();
  }

  /**
   * Resolves an utterance with its words. If there are none, or if they are doubtful, the service recognises
   * its sound.
   */
  #resolveWords(utterance: PageUtterance): void {
    if (utterance.isClosed) return;
    const { speechToText } = this.#parts;
    const words = this.#words.takeNewWords();
    utterance.language = this.#language;
    if (words && !utterance.isDoubtful) this.#missedCount = 0;
    if (!speechToText || (words && !utterance.isDoubtful) || !utterance.hasUsableSound(!words))
      return this.#close(utterance, words);
    const hearing = utterance.replay(speechToText);
    this.#servedUntil = utterance.silentSince;
    this.#close(
      utterance,
      hearing.finish().then((serviceWords) => {
        utterance.language = hearing.language ?? utterance.language;
        if (serviceWords && !words && ++this.#missedCount >= MAX_MISSED_VOICES) this.#giveUp();
        return serviceWords || words;
      }),
    );
  }

  #close(utterance: PageUtterance, words: string | Promise<string>): void {
    if (this.#openUtterance === utterance) this.#openUtterance = null;
    utterance.close(words);
  }

  /** Makes the service recognise speech from now on, including the current utterance from its beginning. */
  #stopPageHearing(): void {
    if (!this.#isPageHearing) return;
    this.#isPageHearing = false;
    // Without sound nothing can be recognised a second time, so the utterance ends with the words that it has.
    if (this.#openUtterance?.hasUsableSound(false)) this.#handOver(this.#openUtterance);
  }

  #handOver(utterance: PageUtterance): void {
    const { speechToText, clock } = this.#parts;
    if (!speechToText) return;
    this.#openUtterance = null;
    this.#servedUntil = Infinity;
    utterance.handTo(speechToText, () => (this.#servedUntil = clock.now()));
  }

  #giveUp(): void {
    if (this.#hasPageFailed || this.#parts.signal.aborted) return;
    this.#hasPageFailed = true;
    this.#parts.log.warn(
      { engine: 'ears', fault: 'page_deaf' },
      "the page's recogniser told nothing of what was said",
    );
    this.#stopPageHearing();
    this.#parts.sendReport({ hearing: this.#parts.serviceHearing, stop: true });
  }

  /** Opens an utterance that the service recognises. */
  #listenInService(options: RecognitionOptions): RecognitionStream {
    const hearing = this.#parts.speechToText?.listen(options);
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
  #isWithinRate(): boolean {
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
