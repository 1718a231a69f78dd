/**
 * The browser's own speech recognition: SpeechRecognition beside the call, its words sent to the agent. Loaded
 * only where a deployment or page wants it. It hears what the call's microphone hears and says at once when it
 * does not, for then the service's own does. What leaves the device for the servers of the browser's maker
 * leaves it only after the visitor's own yes.
 */
import type { HearingChoice } from '@palkit/contract/customization';
import type { VisitorMessage } from '@palkit/contract/room-events';
import type { Clock } from './clock.ts';
import type { BrowserHearing } from './phases.ts';
import {
  findRecognition,
  lookFor,
  type Recognition,
  type RecognitionConstructor,
  type RecognitionResults,
} from './recognition.ts';
import { visitorMessage } from './room.ts';
import { Segments } from './segments.ts';

export interface BrowserSpeechToTextParts {
  /** `service` is for nobody to be here. */
  choice: HearingChoice;
  clock: Clock;
  /** What the agent speaks, and what the browser is asked for, best first. */
  languages: { spoken: readonly string[]; browser: readonly string[] };
  /** Undefined: the browser's; null: there is none. */
  recognition?: RecognitionConstructor | null | undefined;
  /** Tells whether the page is seen. */
  page?: Pick<Document, 'hidden' | 'addEventListener'> | undefined;
  track(): MediaStreamTrack | null;
  changed(hearing: BrowserHearing | null): void;
  signal: AbortSignal;
}

/** A recogniser that ends sooner than this has failed. */
const QUICK_MS = 1000;
/** It has so many tries running without a word, each after twice the time. */
const MOST_FAILURES = 3;
/** So long it may take to stop. */
const STOP_MS = 2000;
/** No further try changes these. */
const FINAL = ['not-allowed', 'service-not-allowed', 'language-not-supported'];

/**
 * The speech recognition of this browser; null where it has none that may be used. Never waits longer than the
 * browser may be asked.
 */
export async function openSpeechToText(parts: BrowserSpeechToTextParts): Promise<BrowserSpeechToText | null> {
  const recogniser = parts.recognition === undefined ? findRecognition() : parts.recognition;
  if (!recogniser || parts.choice === 'service') return null;
  const found = await lookFor(recogniser, parts.languages, parts.clock);
  if (!found || (found.where === 'cloud' && parts.choice !== 'browser-cloud')) return null;
  return parts.signal.aborted ? null : new BrowserSpeechToText(recogniser, found, parts);
}

