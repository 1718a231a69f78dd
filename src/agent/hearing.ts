/**
 * Hears the visitor, turn by turn, with the service's or the page's recogniser. Stores the state of the turns,
 * applies their effects to the recogniser, the clock and the room, and passes all other effects to the agent.
 */
import { describe } from '@palkit/runtime/describe';
import type { AgentOptions } from './agent-options.ts';
import type { AgentInput, Room } from './ports/room.ts';
import type { RecognitionStream } from './speech/engines.ts';
import { BrowserSpeechToText } from './turns/browser-speech-to-text.ts';
import { MisunderstandingCounter } from './turns/misheard.ts';
import { isQuiet } from './turns/floor.ts';
import {
  NO_TURN,
  type ListeningEffect,
  type TurnEffect,
  type TurnInput,
  type TurnView,
} from './turns/turn-state.ts';
import { takeTurn } from './turns/turn-taking.ts';

/** Effects of the visitor's speech on the agent. */
export type HearingEffect =
  | Exclude<TurnEffect, { type: 'speech-began' | 'speech-ended' | 'not-understood' }>
  /** The words recognised so far while the visitor speaks. */
  | { type: 'preview'; words: string }
  /** The visitor acted, so the agent stops its idle timer. */
  | { type: 'visitor-acted' }
  /** The visitor is silent, so the idle timer may start. */
  | { type: 'visitor-silent' }
  | { type: 'say'; sentence: 'cannotHear' | 'notCaught' };

/** The state of the agent that turn taking depends on. */
export type AgentView = Pick<TurnView, 'floor' | 'silence' | 'language' | 'openLine'> & {
  /** True while the agent is silent. */
  isSilent: boolean;
  /** True if the visitor's device has spoken these words for the agent since `since` (Unix ms). */
  isEcho(words: string, since: number): boolean;
};

type VoiceEvent = Extract<AgentInput, { type: `voice${string}` | 'microphone-opened' }>;

type Settings = Pick<
  AgentOptions,
  | 'responder'
  | 'clock'
  | 'log'
  | 'speechToText'
  | 'languages'
  | 'capabilities'
  | 'cloudHearing'
  | 'turnOptions'
  | 'vocabulary'
>;

export class Hearing {
  readonly #settings: Settings;
  readonly #view: () => AgentView;
  readonly #room: () => Room;
  readonly #emit: (effect: HearingEffect) => void;
  readonly #signal: AbortSignal;
  readonly #speechToText: BrowserSpeechToText;
  readonly #misheard: MisunderstandingCounter;
  #state = NO_TURN;
  /** The open recognition streams by utterance. */
  readonly #streams = new Map<number, RecognitionStream>();
  /** True if a preview of the current utterance is on the visitor's screen. */
  #isPreviewed = false;
  /** Settles when all earlier utterances were handled, so words are handled in spoken order. */
  #order: Promise<void> = Promise.resolve();

