/**
 * Plays sentences in order when the visitor's page does the speech synthesis. Some sentences have the service's
 * sound instead. If the page fails, the service continues at the first word that was not played.
 */
import type { VisitorEvent } from '@palkit/contract/room-events';
import { STRESS } from '@palkit/contract/mouths';
import type { Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import type { Room } from '../ports/room.ts';
import type { SpeakOptions, Speech, TextToSpeech } from '../speech/engines.ts';
import type { WordTime } from '../speech/estimated-speech.ts';
import { audibleWords } from './cut-sentence.ts';
import { joinTexts } from './saying.ts';

type Progress = Extract<VisitorEvent, { event_type: 'conversation.spoken' }>['properties'];

export interface PageSpeechParts {
  clock: Clock;
  log: Log;
  /** The voice of the service. */
  voice: TextToSpeech | null;
  room(): Room;
  /** Called when the visitor hears the first word of a sentence. */
  began(id: string): void;
  /**
   * Called when a sentence has ended. `heardText` is the played part of an interrupted one, if it is known
   * more precisely than from `seconds`.
   */
  ended(id: string, seconds: number, interrupted: boolean, heardText?: string): void;
  /** Called when the page stops speaking for the rest of this connection. */
  failed(): void;
  signal: AbortSignal;
}

/** A sentence that the page can speak. */
export interface PageSentence {
  language: string;
  words: readonly WordTime[];
  /** Options for the service's voice. */
  options: SpeakOptions;
}

interface Entry {
  id: string;
  speech: Speech;
  /** Null for a sound of the service. */
  sentence: PageSentence | null;
  by: 'page' | 'room' | 'take-over';
  isIssued: boolean;
  /** Start of playback in Unix milliseconds; null until then. */
  startedAt: number | null;
  /** Character index of the last word that the page has begun; null if its voice does not report words. */
  at: number | null;
  /** For a sentence that the service takes over: the text that the page has played. */
  heardText: string;
  /** The rest of this sentence, which the service speaks in `parts`. */
  rest: string;
  parts: Map<string, Speech>;
  isPlaying: boolean;
  /** True when all parts were passed to the room. */
  isComplete: boolean;
}

/**
 * Milliseconds until a page must begin a sentence. A page gives up after 1.5 s, so its own report arrives earlier.
 */
const BEGIN_MS = 3000;
/** A page counts as silent if a sentence takes longer than `MAX_SLOWDOWN` times its estimate plus `STALL_MS`. */
const STALL_MS = 5000;
const MAX_SLOWDOWN = 2.5;
/** Milliseconds until the page must report an interruption; `Speaking` waits a little longer. */
const CUT_MS = 300;
/** Milliseconds for which a voice may echo in a room. */
const ECHO_MS = 1000;
/** Number of sentences that are compared with the echo. */
const MAX_ECHOED_SENTENCES = 6;

export class PageSpeech {
  readonly #parts: PageSpeechParts;
  #queue: Entry[] = [];
  /** The interrupted sentence; null after its end was reported. */
  #interrupted: Entry | null = null;
  /** Start of the pause in Unix milliseconds; null while speech is not paused. */
  #heldSince: number | null = null;
  #isPagePaused = false;
  #nextPart = 0;
  /** The last texts that the page spoke. `until` is the start of the next one. */
  #recentTexts: { text: string; until: number }[] = [];
  #watching = new AbortController();
  #synthesis = new AbortController();

  constructor(parts: PageSpeechParts) {
    this.#parts = parts;
  }

  /** Queues a sentence; `sentence` is null for a sound of the service. */
  say(id: string, speech: Speech, sentence: PageSentence | null): void {
    this.#queue.push({
      id,
      speech,
      sentence,
      by: sentence ? 'page' : 'room',
      isIssued: false,
      startedAt: null,
      at: null,
      heardText: '',
      rest: speech.text,
      parts: new Map(),
      isPlaying: false,
      isComplete: false,
    });
    this.#issue();
  }

  /** Stops all speech and reports the played part of the current sentence. */
  hush(): void {
    const { clock, room, signal } = this.#parts;
    const [first] = this.#queue;
    this.#dropQueue();
    const isHeard = first !== undefined && first.startedAt !== null && first.by !== 'room';
    this.#interrupted = isHeard ? first : null;
    room().hush();
    if (!isHeard) return;
    if (first.by === 'page') this.#splitAtHeard(first);
    if (first.by === 'page') clock.after(CUT_MS, () => this.#reportInterrupted(first), signal);
    else if (!first.isPlaying) this.#reportInterrupted(first);
  }

  hold(isHeld: boolean): void {
    const [first] = this.#queue;
    const now = this.#parts.clock.now();
    if (isHeld) this.#heldSince ??= now;
    else if (this.#heldSince !== null) {
      if (first && first.startedAt !== null)
        first.startedAt += now - Math.max(first.startedAt, this.#heldSince);
      this.#heldSince = null;
    }
    if (isHeld && this.#isOnPage()) this.#sendControl('pause');
    // Resume the page even if it has finished its last sentence during the pause.
    if (!isHeld && this.#isPagePaused) this.#sendControl('resume');
    this.#parts.room().hold?.(isHeld);
    this.#watch();
  }

  /** Clears all state when the connection is lost. */
  clear(): void {
    this.#interrupted = null;
    this.#queue = [];
    this.#isPagePaused = false;
    this.#dropQueue();
  }

  /** Returns the text that the page has spoken since `since` (Unix ms) or shortly before. */
  spokenSince(since: number): string {
    return this.#recentTexts
      .filter(({ until }) => until >= since - ECHO_MS)
      .map(({ text }) => text)
      .join(' ');
  }

  /** Handles a progress report of the page. Late reports and unknown ids are ignored. */
  take({ id, state, at }: Progress): void {
    const interruptedEntry = this.#interrupted;
    if (interruptedEntry?.by === 'page' && interruptedEntry.id === id) {
      this.#advance(interruptedEntry, at);
      if (state === 'cut') this.#reportInterrupted(interruptedEntry);
      return;
    }
    const [first] = this.#queue;
    if (first?.by !== 'page' || first.id !== id || !first.isIssued) return;
    this.#advance(first, at);
    if (state === 'failed' || state === 'cut') return this.takeOver('page_failed');
    this.#begin(first);
    if (state === 'ended') this.#end(first);
    else this.#watch();
  }

  #advance(entry: Entry, at: number | undefined): void {
    if (at !== undefined) entry.at = Math.max(entry.at ?? 0, Math.min(at, entry.speech.text.length));
  }

  /** Called when the room plays a sentence or a part of one. */
  roomBegan(id: string): void {
    const entry = this.#find(id);
    if (!entry) return this.#parts.began(id);
    entry.isPlaying = true;
    this.#begin(entry);
  }

  roomEnded(id: string, seconds: number, interrupted: boolean): void {
    const entry = this.#find(id);
    if (!entry) return this.#parts.ended(id, seconds, interrupted);
    entry.isPlaying = false;
    if (entry.by === 'room') return this.#end(entry, seconds, interrupted);
    const part = entry.parts.get(id)!;
    entry.parts.delete(id);
    const heardText = interrupted
      ? audibleWords(part.text, seconds / Math.max(0.1, part.duration))
      : part.text;
    entry.heardText = joinTexts(entry.heardText, heardText);
    if (interrupted) {
      this.#queue = this.#queue.filter((each) => each !== entry);
      this.#interrupted = entry;
      this.#reportInterrupted(entry);
    } else if (entry.isComplete && entry.parts.size === 0) this.#end(entry);
  }

  #find(id: string): Entry | undefined {
    const candidates = this.#interrupted ? [this.#interrupted, ...this.#queue] : this.#queue;
    return candidates.find((entry) => entry.parts.has(id) || (entry.by === 'room' && entry.id === id));
  }

  /** Makes the service speak the rest of the page's sentences and all later ones. */
  takeOver(fault: string): void {
    if (!this.#queue.some(({ by }) => by === 'page')) return;
    const { log, failed } = this.#parts;
    log.warn({ engine: 'voice', fault }, "the page's voice failed; the service speaks instead");
    failed();
    if (this.#isOnPage()) this.#sendControl('stop');
    for (const entry of this.#queue) {
      if (entry.by !== 'page') continue;
      this.#splitAtHeard(entry);
      entry.by = 'take-over';
      entry.isIssued = false;
    }
    this.#issue();
  }

  /**
   * Passes the first sentences of the queue to the page or the room, up to the first one that the other side plays.
   */
  #issue(): void {
    const [first] = this.#queue;
    for (const entry of this.#queue) {
      // The parts of a sentence that is taken over arrive later, so the next sentence has to wait.
      if (entry.by !== first?.by || (entry !== first && entry.by === 'take-over')) break;
      if (entry.isIssued) continue;
      entry.isIssued = true;
      if (entry.by === 'page') this.#send(entry);
      else if (entry.by === 'room') this.#parts.room().say(entry.id, entry.speech);
      else void this.#synthesise(entry);
    }
    this.#watch();
  }

  #send({ id, speech, sentence }: Entry): void {
    const { text, mouths } = speech;
    this.#parts.room().send('conversation.speak', {
      id,
      text,
      language: sentence!.language,
      mouths: mouths.map((mouth) => mouth % STRESS).join(''),
      stresses: [...mouths.keys()].filter((index) => mouths[index]! >= STRESS),
      words: [...sentence!.words],
    });
    if (this.#heldSince !== null) this.#sendControl('pause');
  }

  /** Synthesises the rest of a sentence with the service's voice; without a voice the text is only shown. */
  async #synthesise(entry: Entry): Promise<void> {
    const { voice, log, room } = this.#parts;
    const signal = AbortSignal.any([this.#synthesis.signal, this.#parts.signal]);
    const { rest, sentence } = entry;
    try {
      if (voice && rest)
        for await (const part of voice.speak(rest, { ...sentence!.options, signal })) {
          if (signal.aborted) return;
          const id = `${entry.id}.${this.#nextPart++}`;
          entry.parts.set(id, part);
          room().say(id, part);
        }
    } catch (error) {
      if (!signal.aborted) log.warn({ engine: 'voice', ...describe(error) }, 'speaking failed');
    }
    if (signal.aborted) return;
    entry.isComplete = true;
    if (entry.parts.size === 0) {
      this.#begin(entry);
      this.#end(entry);
    }
  }

  #begin(entry: Entry): void {
    if (entry.startedAt !== null) return;
    const now = this.#parts.clock.now();
    entry.startedAt = now;
    if (entry.by === 'page') {
      const text = { text: entry.speech.text, until: Infinity };
      for (const before of this.#recentTexts) before.until = Math.min(before.until, now);
      this.#recentTexts = [...this.#recentTexts, text].slice(-MAX_ECHOED_SENTENCES);
    }
    this.#parts.began(entry.id);
  }

  #end(entry: Entry, seconds = entry.speech.duration, interrupted = false): void {
    this.#queue = this.#queue.filter((each) => each !== entry);
    this.#parts.ended(entry.id, seconds, interrupted);
    this.#issue();
  }

  #reportInterrupted(entry: Entry): void {
    if (this.#interrupted !== entry) return;
    this.#interrupted = null;
    // The page's last report may have arrived after the interruption.
    if (entry.by === 'page' && entry.at !== null) this.#splitAtHeard(entry);
    this.#parts.ended(entry.id, 0, true, entry.heardText);
  }

  /** Splits a sentence of the page at the played position, which is estimated by time if the voice reports no words. */
  #splitAtHeard(entry: Entry): void {
    const { text, duration } = entry.speech;
    if (entry.startedAt === null) return;
    if (entry.at !== null) {
      entry.heardText = text.slice(0, entry.at).trim();
      entry.rest = text.slice(entry.at);
      return;
    }
    const seconds = (this.#parts.clock.now() - entry.startedAt) / 1000;
    entry.heardText = audibleWords(text, seconds / Math.max(0.1, duration));
    const count = entry.heardText.split(/\s+/).filter(Boolean).length;
    entry.rest = text.split(/\s+/).slice(count).join(' ');
  }

  #isOnPage(): boolean {
    return this.#queue.some(({ by, isIssued }) => by === 'page' && isIssued);
  }

  #sendControl(action: 'stop' | 'pause' | 'resume'): void {
    this.#isPagePaused = action === 'pause';
    this.#parts.room().send('conversation.speak.control', { action });
  }

  #dropQueue(): void {
    if (this.#isOnPage() || this.#isPagePaused) this.#sendControl('stop');
    this.#queue = [];
    this.#heldSince = null;
    this.#watching.abort();
    this.#synthesis.abort();
    this.#synthesis = new AbortController();
  }

  /** Takes over if the page is silent for too long. */
  #watch(): void {
    this.#watching.abort();
    const [first] = this.#queue;
    if (first?.by !== 'page' || this.#heldSince !== null) return;
    this.#watching = new AbortController();
    const { clock, signal } = this.#parts;
    clock.after(
      first.startedAt === null ? BEGIN_MS : first.speech.duration * MAX_SLOWDOWN * 1000 + STALL_MS,
      () => this.takeOver('page_silent'),
      AbortSignal.any([this.#watching.signal, signal]),
    );
  }
}