export class BrowserSpeechToText {
  readonly #recogniser: RecognitionConstructor;
  readonly #parts: BrowserSpeechToTextParts;
  readonly #language: string;
  #hearing: BrowserHearing;
  #agreed = false;
  #over = false;
  #send: ((message: VisitorMessage) => void) | null = null;
  /** What runs, on which track, since when; whether it has begun to listen. */
  #running: {
    recognition: Recognition;
    track: MediaStreamTrack;
    since: number;
    listens: boolean;
    stopped: boolean;
  } | null = null;
  #failures = 0;
  #waiting = false;
  readonly #segments: Segments;

  constructor(
    recogniser: RecognitionConstructor,
    found: BrowserHearing & { language: string },
    parts: BrowserSpeechToTextParts,
  ) {
    const { language, where, state } = found;
    this.#recogniser = recogniser;
    this.#parts = parts;
    this.#language = language;
    this.#hearing = { where, state };
    this.#segments = new Segments(parts.clock, parts.signal, (told) => {
      this.#send?.(visitorMessage('conversation.heard', { ...told, language }));
    });
    parts.signal.addEventListener('abort', () => this.#stop('abort'), { once: true });
    parts.page?.addEventListener('visibilitychange', () => this.#go(), { signal: parts.signal });
    parts.changed(this.#hearing);
    // Begun before this page: it ends by itself.
    if (state === 'downloading') this.#download();
  }

  /** The visitor has to agree first. */
  get asks(): boolean {
    return this.#hearing.where === 'cloud' && !this.#agreed;
  }

  get agreed(): boolean {
    return this.#agreed;
  }

  /** The visitor's word on the servers of the browser's maker. */
  agree(yes: boolean): void {
    this.#agreed = yes;
    if (!yes && this.#hearing.where === 'cloud') this.refuse();
  }

  /** Downloads what the device lacks; to be called by a click. */
  install(): void {
    const { state } = this.#hearing;
    if (this.#over || (state !== 'downloadable' && state !== 'failed')) return;
    this.#to('downloading');
    this.#download();
  }

  #download(): void {
    const done = (installed: boolean): void => {
      if (this.#over || this.#parts.signal.aborted) return;
      this.#to(installed ? 'ready' : 'failed');
      this.#go();
    };
    try {
      this.#recogniser.install!({ langs: [this.#language], processLocally: true }).then(done, () =>
        done(false),
      );
    } catch {
      done(false);
    }
  }

  /** There is a call to hear for. */
  connect(send: (message: VisitorMessage) => void): void {
    this.#send = send;
    if (this.#running?.listens) this.#tell();
    this.#go();
  }

  /** There is none, or only in text. */
  disconnect(): void {
    this.#send = null;
    this.#stop('abort');
  }

  /** The microphone may be another, or muted. */
  update(): void {
    this.#go();
  }

  /** Not wanted any more in this call. */
  refuse(): void {
    if (this.#over) return;
    this.#over = true;
    this.#stop('abort');
    this.#parts.changed(null);
  }

  /** Starts or stops what runs, as things are. */
  #go(): void {
    const { track, signal, page } = this.#parts;
    const microphone = track();
    const wanted =
      this.#send &&
      microphone &&
      !this.#over &&
      !this.asks &&
      !signal.aborted &&
      ['ready', 'listening'].includes(this.#hearing.state);
    if (this.#running) {
      // What was said up to here is still understood.
      if (!wanted || this.#running.track !== microphone) this.#stop('stop');
    } else if (wanted && !this.#waiting && !page?.hidden) this.#start(microphone);
  }

  #start(track: MediaStreamTrack): void {
    const { clock, signal } = this.#parts;
    const recognition = new this.#recogniser();
    const running = { recognition, track, since: clock.now(), listens: false, stopped: false };
    recognition.lang = this.#language;
    recognition.continuous = recognition.interimResults = true;
    recognition.maxAlternatives = 1;
    if ('processLocally' in recognition) recognition.processLocally = this.#hearing.where === 'device';
    this.#running = running;
    this.#segments.begin();
    let reason = 'ended';
    const listen = (type: string, heard: (event: Event) => void) =>
      recognition.addEventListener(type, (event) => {
        if (this.#running === running && !signal.aborted) heard(event);
      });
    listen('start', () => {
      running.listens = true;
      this.#to('listening');
      this.#tell();
    });
    listen('result', (event) => {
      if (this.#segments.take((event as Event & { results: RecognitionResults }).results)) this.#failures = 0;
    });
    listen('error', (event) => (reason = String((event as Event & { error?: unknown }).error)));
    listen('end', () => this.#ended(reason));
    try {
      recognition.start(track);
    } catch {
      this.#ended('not-allowed');
    }
  }

  #stop(how: 'stop' | 'abort'): void {
    const running = this.#running;
    if (!running || (running.stopped && how === 'stop')) return;
    running.stopped = true;
    if (how === 'abort') this.#running = null;
    running.recognition[how]();
    // Some browsers forget to say that they have.
    this.#parts.clock.after(
      STOP_MS,
      () => {
        if (this.#running !== running) return;
        running.recognition.abort();
        this.#ended('muted');
      },
      this.#parts.signal,
    );
  }

  /** What runs has ended, by whatever: the service hears until it runs again. */
  #ended(reason: string): void {
    const { clock, signal } = this.#parts;
    const { since, stopped } = this.#running!;
    this.#segments.end();
    this.#running = null;
    this.#tellOver(stopped ? 'muted' : reason);
    if (FINAL.includes(reason)) return this.refuse();
    if (!stopped && (clock.now() - since < QUICK_MS || !['ended', 'no-speech'].includes(reason)))
      this.#failures++;
    if (this.#failures > MOST_FAILURES) return this.refuse();
    if (stopped || this.#failures > 0) this.#to('ready');
    if (this.#failures === 0) return this.#go();
    this.#waiting = true;
    clock.after(
      QUICK_MS * 2 ** this.#failures,
      () => {
        this.#waiting = false;
        this.#go();
      },
      signal,
    );
  }

  #tell(): void {
    this.#send?.(
      visitorMessage('conversation.hearing', { by: 'browser', on_device: this.#hearing.where === 'device' }),
    );
  }

  #tellOver(reason: string): void {
    this.#send?.(
      visitorMessage('conversation.hearing', {
        by: 'service',
        reason: /^[a-z-]{1,40}$/.test(reason) ? reason : 'unknown',
      }),
    );
  }

  #to(state: BrowserHearing['state']): void {
    if (this.#hearing.state === state || this.#parts.signal.aborted) return;
    this.#hearing = { ...this.#hearing, state };
    this.#parts.changed(this.#hearing);
  }
}
