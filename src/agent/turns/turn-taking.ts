/**
 * Decides whose turn it is. It hears the visitor's voice over or beside the agent's and decides: a pause, an
 * interruption, a "go on", or a turn of the visitor's. It measures time by the clock alone, and knows of the
 * agent only what `TurnActions` says.
 */
import type { Clock } from '@palkit/runtime/clock';
import type { SpeechToText, RecognitionStream, Vocabulary } from '../speech/engines.ts';
import { isBackChannel } from './back-channels.ts';
import { isHallucination } from './hallucinations.ts';
import { turnDuration, type TurnOptions } from './turn-options.ts';
import { Pause } from './pause.ts';
import { patienceFor, turnEnd } from './turn-end.ts';

/** A voice of this duration is no back-channel: it silences the agent, and its words end what the agent says. */
const INTERRUPTION = { low: 'interruptionDurationLow', medium: 'interruptionDurationMedium' } as const;

/**
 * The agent's state: idle; an answer has begun that is not audible yet; it is audible and may be interrupted;
 * it is audible and may not.
 */
export type Floor = 'free' | 'begun' | 'speaking' | 'reserved';

/** True while the agent is silent. */
const isQuiet = (floor: Floor): boolean => floor === 'free' || floor === 'begun';

export interface Heard {
  text: string;
  /** Unix milliseconds. */
  began: number;
  /** Milliseconds, with the silence that ended it. */
  duration: number;
  /** When the turn is surely over, in Unix milliseconds. */
  until: number;
  /** Where the recogniser told. */
  language: string | undefined;
  /** The page's own name for a line that was typed. */
  name?: string | undefined;
}

/** Words whose turn may still continue, and the start of the silence after them, in Unix milliseconds. */
type Said = Omit<Heard, 'until'> & { silent: number };

export interface TurnActions {
  floor(): Floor;
  /** The silence that ends what the visitor says now; milliseconds. */
  silence(): number;
  /** The language to expect. */
  language(): string | undefined;
  /** All of the visitor's line, if these words are the next of it. */
  line(words: string): string;
  /** Falls silent, or goes on where it was. */
  hold(held: boolean): void;
  /** Ends what is being said. */
  interrupt(): void;
  /** Drops an answer of which nothing was heard; its question goes on. */
  drop(): void;
  /** Begins the dropped answer again: the voice was nothing. */
  again(): void;
  began(): void;
  /** Milliseconds. */
  ended(duration: number): void;
  /**
   * At a pause: the visitor's line, which may be all that is said, before it is `heard`. `null`: it is not, or
   * there was nothing. `whole`: it is taken for all.
   */
  speculate(line: string | null, whole?: boolean): void;
  takeUtterance(utterance: Heard): void;
  /** A turn without words that could be understood. */
  nothing(): void;
  failed(error: Error): void;
}

interface Utterance {
  hearing: RecognitionStream | null;
  began: number;
  over: Floor;
  /** The agent is silent until it is known what this is. */
  isHeld: boolean;
  dropped: boolean;
  /** It has ended what the agent was saying. */
  won: boolean;
  /** Longer than a back-channel. */
  long: boolean;
  /** When its last pause was told, in Unix milliseconds. */
  quietSince: number | null;
  /** Its last one; it may be past. */
  pause: Pause | null;
  /** A model was asked in secret though the words may not be all. */
  guessed: boolean;
}

