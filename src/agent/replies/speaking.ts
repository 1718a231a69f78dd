/**
 * Speaks the agent's lines one after another, sentence by sentence, with a voice or as text, and measures how much of
 * each was played.
 */
import { randomUUID } from 'node:crypto';
import type { Source } from '@palkit/contract/room-events';
import type { Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import type { Room, Turn } from '../ports/room.ts';
import type { Speech, TextToSpeech } from '../speech/engines.ts';
import { PreparedVoice } from '../speech/prepared-voice.ts';
import { serviceSentence, plainSentence, type Sentence } from '../language/sentences.ts';
import { audibleWords } from './cut-sentence.ts';
import { completeLine, joinTexts, partsOf, textOf } from './saying.ts';
import type { SpokenPart, SpokenSentence, SpokenText } from './saying.ts';

/** A complete line of the agent. Times are in Unix seconds, durations in seconds. */
export interface SpokenLine {
  /** The written text; empty if the visitor interrupted the first word. */
  parts: readonly SpokenPart[];
  /** True if the visitor interrupted the line; the text is then the part that was played. */
  interrupted: boolean;
  /** True if the visitor's connection was lost during the line, so it is incomplete or not all of it was played. */
  lost: boolean;
  startedAt: number;
  duration: number;
  turn: Turn;
}

export interface SpeakingParts {
  clock: Clock;
  log: Log;
  voice: TextToSpeech | null;
  room(): Room;
  /** Returns the number of the next turn of the conversation. */
  nextTurn(): number;
  /** Returns the language of a text before it is spoken. */
  languageOf(text: string): string | undefined;
  /** Called before a text is spoken. */
  begins(): void;
  /** Called when the visitor hears or reads the first word of a line. */
  audible(): void;
  /** Called at the first word of the answer itself. */
  answers(): void;
  spoken(line: SpokenLine): void;
  /** Called when a text was completely spoken, interrupted or lost. */
  ended(): void;
  signal: AbortSignal;
}

/** Maximum milliseconds until the room reports how much of an interrupted sentence was played. */
const CUT_REPORT_TIMEOUT_MS = 400;
/** Maximum duration of a part of a sentence in milliseconds. */
const MAX_PART_MS = 15_000;

export class Speaking {
  readonly #parts: SpeakingParts;
  readonly #voice: PreparedVoice | null;
  #spokenText: SpokenText | null = null;
  /** Called at the end of the part that is being played, if the agent has to pause there. */
  #pause: (() => void) | null = null;
  /** Settles when all texts so far have been spoken; each text waits for the previous one. */
  #last: Promise<void> = Promise.resolve();

  constructor(parts: SpeakingParts) {
    this.#parts = parts;
    this.#voice = parts.voice && new PreparedVoice(parts.voice);
  }

  /** The state of the current text: synthesised but not yet played, played, or interrupted. */
  get state(): 'silent' | 'unheard' | 'heard' | 'interrupted' {
    const spokenText = this.#spokenText;
    if (!spokenText) return 'silent';
    return spokenText.interrupted ? 'interrupted' : spokenText.startedAt === null ? 'unheard' : 'heard';
  }

  /**
   * Settles when the interrupted line was stored with the part that the room reports as played; null if no line was
   * interrupted.
   */
  get cut(): Promise<void> | null {
    return this.#spokenText?.interrupted ? this.#spokenText.completion : null;
  }

  /** Starts to synthesise a text that will probably be spoken next. `signal` stops the synthesis. */
  prepare(text: string, signal = this.#parts.signal): void {
    this.#voice?.prepare(text, { language: this.#parts.languageOf(text), signal });
  }

  /** Called when the room plays the first packet of a sentence. */
  beginSentence(id: string): void {
    const spokenText = this.#spokenText;
    const queuedSpeech = spokenText?.queued.get(id);
    if (!spokenText || !queuedSpeech) return;
    if (spokenText.startedAt === null) this.#parts.audible();
    this.#begin(spokenText);
    this.#answers(spokenText, queuedSpeech.unit.sentence);
    if (queuedSpeech.unit.sentence.replacesAnswer) this.#parts.room().showMood?.('worried');
    spokenText.soFar = textOf(spokenText, 'visibleText', queuedSpeech);
    if (spokenText.soFar) this.#show(spokenText);
  }

  #show({ soFar, turn }: SpokenText): void {
    this.#parts
      .room()
      .send('conversation.utterance.streaming', { role: 'pal', speech: soFar, final: false }, turn);
  }

  /**
   * Called when the visitor hears or reads the first word; tells the page that the agent's line has begun.
   */
  #begin(spokenText: SpokenText): void {
    if (spokenText.startedAt !== null) return;
    spokenText.startedAt = this.#now();
    this.#parts.room().send('conversation.started_speaking', { role: 'pal' }, spokenText.turn);
  }

  #answers(spokenText: SpokenText, { origin }: Sentence): void {
    if (spokenText.answered || origin === 'service') return;
    spokenText.answered = true;
    this.#parts.answers();
  }

  /** Called when the room has played a sentence, or `seconds` of it. `heardText` is the played part, if known. */
  endSentence(id: string, seconds: number, interrupted: boolean, heardText?: string): void {
    const spokenText = this.#spokenText;
    const queuedSpeech = spokenText?.queued.get(id);
    if (!spokenText || !queuedSpeech) return;
    const { speech, unit } = queuedSpeech;
    spokenText.queued.delete(id);
    unit.open--;
    const pause = this.#pause;
    unit.cut ||= interrupted;
    unit.audible = joinTexts(
      unit.audible,
      interrupted
        ? (heardText ?? audibleWords(speech.text, seconds / Math.max(0.1, speech.duration)))
        : speech.text,
    );
    if (pause) pause();
    else if (interrupted || spokenText.interrupted) this.#finish(spokenText, 'interrupted');
    else if (spokenText.produced && spokenText.queued.size === 0) this.#finish(spokenText, 'said');
  }

  /** Tells the page after a pause that the agent's line continues. */
  continueQueue(): void {
    const spokenText = this.#spokenText;
    if (spokenText && spokenText.startedAt !== null && !spokenText.interrupted) this.#show(spokenText);
  }

  interrupt(): void {
    const spokenText = this.#spokenText;
    const room = this.#parts.room();
    if (!spokenText || spokenText.interrupted) return;
    spokenText.interrupted = true;
    spokenText.abort.abort();
    room.hush();
    // If no sentence is being played, the room sends no report, so the answer ends here.
    if (spokenText.queued.size === 0 || spokenText.startedAt === null || !room.audible)
      this.#finish(spokenText, 'interrupted');
    // The room reports the heard part, except between two sentences, so a time-out ends the answer too.
    else
      this.#parts.clock.after(
        CUT_REPORT_TIMEOUT_MS,
        () => this.#finish(spokenText, 'interrupted'),
        this.#parts.signal,
      );
  }

  /** Calls `then` when no part of a sentence is being played, or after 15 s. The remaining parts are not spoken. */
  atPause(then: () => void): void {
    const { clock, signal } = this.#parts;
    const room = this.#parts.room();
    const cleanup = new AbortController();
    const interruptNow = () => {
      if (cleanup.signal.aborted) return;
      cleanup.abort();
      this.#pause = null;
      this.end('interrupted');
      room.hush();
      then();
    };
    const spokenText = this.#spokenText;
    if (!room.audible || !spokenText || spokenText.startedAt === null || spokenText.queued.size === 0)
      return interruptNow();
    this.#pause = interruptNow;
    clock.after(MAX_PART_MS, interruptNow, AbortSignal.any([cleanup.signal, signal]));
  }

  /** Ends the agent's speech: as interrupted, or stored completely for a visitor who returns and reads it. */
  end(how: 'interrupted' | 'unheard'): void {
    if (this.#spokenText) this.#finish(this.#spokenText, how);
  }

  /** Speaks a text or a sound after the current one; settles when it was played, interrupted or lost. */
  async say(
    text: string | AsyncIterable<Sentence | Speech>,
    {
      origin,
      signal,
      sources = [],
      turnEnd,
      id,
    }: {
      /** `service` for a text that the service adds to an answer. */
      origin?: 'service';
      signal?: AbortSignal;
      sources?: readonly Source[];
      turnEnd?: Promise<void> | undefined;
      /** The `inference_id` of the line. */
      id?: string;
    } = {},
  ): Promise<'interrupted' | 'over'> {
    const before = this.#last;
    let free!: () => void;
    this.#last = new Promise((resolve) => (free = resolve));
    await before;
    try {
      if (this.#parts.signal.aborted || signal?.aborted) return 'over';
      return await this.#saySentences(
        typeof text === 'string' ? yieldOnce(origin ? serviceSentence(text) : plainSentence(text)) : text,
        sources,
        signal,
        turnEnd,
        id,
      );
    } finally {
      free();
    }
  }

  async #saySentences(
    sentences: AsyncIterable<Sentence | Speech>,
    sources: readonly Source[],
    signal: AbortSignal | undefined,
    turnEnd: Promise<void> | undefined,
    id: string = randomUUID(),
  ): Promise<'interrupted' | 'over'> {
    let finish!: () => void;
    const completion = new Promise<void>((resolve) => (finish = resolve));
    const spokenText: SpokenText = {
      turn: { turn_idx: this.#parts.nextTurn(), inference_id: id },
      queued: new Map(),
      units: [],
      soFar: '',
      startedAt: null,
      answered: false,
      interrupted: false,
      abort: new AbortController(),
      completion,
      finish,
      produced: false,
      sources,
    };
    this.#spokenText = spokenText;
    this.#parts.begins();
    const stop = AbortSignal.any([spokenText.abort.signal, this.#parts.signal, ...(signal ? [signal] : [])]);
    for await (const sentence of sentences) {
      if (stop.aborted || this.#spokenText !== spokenText) break;
      await this.#saySentence(spokenText, sentence, stop, turnEnd);
    }
    spokenText.produced = true;
    if (this.#spokenText === spokenText && spokenText.queued.size === 0)
      this.#finish(spokenText, spokenText.interrupted ? 'interrupted' : 'said');
    await completion;
    return spokenText.interrupted ? 'interrupted' : 'over';
  }

  /** Synthesises a sentence and plays it after `turnEnd`. Without sound, the sentence is shown as text. */
  async #saySentence(
    spokenText: SpokenText,
    source: Sentence | Speech,
    signal: AbortSignal,
    turnEnd: Promise<void> | undefined,
  ): Promise<void> {
    const sound = 'packets' in source ? source : null;
    const sentence = 'packets' in source ? plainSentence(source.text) : source;
    const unit: SpokenSentence = { sentence, audible: '', open: 0, isSynthesised: false, cut: false };
    const hasSound = sound !== null || (sentence.spokenText !== '' && (await this.#canSpeak()));
    const spoken =
      this.#parts.room().audible &&
      hasSound &&
      (await this.#sayAloud(spokenText, unit, sound, signal, turnEnd));
    // Without sound the visitor reads the line, which grows sentence by sentence.
    if (!spoken && sentence.visibleText) await this.#write(spokenText, unit, signal, turnEnd);
  }

  async #canSpeak(): Promise<boolean> {
    const { voice } = this.#parts;
    return voice !== null && ((await voice.canSpeak?.()) ?? true);
  }

  /** Plays a sentence with the voice, or as a sound. Returns false if that failed; the rest is then shown as text. */
  async #sayAloud(
    spokenText: SpokenText,
    unit: SpokenSentence,
    sound: Speech | null,
    signal: AbortSignal,
    turnEnd: Promise<void> | undefined,
  ): Promise<boolean> {
    const { log } = this.#parts;
    const room = this.#parts.room();
    const { spokenText: text } = unit.sentence;
    spokenText.units.push(unit);
    try {
      for await (const speech of sound
        ? yieldOnce(sound)
        : this.#voice!.speak(text, { language: this.#parts.languageOf(text), signal })) {
        await turnEnd;
        if (signal.aborted || this.#spokenText !== spokenText) return true;
        const id = `${spokenText.turn.inference_id}.${spokenText.queued.size}.${randomUUID().slice(0, 8)}`;
        spokenText.queued.set(id, { speech, unit });
        unit.open++;
        room.say(id, speech);
      }
      unit.isSynthesised = true;
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      log.warn({ engine: 'voice', ...describe(error) }, 'speaking failed');
      spokenText.units.splice(spokenText.units.indexOf(unit), unit.audible || unit.open > 0 ? 0 : 1);
      unit.cut ||= unit.open > 0;
      return false;
    }
  }

  async #write(
    spokenText: SpokenText,
    unit: SpokenSentence,
    signal: AbortSignal,
    turnEnd: Promise<void> | undefined,
  ): Promise<void> {
    const room = this.#parts.room();
    await turnEnd;
    if (signal.aborted || this.#spokenText !== spokenText) return;
    spokenText.units.push({ ...unit, audible: '', open: 0, cut: false, isSynthesised: true });
    // If a voice is available, this sentence without speech is shown together with the previous one.
    if (!unit.sentence.spokenText && room.audible && (await this.#canSpeak())) return;
    this.#parts.audible();
    this.#begin(spokenText);
    this.#answers(spokenText, unit.sentence);
    spokenText.soFar = textOf(spokenText, 'visibleText');
    this.#show(spokenText);
  }

  #finish(spokenText: SpokenText, how: 'said' | 'interrupted' | 'unheard'): void {
    if (this.#spokenText !== spokenText) return;
    this.#spokenText = null;
    spokenText.abort.abort();
    const lost = how === 'unheard' && (!spokenText.produced || spokenText.queued.size > 0);
    if (how === 'unheard') takeQueued(spokenText);
    const text = textOf(spokenText, 'visibleText');
    const parts = partsOf(spokenText);
    const startedAt = spokenText.startedAt;
    const duration = startedAt === null ? 0 : this.#now() - startedAt;
    if (startedAt !== null)
      this.#parts
        .room()
        .send(
          'conversation.stopped_speaking',
          { role: 'pal', duration, interrupted: how === 'interrupted' },
          spokenText.turn,
        );
    if (text) {
      const line = completeLine(text, parts, spokenText.sources, how === 'interrupted' || lost);
      this.#parts.room().send('conversation.utterance', line, spokenText.turn);
    }
    if (text || startedAt !== null)
      this.#parts.spoken({
        parts,
        interrupted: how === 'interrupted',
        lost,
        startedAt: startedAt ?? this.#now(),
        duration,
        turn: spokenText.turn,
      });
    this.#parts.ended();
    spokenText.finish();
  }

  #now(): number {
    return this.#parts.clock.now() / 1000;
  }
}

/** Adds the parts that the room has not played to the heard text, because a visitor who returns can read them. */
function takeQueued({ queued }: SpokenText): void {
  for (const { speech, unit } of queued.values()) {
    unit.audible = joinTexts(unit.audible, speech.text);
    unit.open = 0;
  }
}

async function* yieldOnce<Value>(value: Value): AsyncIterable<Value> {
  yield value;
}
