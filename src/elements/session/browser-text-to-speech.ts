/**
 * The agent's voice from the visitor's device (`speechSynthesis`). The agent sends sentences, and the page reports
 * how far each was spoken. The code loads only if a deployment selects it. No text leaves the device, because voices
 * on servers of the browser's vendor are not used.
 */
import type { AgentEvent, VisitorMessage } from '@palkit/contract/room-events';
import type { Clock } from './clock.ts';
import { chooseVoice, deviceSpeech, findVoices, primaryLanguage, type SpeechPort } from './device-voices.ts';
import type { PrepareFace } from './face-feed.ts';
import { modalityOf, type Modality } from './modality.ts';
import type { View } from './phases.ts';
import { visitorMessage } from './room.ts';
import { SpeakingFace, type PageSentence } from './speaking-face.ts';

export interface BrowserTextToSpeechParts {
  clock: Clock;
  /** Null if the browser has no voices. */
  speech: SpeechPort | null;
  modality: Modality;
  /** `spoken` are the agent's languages, `browser` those that the browser prefers, best first. */
  languages: { spoken: readonly string[]; browser: readonly string[] };
  signal: AbortSignal;
}

type State = Extract<VisitorMessage, { event_type: 'conversation.spoken' }>['properties']['state'];

interface RunningSentence {
  sentence: PageSentence;
  utterance: SpeechSynthesisUtterance;
  /** Index of the first character to speak. */
  from: number;
  /** Index of the first character of the current word, if the voice reports words; otherwise null. */
  at: number | null;
  begun: boolean;
}

/** Milliseconds within which a voice must start. */
const START_MS = 1500;
/** Maximum number of languages that are reported to the agent. */
const MAX_LANGUAGES = 100;

/** Opens the voices; null if the attempt has ended meanwhile. */
export function openTextToSpeech(
  {
    clock,
    options,
    view,
  }: { clock: Clock; options: { speech?: SpeechPort | null }; view: Pick<View, 'deployment'> },
  signal: AbortSignal,
): BrowserTextToSpeech | null {
  const { speech = deviceSpeech() } = options;
  if (signal.aborted) return null;
  return new BrowserTextToSpeech({
    ...{ clock, speech, signal },
    modality: modalityOf(view.deployment),
    languages: { spoken: view.deployment?.languages ?? [], browser: navigator.languages },
  });
}

export class BrowserTextToSpeech {
  readonly #parts: BrowserTextToSpeechParts;
  readonly #face: SpeakingFace;
  #voices: readonly SpeechSynthesisVoice[] | null = null;
  #send: ((message: VisitorMessage) => void) | null = null;
  /** Sentences to speak next, each from the character `from`. */
  #queue: { sentence: PageSentence; from: number }[] = [];
  #running: RunningSentence | null = null;
  #isHeld = false;
  #hasFailed = false;

