/**
 * How an agent hears its visitor: by the service's recogniser or the page's own, turn by turn, and what is
 * said to who was not understood. It knows of the agent only what `Listener` says.
 */
import type { AgentEventProperties } from '@palkit/contract/room-events';
import { describe } from '@palkit/runtime/describe';
import type { AgentOptions } from './agent-options.ts';
import type { AgentSentences } from './replies/agent-sentences.ts';
import { BrowserSpeechToText } from './turns/browser-speech-to-text.ts';
import { Misheard } from './turns/misheard.ts';
import { TurnTaking, type TurnActions } from './turns/turn-taking.ts';

export interface Listener extends Omit<TurnActions, 'nothing' | 'failed'> {
  /** True while the agent says nothing. */
  silent(): boolean;
  /** Takes the visitor's words so far, while they speak. */
  partial(words: string): void;
  /** The page is told who hears. */
  tell(told: AgentEventProperties<'conversation.hearing'>): void;
  /** Words came without a voice that was noticed: a turn begins, or ends, by them alone. */
  turnBegan(): void;
  turnEnded(): void;
  sayBuiltIn(which: keyof AgentSentences): void;
}

type Settings = Pick<
  AgentOptions,
  'clock' | 'log' | 'ears' | 'languages' | 'capabilities' | 'cloudHearing' | 'turnOptions' | 'vocabulary'
>;

export class Hearing {
  readonly #settings: Settings;
  readonly #ears: BrowserSpeechToText;
  readonly #misheard: Misheard;
  readonly #turns: TurnTaking;

  constructor(settings: Settings, listener: Listener, signal: AbortSignal) {
    this.#settings = settings;
    const { clock, log, ears, languages, capabilities, turnOptions, vocabulary } = settings;
    this.#ears = new BrowserSpeechToText({
      clock,
      log,
      ears,
      languages,
      own: capabilities.hearing,
      cloud: settings.cloudHearing === true,
      quiet: () => ['free', 'begun'].includes(listener.floor()),
      began: () => listener.turnBegan(),
      ended: () => listener.turnEnded(),
      partial: (words) => listener.partial(words),
      tell: (event) => listener.tell(event),
      signal,
    });
    this.#misheard = new Misheard({
      able: () => this.#ears.able,
      silent: () => listener.silent(),
      cannotHear: () => listener.sayBuiltIn('cannotHear'),
      notCaught: () => listener.sayBuiltIn('notCaught'),
    });
    this.#turns = new TurnTaking(
      {
        ...listener,
        nothing: () => this.#misheard.nothing(),
        failed: (error) => {
          this.#misheard.unheard();
          log.warn({ engine: 'ears', ...describe(error) }, 'hearing failed');
        },
      },
      { clock, turnOptions, ears: this.#ears, vocabulary, languages, signal },
    );
  }

  /** The visitor says something just now. */
  get listening(): boolean {
    return this.#turns.listening;
  }

  joined(by: 'media' | 'text'): void {
    this.#ears.joined(by);
  }

  /** Makes the recogniser read the vocabulary before the first utterance. */
  warm(): void {
    this.#ears.warm(this.#settings.vocabulary);
  }

  lost(): void {
    this.#turns.lost();
    this.#ears.lost();
  }

  /** A line was understood. */
  understood(): void {
    this.#misheard.understood();
  }

  /** The agent has said what it had to say. */
  freed(): void {
    this.#turns.freed();
  }

  /** A voice, unless it belongs to words of the page that began without one. */
  noticed(): boolean {
    return !this.#ears.adopts();
  }

  voiceBegan(): void {
    this.#turns.voiceBegan();
  }

  voice(samples: Int16Array): void {
    this.#turns.voice(samples);
  }

  voicePaused(): void {
    this.#turns.voicePaused();
  }

  voiceResumed(): void {
    this.#turns.voiceResumed();
  }

  voiceEnded(): void {
    this.#turns.voiceEnded();
  }

  /** The page tells who hears, and what its own recogniser heard. */
  announced(...event: Parameters<BrowserSpeechToText['announced']>): void {
    this.#ears.announced(...event);
  }

  takeWords(...words: Parameters<BrowserSpeechToText['takeWords']>): void {
    this.#ears.takeWords(...words);
  }
}
