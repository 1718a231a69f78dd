/**
 * The voices of the visitor's device, which are preferred to the service's voice. The page announces their
 * languages when it joins, and reports the progress of each sentence. The service's voice speaks all other
 * languages. It speaks all languages if the announcement is late or the page fails.
 */
import type { VisitorEvent } from '@palkit/contract/room-events';
import type { Clock } from '@palkit/runtime/clock';
import type { Log } from '@palkit/runtime/log';
import { primaryLanguage } from '../language/locales.ts';
import type { Room } from '../ports/room.ts';
import type { SpeakOptions, Speech, TextToSpeech } from '../speech/engines.ts';
import { estimateSpeech } from '../speech/estimated-speech.ts';
import { spokenPieces } from '../speech/reading/spoken-pieces.ts';
import { areOwnWords } from '../turns/own-words.ts';
import { PageSpeech, type PageSentence } from './page-speech.ts';
import type { Speaking } from './speaking.ts';

interface Settings {
  clock: Clock;
  log: Log;
  /** The voice of the service. */
  voice: TextToSpeech | null;
  /** Languages of the conversation, the main one first. */
  languages: readonly string[];
}
type Listener = Pick<Speaking, 'beginSentence' | 'endSentence'>;

/** Maximum milliseconds after joining until a page announces its voices; the greeting waits for the announcement. */
const ANNOUNCEMENT_MS = 1400;
/** Additional milliseconds for a busy process to read an announcement that arrived in time. */
const GRACE_MS = 100;
/** Maximum number of messages of a page per second; a voice reports three or four words per second. */
const MAX_MESSAGES = 30;
/** Number of echoes of the page's voice in a connection after which the service speaks instead. */
const MAX_ECHOES = 2;

export class BrowserTextToSpeech implements TextToSpeech {
  readonly #settings: Settings;
  readonly #signal: AbortSignal;
  readonly languages: readonly string[];
  readonly #speech: PageSpeech;
  readonly #sentences = new WeakMap<Speech, PageSentence>();
  #room!: Room;
  /** The languages of the page's voices; null if the page does not speak. */
  #announcedTags: ReadonlySet<string> | null = null;
  #isPresent = false;
  #hasFailed = false;
  #echoes = 0;
  /** Settles when it is known whether the page speaks. */
  #decision!: Promise<void>;
  #decide!: () => void;
  #isDecided = false;
  #messageRate = { since: -Infinity, messages: 0 };

  /** `listener` receives the progress of the sentences, whether the page or the room plays them. */
  constructor(settings: Settings, listener: () => Listener, signal: AbortSignal) {
    const { clock, log, voice } = settings;
    this.#settings = settings;
    this.#signal = signal;
    this.languages = voice?.languages ?? [];
    this.#speech = new PageSpeech({
      clock,
      log,
      voice,
      room: () => this.#room,
      began: (id) => listener().beginSentence(id),
      ended: (...sentence) => listener().endSentence(...sentence),
      failed: () => {
        this.#announcedTags = null;
        this.#hasFailed = true;
      },
      signal,
    });
    this.#await();
    signal.addEventListener('abort', () => this.#decide(), { once: true });
  }

  #await(): void {
    this.#isDecided = false;
    this.#decision = new Promise((resolve) => {
      this.#decide = () => {
        this.#isDecided = true;
        resolve();
      };
    });
  }

  /** Sets the room. Returns a room that either plays a sentence or passes it to the page. */
  enter(room: Room): Room {
    this.#room = room;
    return {
      send: (...event) => room.send(...event),
      get audible() {
        return room.audible;
      },
      say: (id, speech) => this.#speech.say(id, speech, this.#sentences.get(speech) ?? null),
      hush: () => this.#speech.hush(),
      hold: (isHeld) => this.#speech.hold(isHeld),
      showMood: (mood) => room.showMood?.(mood),
      setGuard: (...guard) => room.setGuard(...guard),
      close: () => room.close(),
    };
  }

  /** Called for a new connection. In a text connection the page does not speak. */
  connectionOpened(by: 'media' | 'text'): void {
    if (by === 'text') return this.handleConnectionLoss();
    // The new connection may replace one that still exists, in the middle of a sentence.
    if (this.#isPresent) this.#speech.takeOver('page_replaced');
    this.#announcedTags = null;
    this.#hasFailed = false;
    this.#echoes = 0;
    this.#isPresent = true;
    // Replace the decision only after it was made, because a prepared greeting still waits for the first one.
    if (this.#isDecided) this.#await();
    const { clock } = this.#settings;
    const decide = this.#decide;
    clock.after(ANNOUNCEMENT_MS, () => clock.after(GRACE_MS, decide, this.#signal), this.#signal);
  }

  handleConnectionLoss(): void {
    this.#isPresent = false;
    this.#announcedTags = null;
    this.#speech.clear();
    this.#decide();
  }

  /** Handles a message of the page. Messages above the rate limit are dropped. */
  takeMessage({ event_type, properties }: VisitorEvent): void {
    if (event_type !== 'conversation.spoken' && event_type !== 'conversation.speaking') return;
    if (!this.#isPresent || !this.#fits()) return;
    if (event_type === 'conversation.spoken') return this.#speech.take(properties);
    const languages = new Set(properties.languages.map(primaryLanguage));
    if (languages.size === 0) this.#speech.takeOver('page_withdrew');
    if (!this.#hasFailed) this.#announcedTags = languages;
    this.#decide();
  }

  /**
   * True if the page has spoken these words since `since`, so the microphone heard the device and not the visitor.
   * After several echoes the service speaks instead, because a browser removes its sound from the microphone.
   */
  isEcho(words: string, since: number): boolean {
    if (!areOwnWords(words, this.#speech.spokenSince(since))) return false;
    if (++this.#echoes >= MAX_ECHOES) this.#speech.takeOver('page_echoes');
    return true;
  }

  /** Receives the room's reports about a sentence, instead of `Speaking`. */
  beginSentence(id: string): void {
    this.#speech.roomBegan(id);
  }

  endSentence(id: string, seconds: number, interrupted: boolean): void {
    this.#speech.roomEnded(id, seconds, interrupted);
  }

  async canSpeak(): Promise<boolean> {
    await this.#decision;
    return this.#settings.voice !== null || (this.#announcedTags !== null && this.#announcedTags.size > 0);
  }

  async *speak(text: string, options: SpeakOptions): AsyncIterable<Speech> {
    const { voice, languages } = this.#settings;
    await this.#decision;
    options.signal?.throwIfAborted();
    const language = options.language ?? languages[0] ?? 'en';
    if (!this.#announcedTags?.has(primaryLanguage(language))) {
      if (!voice) throw new Error(`no voice for ${primaryLanguage(language)}`);
      yield* voice.speak(text, options);
      return;
    }
    for (const piece of spokenPieces(text)) {
      const { speech, words } = estimateSpeech(piece, language);
      this.#sentences.set(speech, { language, words, options });
      yield speech;
    }
  }

  #fits(): boolean {
    const now = this.#settings.clock.now();
    if (now - this.#messageRate.since >= 1000) this.#messageRate = { since: now, messages: 0 };
    if (++this.#messageRate.messages <= MAX_MESSAGES) return true;
    if (this.#messageRate.messages === MAX_MESSAGES + 1)
      this.#settings.log.warn(
        { engine: 'voice', fault: 'page_floods' },
        "messages of the page's voice are dropped",
      );
    return false;
  }
}