  constructor(
    settings: Settings,
    view: () => AgentView,
    room: () => Room,
    emit: (effect: HearingEffect) => void,
    signal: AbortSignal,
  ) {
    this.#settings = settings;
    this.#view = view;
    this.#room = room;
    this.#emit = emit;
    this.#signal = signal;
    const { clock, log, speechToText, languages, capabilities } = settings;
    this.#speechToText = new BrowserSpeechToText({
      clock,
      log,
      speechToText,
      languages,
      serviceHearing: capabilities.hearing,
      allowsCloud: settings.cloudHearing === true,
      isQuiet: () => isQuiet(view().floor),
      onBegin: () => this.#begin(),
      onEnd: () => this.#end(),
      onPartial: (words) => {
        emit({ type: 'visitor-acted' });
        emit({ type: 'preview', words });
      },
      sendReport: (properties) => room().send('conversation.hearing', properties),
      signal,
    });
    this.#misheard = new MisunderstandingCounter({
      canHear: () => this.#speechToText.canHear,
      isSilent: () => view().isSilent,
      sayCannotHear: () => emit({ type: 'say', sentence: 'cannotHear' }),
      askToRepeat: () => emit({ type: 'say', sentence: 'notCaught' }),
    });
  }

  /** True while the visitor speaks. */
  get isListening(): boolean {
    return this.#state.current !== null;
  }

  /** True while the visitor speaks or recognised words of an utterance are pending. */
  get isAwaitingWords(): boolean {
    const { current, ended, earlierWords } = this.#state;
    return current !== null || ended.length > 0 || earlierWords !== null;
  }

  connectionOpened(by: 'media' | 'text'): void {
    this.#speechToText.connectionOpened(by);
  }

  /** Called when a line was understood. */
  clearMisheard(): void {
    this.#misheard.reset();
  }

  /** Handles an event of the visitor's voice. */
  takeVoiceEvent(event: VoiceEvent): void {
    switch (event.type) {
      case 'microphone-opened':
        // Load the recogniser only now: a visitor who types needs none, and loading would delay the first
        // answer.
        return this.#speechToText.loadVocabulary(this.#settings.vocabulary);
      case 'voice-began':
        // The page's recogniser may have begun this turn before the voice was detected; the turn is then
        // adopted, not begun again.
        return this.#speechToText.adoptTurn() ? undefined : this.#begin();
      case 'voice':
        return this.#takeSound(event.samples);
      case 'voice-ended':
        return this.#end(event.silence);
      default:
        return this.#step(event);
    }
  }

  handleConnectionLoss(): void {
    this.#step({ type: 'lost' });
    this.#speechToText.handleConnectionLoss();
  }

  /** Called when the agent has finished speaking. */
  handleAgentSilence(): void {
    this.#step({ type: 'agent-silent' });
  }

  /** Called when the page reports which side recognises speech and whether its own recogniser works. */
  takeHearingReport(...event: Parameters<BrowserSpeechToText['takeHearingReport']>): void {
    if (this.#settings.responder) this.#speechToText.takeHearingReport(...event);
  }

  takeWords(...words: Parameters<BrowserSpeechToText['takeWords']>): void {
    if (this.#settings.responder) this.#speechToText.takeWords(...words);
  }

  /** Begins a turn of the visitor. In mode `echo` there are no turns. */
  #begin(): void {
    if (!this.#settings.responder) return;
    this.#emit({ type: 'visitor-acted' });
    this.#step({ type: 'voice-began' });
  }

  #takeSound(samples: Int16Array): void {
    const { current } = this.#state;
    if (!current) return;
    this.#streams.get(current.id)?.write(samples);
    this.#step({ type: 'voice', samples: samples.length });
  }

  #end(silence?: number): void {
    this.#step({ type: 'voice-ended', ...(silence === undefined ? {} : { silence }) });
    this.#emit({ type: 'visitor-silent' });
  }

  #step(input: TurnInput): void {
    const { clock, turnOptions } = this.#settings;
    const [state, effects] = takeTurn(this.#state, input, { ...this.#view(), now: clock.now(), turnOptions });
    this.#state = state;
    for (const effect of effects) this.#carryOut(effect);
  }

  #carryOut(effect: ListeningEffect | TurnEffect): void {
    const { clock } = this.#settings;
    switch (effect.type) {
      case 'listen':
        return this.#listen(effect.utterance);
      case 'read-pause':
        return this.#readPause(effect.utterance, effect.pause);
      case 'resume-listening':
        return this.#streams.get(effect.utterance)?.resume?.();
      case 'finish-listening':
        return this.#finish(effect.utterance);
      case 'stop-listening': {
        // The utterance is dropped, so its words and a failure to recognise them are ignored.
        void this.#streams
          .get(effect.utterance)
          ?.finish()
          .catch(() => {});
        this.#streams.delete(effect.utterance);
        return;
      }
      case 'wait':
        return clock.after(effect.milliseconds, () => this.#step(effect.then), this.#signal);
      case 'speech-began':
        return this.#room().send('conversation.started_speaking', { role: 'user' });
      case 'speech-ended':
        return this.#room().send('conversation.stopped_speaking', {
          role: 'user',
          duration: effect.duration / 1000,
        });
      case 'not-understood':
        return this.#misheard.countMiss();
      default:
        return this.#emit(effect);
    }
  }

  #listen(utterance: number): void {
    const { vocabulary, languages } = this.#settings;
    const language = languages.length === 1 ? languages[0] : this.#view().language;
    const stream = this.#speechToText.listen({
      vocabulary,
      signal: this.#signal,
      partial: (words) => this.#takePartial(utterance, words),
      ...(language === undefined ? {} : { language }),
      ...(languages.length > 1 ? { languages } : {}),
    });
    if (stream) this.#streams.set(utterance, stream);
  }

  /** Shows words while they are spoken. A single word is often noise, so it is not shown. */
  #takePartial(utterance: number, words: string): void {
    if (this.#signal.aborted || !words.includes(' ')) return;
    this.#step({ type: 'words-began', utterance });
    if (!isQuiet(this.#view().floor)) return;
    this.#isPreviewed = true;
    this.#emit({ type: 'preview', words });
  }

  /** Handles the words of a finished utterance, and removes a preview that turned out to be noise. */
  #takeWords(words: Extract<TurnInput, { type: 'words' }>): void {
    const text = this.#isEcho(words.utterance, words.text) ? '' : words.text;
    if (this.#isPreviewed && !text.trim()) this.#emit({ type: 'preview', words: '' });
    this.#isPreviewed = false;
    this.#step({ ...words, text });
  }

  #isEcho(id: number, text: string): boolean {
    const { utterance } =
      this.#state.ended.find((endedUtterance) => endedUtterance.utterance.id === id) ?? {};
    return utterance?.floorAtStart === 'speaking' && this.#view().isEcho(text, utterance.startedAt);
  }

  #readPause(utterance: number, pause: number): void {
    this.#streams
      .get(utterance)
      ?.pause?.()
      ?.then(
        (text) => this.#step({ type: 'words-so-far', utterance, pause, text }),
        () => {},
      );
  }

  #finish(utterance: number): void {
    const { log } = this.#settings;
    const stream = this.#streams.get(utterance);
    this.#streams.delete(utterance);
    const words = stream
      ? stream.finish().catch((error: Error) => {
          this.#misheard.countUnrecognised();
          log.warn({ engine: 'ears', ...describe(error) }, 'hearing failed');
          return '';
        })
      : Promise.resolve('');
    this.#order = this.#order
      .then(() => words)
      .then((text) => {
        if (!this.#signal.aborted)
          this.#takeWords({ type: 'words', utterance, text, language: stream?.language });
      });
  }
}
