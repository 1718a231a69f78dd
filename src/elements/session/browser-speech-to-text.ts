/**
 * Recognises speech with the browser (SpeechRecognition), and sends the text to the agent. The code loads only if
 * a deployment or page selects it. If the recognition stops, the service is informed immediately and recognises
 * the speech instead. Audio is sent to servers of the browser's vendor only with the visitor's consent.
 */
import type { HearingChoice } from '@palkit/contract/customization';
import type { VisitorMessage } from '@palkit/contract/room-events';
import type { Clock } from './clock.ts';
import type { BrowserHearing, View } from './phases.ts';
import {
  findRecognition,
  findSupport,
  type Recognition,
  type RecognitionConstructor,
  type RecognitionResults,
} from './recognition.ts';
import { visitorMessage } from './room.ts';
import { Segments } from './segments.ts';

export interface BrowserSpeechToTextParts {
  choice: HearingChoice;
  clock: Clock;
  /** `spoken` are the agent's languages, `browser` those that the browser prefers, best first. */
  languages: { spoken: readonly string[]; browser: readonly string[] };
  /** Undefined for the browser's recogniser; null for none. */
  recognition?: RecognitionConstructor | null | undefined;
  /** The page; recognition starts only while it is visible. */
  page?: Pick<Document, 'hidden' | 'addEventListener'> | undefined;
  track(): MediaStreamTrack | null;
  changed(hearing: BrowserHearing | null): void;
  signal: AbortSignal;
}

/** The part of a session that the recognition uses. */
export interface HearingContext {
  readonly options: Pick<BrowserSpeechToTextParts, 'recognition'>;
  readonly clock: Clock;
  readonly devices: { track(kind: 'microphone'): MediaStreamTrack | null };
  readonly view: Pick<View, 'deployment'>;
  set(changed: Pick<View, 'hearing'>): void;
}

/** A recogniser that ends sooner than this many milliseconds has failed. */
const QUICK_MS = 1000;
/** Maximum number of consecutive attempts without a word; the delay doubles after each. */
const MAX_FAILURES = 3;
/** Milliseconds that a recogniser may take to stop. */
const STOP_MS = 2000;
/** Errors that a retry does not change. */
const FINAL = ['not-allowed', 'service-not-allowed', 'language-not-supported'];

/**
 * Returns the browser's speech recognition; null if it is missing or may not be used. The wait for the browser is
 * limited.
 */
export async function openSpeechToText(
  context: HearingContext,
  choice: HearingChoice,
  signal: AbortSignal,
): Promise<BrowserSpeechToText | null> {
  const { options, clock, devices } = context;
  const parts: BrowserSpeechToTextParts = {
    choice,
    clock,
    signal,
    recognition: options.recognition,
    languages: { spoken: context.view.deployment?.languages ?? [], browser: navigator.languages },
    page: typeof document === 'undefined' ? undefined : document,
    track: () => devices.track('microphone'),
    changed: (hearing) => context.set({ hearing }),
  };
  const recogniser = parts.recognition === undefined ? findRecognition() : parts.recognition;
  if (!recogniser) return null;
  const support = await findSupport(recogniser, parts.languages, clock);
  if (!support || (support.where === 'cloud' && choice !== 'browser-cloud')) return null;
  return signal.aborted ? null : new BrowserSpeechToText(recogniser, support, parts);
}