export class TurnTaking {
  readonly #actions: TurnActions;
  readonly #options: {
    clock: Clock;
    turnOptions: TurnOptions;
    ears: SpeechToText | null;
    vocabulary: Vocabulary;
    languages: readonly string[];
    signal: AbortSignal;
  };
  #now: Utterance | null = null;
  /** The words of an utterance that ended after the next had begun. */
  #earlier: Said | null = null;
  /** Said over an agent that is hard to interrupt: answered when it has finished. */
  #later: Heard[] = [];
  /** Utterances are judged in the order in which they were spoken. */
  #order: Promise<void> = Promise.resolve();

  constructor(
    actions: TurnActions,
    options: {
      clock: Clock;
      turnOptions: TurnOptions;
      ears: SpeechToText | null;
      vocabulary: Vocabulary;
      languages: readonly string[];
      signal: AbortSignal;
    },
  ) {
    this.#actions = actions;
    this.#options = options;
  }

  /** Whether the visitor is speaking. */
  get listening(): boolean {
    return this.#now !== null;
  }

  voiceBegan(): void {
    const { clock, turnOptions, ears, vocabulary, languages, signal } = this.#options;
    const over = this.#actions.floor();
    const utterance: Utterance = {
      hearing: null,
      began: clock.now(),
      over,
      isHeld: false,
      dropped: false,
      won: false,
      long: false,
      quietSince: null,
      pause: null,
      guessed: false,
    };
    this.#now = utterance;
    this.#actions.speculate(null);
    if (over === 'begun') {
      utterance.dropped = true;
      this.#actions.drop();
    } else if (over === 'speaking' && turnOptions.interruptibility === 'high') {
      utterance.won = true;
      this.#actions.interrupt();
    } else if (over === 'speaking') {
      utterance.isHeld = turnOptions.interruptibility === 'medium';
      if (utterance.isHeld) this.#actions.hold(true);
      const final = turnDuration(INTERRUPTION[turnOptions.interruptibility as 'low' | 'medium']);
      clock.after(final, () => this.#perhapsLong(utterance), signal);
    }
    this.#actions.began();
    const [only] = languages;
    const language = languages.length === 1 ? only : this.#actions.language();
    utterance.hearing =
      ears?.listen({
        vocabulary,
        signal,
        ...(language === undefined ? {} : { language }),
        ...(languages.length > 1 ? { languages } : {}),
      }) ?? null;
  }

  /** Unless it is the silence after it that lasts: whether the voice went on is known once that would end it. */
  #perhapsLong(utterance: Utterance): void {
    if (this.#now !== utterance) return;
    const { clock, signal } = this.#options;
    const left = (utterance.quietSince ?? -Infinity) + this.#actions.silence() - clock.now();
    if (left > 0) return clock.after(left + 1, () => this.#perhapsLong(utterance), signal);
    utterance.long = true;
    if (utterance.isHeld || this.#actions.floor() !== 'speaking') return;
    // It may be a noise: the agent is silent until it is known, and then goes on or ends.
    utterance.isHeld = true;
    this.#actions.hold(true);
  }

  voice(samples: Int16Array): void {
    const utterance = this.#now;
    utterance?.hearing?.write(samples);
    const pause = utterance?.pause;
    if (!pause || pause.isPast) return;
    pause.hears(samples);
    this.#perhapsRead(utterance, pause);
    if (pause.isPast) this.#actions.speculate(null);
  }

  voicePaused(): void {
    const utterance = this.#now;
    if (!utterance) return;
    utterance.quietSince = this.#options.clock.now();
    utterance.pause = new Pause(this.#options.turnOptions.settling);
    this.#perhapsRead(utterance, utterance.pause);
  }

  /** Where the pause has lasted: its words are read, and an answer to them is begun in secret. */
  #perhapsRead(utterance: Utterance, pause: Pause): void {
    if (!pause.settles()) return;
    const words = utterance.hearing?.pause?.();
    if (!words || !isQuiet(utterance.over)) return;
    words.then(
      (text) => {
        if (
          this.#now !== utterance ||
          utterance.pause !== pause ||
          pause.isPast ||
          !text?.trim() ||
          !isQuiet(this.#actions.floor())
        )
          return;
        const line = this.#actions.line(this.#earlier ? `${this.#earlier.text} ${text.trim()}` : text.trim());
        this.#actions.speculate(line, this.#isGuessedWhole(utterance, line));
      },
      () => {},
    );
  }

  /** The voice goes on: the words up to the pause are not all. */
  voiceResumed(): void {
    const utterance = this.#now;
    if (utterance?.pause?.resumes()) utterance.hearing?.resume?.();
  }

  /**
   * A whole question surely is; other words are taken for the whole line once an utterance, where the silence lasts:
   * a closed consonant may look like a pause, and each guess is a request to a model.
   */
  #isGuessedWhole(utterance: Utterance, line: string): boolean {
    const end = turnEnd(line, this.#actions.language());
    if (end !== 'open') return end === 'complete';
    if (utterance.guessed || utterance.pause?.resumed) return false;
    utterance.guessed = true;
    return true;
  }

  voiceEnded(): void {
    const utterance = this.#now;
    if (!utterance) return;
    this.#now = null;
    const { clock, signal } = this.#options;
    const duration = clock.now() - utterance.began;
    const silence = this.#actions.silence();
    const silent = clock.now() - silence;
    this.#actions.ended(duration);
    if (utterance.isHeld)
      clock.after(turnDuration('falseInterruptionTimeout'), () => this.#release(utterance), signal);
    const { hearing } = utterance;
    const words = hearing
      ? hearing.finish().catch((error: Error) => (this.#actions.failed(error), ''))
      : Promise.resolve('');
    this.#order = this.#order
      .then(() => words)
      .then((text) => {
        if (!signal.aborted)
          this.#judge(
            utterance,
            { text: text.trim(), began: utterance.began, duration, silent, language: hearing?.language },
            silence,
          );
      });
  }

  /** The connection is gone, and with it what was being said. */
  lost(): void {
    // The words are nobody's, but the recogniser must not wait for more of them.
    this.#now?.hearing?.finish().catch(() => {});
    this.#now = null;
    this.#actions.speculate(null);
    this.#earlier = null;
    this.#later = [];
  }

  /** The agent has fallen silent. */
  freed(): void {
    const waiting = this.#later.splice(0);
    if (waiting.length > 0) this.#actions.takeUtterance(waiting.reduce(joined));
  }

  #judge(utterance: Utterance, words: Said, silence: number): void {
    const over = !isQuiet(utterance.over) && !utterance.won;
    const voice = Math.max(0, words.duration - silence);
    const heardWords = isHallucination(words.text, voice, over) ? { ...words, text: '' } : words;
    if (over && isBackChannel(heardWords.text, voice)) return this.#release(utterance);
    const line = heardWords.text ? this.#afterEarlier(heardWords) : this.#earlier;
    if (this.#now !== null && line) {
      // The visitor goes on: the words wait for the rest.
      this.#earlier = line;
      return;
    }
    this.#earlier = null;
    if (line) this.#tell(line, over && !utterance.long);
    else this.#wasNothing(utterance);
  }

  /** Together with what an utterance before it said. */
  #afterEarlier(utterance: Said): Said {
    return this.#earlier ? joined(this.#earlier, utterance) : utterance;
  }

  /** `aside`: it was said over the agent, and briefly. */
  #tell(utterance: Said, aside: boolean): void {
    const { silent, ...rest } = utterance;
    const whole: Heard = { ...rest, until: silent + this.#patience(utterance) };
    const waits =
      aside && this.#options.turnOptions.interruptibility === 'low' && this.#actions.floor() === 'speaking';
    if (waits) this.#later.push(whole);
    else this.#actions.takeUtterance(whole);
  }

  /** A voice without words: the answer that it dropped begins again, after the voice that is heard by now. */
  #wasNothing(utterance: Utterance): void {
    this.#actions.speculate(null);
    if (utterance.dropped) {
      if (this.#now === null) this.#actions.again();
      else this.#now.dropped = true;
    } else if (utterance.over === 'free') this.#actions.nothing();
  }

  /** The silence that ends the turn whose words these are. */
  #patience({ text, language }: Said): number {
    const { turnOptions } = this.#options;
    return turnOptions.exact
      ? turnOptions.silence
      : patienceFor(this.#actions.line(text), turnOptions.silence, language ?? this.#actions.language());
  }

  #release(utterance: Utterance): void {
    if (!utterance.isHeld) return;
    utterance.isHeld = false;
    // A voice that began meanwhile keeps it silent for its own reasons.
    if (!this.#now?.isHeld) this.#actions.hold(false);
  }
}

function joined<Line extends Said | Heard>(one: Line, other: Line): Line {
  const duration = other.began + other.duration - one.began;
  return {
    ...other,
    text: `${one.text} ${other.text}`,
    began: one.began,
    duration,
    language: other.language ?? one.language,
  };
}