  constructor(parts: BrowserTextToSpeechParts) {
    this.#parts = parts;
    this.#face = new SpeakingFace(parts.clock);
    const { speech, clock, signal } = parts;
    signal.addEventListener('abort', () => this.disconnect(), { once: true });
    void (speech ? findVoices(speech, clock, signal) : Promise.resolve([])).then((voices) => {
      this.#voices = voices;
      if (this.#send) this.#reportLanguages();
    });
  }

  /** Prepares a face whose lips follow this voice. */
  prepareFace(prepare: PrepareFace, ...face: Parameters<PrepareFace>): ReturnType<PrepareFace> {
    return this.#face.prepare(prepare, ...face);
  }

  /** Starts speaking in a connected call. */
  connect(send: (message: VisitorMessage) => void): void {
    const isNew = this.#send === null;
    this.#send = send;
    if (isNew && this.#voices) this.#reportLanguages();
  }

  /** Stops speaking, because the connection is lost or the call continues in text. */
  disconnect(): void {
    this.#send = null;
    this.#hasFailed = false;
    this.#silence();
  }

  /** Handles an event of the agent. */
  take({ event_type, properties }: AgentEvent): void {
    if (event_type === 'conversation.speak') {
      if (!this.#send || this.#hasFailed) return;
      this.#queue.push({ sentence: properties, from: 0 });
      this.#next();
    } else if (event_type === 'conversation.speak.control') {
      if (properties.action === 'stop') this.#stop();
      else if (properties.action === 'pause') this.#pause();
      else this.#resume();
    }
  }

  /**
   * Tells the agent in which languages the page can speak. If the service sends a video, its lips follow the
   * service's voice, so the page does not speak.
   */
  #reportLanguages(): void {
    const { spoken, browser } = this.#parts.languages;
    const isFilmed = this.#parts.modality === 'video' && this.#face.drawing === null;
    const candidates = spoken.length > 0 ? spoken : [...browser, ...this.#voices!.map(({ lang }) => lang)];
    const languages = [...new Set(candidates.map(primaryLanguage))].filter(
      (language) => /^[a-z]{2,3}$/.test(language) && !isFilmed && this.#voiceFor(language),
    );
    this.#send?.(visitorMessage('conversation.speaking', { languages: languages.slice(0, MAX_LANGUAGES) }));
  }

  #voiceFor(language: string): SpeechSynthesisVoice | null {
    const { spoken, browser } = this.#parts.languages;
    return chooseVoice(this.#voices ?? [], language, {
      face: this.#face.drawing,
      regions: [language, ...spoken, ...browser].filter((tag) => tag.includes('-')),
    });
  }

  #next(): void {
    if (this.#running || this.#isHeld) return;
    const next = this.#queue.shift();
    if (!next) return;
    const { sentence, from } = next;
    const { speech } = this.#parts;
    const utterance = speech!.newUtterance(sentence.text.slice(from));
    const running: RunningSentence = { sentence, utterance, from, at: null, begun: false };
    this.#running = running;
    const voice = this.#voiceFor(sentence.language);
    if (!voice) return this.#fail();
    utterance.voice = voice;
    utterance.lang = voice.lang;
    const listen = (type: string, handle: (event: Event) => void) =>
      utterance.addEventListener(type, (event) => {
        if (this.#running === running && !this.#parts.signal.aborted) handle(event);
      });
    listen('start', () => this.#reportStart(running));
    listen('boundary', (event) => this.#reachWord(running, event as SpeechSynthesisEvent));
    listen('end', () => this.#end(running));
    listen('error', () => (this.#isHeld ? this.#suspend(running) : this.#fail()));
    // The synthesiser would not start a sentence while an earlier one is paused.
    speech!.synthesis.resume();
    speech!.synthesis.speak(utterance);
    this.#awaitStart(running);
  }

  #awaitStart(running: RunningSentence): void {
    const { clock, signal } = this.#parts;
    const check = () => {
      if (this.#running === running && !running.begun && !this.#isHeld) this.#fail();
    };
    clock.after(START_MS, check, signal);
  }

  #reportStart(running: RunningSentence): void {
    if (running.begun) return;
    running.begun = true;
    // The start of a sentence that was paused has already been reported.
    if (running.from === 0) this.#report(running.sentence, 'began');
    this.#face.begin(running.sentence, running.from);
  }

  #reachWord(running: RunningSentence, { name, charIndex }: SpeechSynthesisEvent): void {
    if (name === 'sentence') return;
    this.#reportStart(running);
    running.at = running.from + charIndex;
    this.#report(running.sentence, 'word', running.at);
    if (!this.#isHeld) this.#face.word(running.at);
  }

  #end(running: RunningSentence): void {
    if (!running.begun) return this.#fail();
    if (this.#isHeld) return this.#suspend(running);
    this.#running = null;
    this.#face.end();
    this.#report(running.sentence, 'ended');
    this.#next();
  }

  /** Queues the rest of a paused sentence, because some systems end it instead of pausing it. */
  #suspend({ sentence, at }: RunningSentence): void {
    this.#running = null;
    this.#queue.unshift({ sentence, from: at ?? this.#pausedAt });
  }

  /** The estimated character at which the current sentence was paused. */
  #pausedAt = 0;

  #pause(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    if (!this.#running) return;
    this.#pausedAt = Math.max(this.#running.from, this.#face.estimatedCharacter);
    this.#face.stop();
    this.#parts.speech!.synthesis.pause();
  }

  #resume(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    const running = this.#running;
    if (!running) return this.#next();
    this.#parts.speech!.synthesis.resume();
    if (running.begun) this.#face.begin(running.sentence, running.at ?? this.#pausedAt);
    else this.#awaitStart(running);
  }

  #stop(): void {
    const running = this.#running;
    this.#silence();
    if (running?.begun) this.#report(running.sentence, 'cut', running.at);
  }

  #fail(): void {
    const running = this.#running;
    this.#hasFailed = true;
    this.#silence();
    if (running) this.#report(running.sentence, 'failed', running.at);
  }

  #silence(): void {
    const wasRunning = this.#running !== null;
    this.#queue = [];
    this.#running = null;
    this.#isHeld = false;
    if (!wasRunning) return;
    this.#face.stop();
    this.#parts.speech!.synthesis.cancel();
    this.#parts.speech!.synthesis.resume();
  }

  #report({ id }: PageSentence, state: State, at: number | null = null): void {
    this.#send?.(visitorMessage('conversation.spoken', { id, state, ...(at === null ? {} : { at }) }));
  }
}