export class BrowserSpeechToText {
  readonly #recogniser: RecognitionConstructor;
  readonly #parts: BrowserSpeechToTextParts;
  readonly #language: string;
  #hearing: BrowserHearing;
  #hasConsent = false;
  #isOver = false;
  #send: ((message: VisitorMessage) => void) | null = null;
  /** The running recogniser, its track, its start time, and whether it listens already. */
  #running: {
    recognition: Recognition;
    track: MediaStreamTrack;
    since: number;
    listens: boolean;
    stopped: boolean;
  } | null = null;
  #failures = 0;
  #isRetryWaiting = false;
  readonly #segments: Segments;

  constructor(
    recogniser: RecognitionConstructor,
    hearing: BrowserHearing & { language: string },
    parts: BrowserSpeechToTextParts,
  ) {
    const { language, where, state } = hearing;
    this.#recogniser = recogniser;
    this.#parts = parts;
    this.#language = language;
    this.#hearing = { where, state };
    this.#segments = new Segments(parts.clock, parts.signal, (segment) => {
      this.#send?.(visitorMessage('conversation.heard', { ...segment, language }));
    });
    parts.signal.addEventListener('abort', () => this.#stop('abort'), { once: true });
    parts.page?.addEventListener('visibilitychange', () => this.#startOrStop(), { signal: parts.signal });
    parts.changed(this.#hearing);
    // An earlier page started this download, which completes without this page.
    if (state === 'downloading') this.#download();
  }

  /** True if recognition would use a cloud service and the visitor has not consented to that. */
  get needsConsent(): boolean {
    return this.#hearing.where === 'cloud' && !this.#hasConsent;
  }

  get agreed(): boolean {
    return this.#hasConsent;
  }

  /** Sets whether the visitor consents to recognition on servers of the browser's vendor. */
  agree(hasConsent: boolean): void {
    this.#hasConsent = hasConsent;
    if (!hasConsent && this.#hearing.where === 'cloud') this.refuse();
  }

  /** Downloads on-device recognition; call it in a click handler. */
  install(): void {
    const { state } = this.#hearing;
    if (this.#isOver || (state !== 'downloadable' && state !== 'failed')) return;
    this.#setState('downloading');
    this.#download();
  }

  #download(): void {
    const finish = (installed: boolean): void => {
      if (this.#isOver || this.#parts.signal.aborted) return;
      this.#setState(installed ? 'ready' : 'failed');
      this.#startOrStop();
    };
    try {
      this.#recogniser.install!({ langs: [this.#language], processLocally: true }).then(finish, () =>
        finish(false),
      );
    } catch {
      finish(false);
    }
  }

  /** Starts listening in a connected call. */
  connect(send: (message: VisitorMessage) => void): void {
    this.#send = send;
    if (this.#running?.listens) this.#reportListening();
    this.#startOrStop();
  }

  /** Stops listening, because the call has ended or continues in text. */
  disconnect(): void {
    this.#send = null;
    this.#stop('abort');
  }

  /** Starts or stops the recogniser after a change of the microphone. */
  update(): void {
    this.#startOrStop();
  }

  /** Stops using the browser's recognition in this call. */
  refuse(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stop('abort');
    this.#parts.changed(null);
  }

  /** Starts or stops the recogniser depending on the current state. */
  #startOrStop(): void {
    const { track, signal, page } = this.#parts;
    const microphone = track();
    const shouldRun =
      this.#send &&
      microphone &&
      !this.#isOver &&
      !this.needsConsent &&
      !signal.aborted &&
      ['ready', 'listening'].includes(this.#hearing.state);
    if (this.#running) {
      // `stop` still delivers the words so far; `abort` would discard them.
      if (!shouldRun || this.#running.track !== microphone) this.#stop('stop');
    } else if (shouldRun && !this.#isRetryWaiting && !page?.hidden) this.#start(microphone);
  }

  #start(track: MediaStreamTrack): void {
    const { clock, signal } = this.#parts;
    const recognition = new this.#recogniser();
    const running = { recognition, track, since: clock.elapsed(), listens: false, stopped: false };
    recognition.lang = this.#language;
    recognition.continuous = recognition.interimResults = true;
    recognition.maxAlternatives = 1;
    if ('processLocally' in recognition) recognition.processLocally = this.#hearing.where === 'device';
    this.#running = running;
    this.#segments.begin();
    let reason = 'ended';
    const listen = (type: string, handle: (event: Event) => void) =>
      recognition.addEventListener(type, (event) => {
        if (this.#running === running && !signal.aborted) handle(event);
      });
    listen('start', () => {
      running.listens = true;
      this.#setState('listening');
      this.#reportListening();
    });
    listen('result', (event) => {
      if (this.#segments.take((event as Event & { results: RecognitionResults }).results)) this.#failures = 0;
    });
    listen('error', (event) => (reason = String((event as Event & { error?: unknown }).error)));
    listen('end', () => this.#handleEnd(reason));
    try {
      recognition.start(track);
    } catch {
      this.#handleEnd('not-allowed');
    }
  }

  #stop(method: 'stop' | 'abort'): void {
    const running = this.#running;
    if (!running || (running.stopped && method === 'stop')) return;
    running.stopped = true;
    if (method === 'abort') this.#running = null;
    running.recognition[method]();
    // Some browsers never fire an `end` event, so wait for it only for a limited time.
    this.#parts.clock.after(
      STOP_MS,
      () => {
        if (this.#running !== running) return;
        running.recognition.abort();
        this.#handleEnd('muted');
      },
      this.#parts.signal,
    );
  }

  /** Handles the end of the recogniser. The service recognises speech until the recogniser runs again. */
  #handleEnd(reason: string): void {
    const { clock, signal } = this.#parts;
    if (!this.#running) return;
    const { since, stopped } = this.#running;
    this.#segments.end();
    this.#running = null;
    this.#reportStopped(stopped ? 'muted' : reason);
    if (FINAL.includes(reason)) return this.refuse();
    if (!stopped && (clock.elapsed() - since < QUICK_MS || !['ended', 'no-speech'].includes(reason)))
      this.#failures++;
    if (this.#failures > MAX_FAILURES) return this.refuse();
    if (stopped || this.#failures > 0) this.#setState('ready');
    if (this.#failures === 0) return this.#startOrStop();
    this.#isRetryWaiting = true;
    clock.after(
      QUICK_MS * 2 ** this.#failures,
      () => {
        this.#isRetryWaiting = false;
        this.#startOrStop();
      },
      signal,
    );
  }

  #reportListening(): void {
    this.#send?.(
      visitorMessage('conversation.hearing', { by: 'browser', on_device: this.#hearing.where === 'device' }),
    );
  }

  #reportStopped(reason: string): void {
    this.#send?.(
      visitorMessage('conversation.hearing', {
        by: 'service',
        reason: /^[a-z-]{1,40}$/.test(reason) ? reason : 'unknown',
      }),
    );
  }

  #setState(state: BrowserHearing['state']): void {
    if (this.#hearing.state === state || this.#parts.signal.aborted) return;
    this.#hearing = { ...this.#hearing, state };
    this.#parts.changed(this.#hearing);
  }
}
