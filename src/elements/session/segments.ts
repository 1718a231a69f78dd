/**
 * What a recogniser tells, as the service takes it: complete texts at once and one growing text after them,
 * each under a number that rises over all recognisers of a call.
 */
import { MAX_TEXT } from '@palkit/contract/room-events';
import type { Clock } from './clock.ts';
import type { RecognitionResults } from './recognition.ts';

/** One text, all of it so far; `elapsed` are the milliseconds since it began. */
export interface Segment {
  segment: number;
  speech: string;
  final: boolean;
  elapsed: number;
  /** Where the browser knows. */
  confidence?: number;
}

/** Partial words are told so often at most; milliseconds. */
const PARTIAL_MS = 150;
/** From speech to its first words. */
const LEAD_MS = 500;
/** Speech that goes on for longer than this began no earlier. */
const MOST_MS = 600_000;

export class Segments {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #tell: (segment: Segment) => void;
  /** The number of the first segment of what runs, and the first that was not told complete. */
  #first = 0;
  #next = 0;
  /** When the last segment was complete, or the recogniser began; when the next one's words did. */
  #earliest = 0;
  #began: number | null = null;
  /** What is still growing, as it is and as it was told. */
  #partial = '';
  #told = '';
  #toldAt = -Infinity;
  #waiting = false;

  constructor(clock: Clock, signal: AbortSignal, tell: (segment: Segment) => void) {
    this.#clock = clock;
    this.#signal = signal;
    this.#tell = tell;
  }

  /** A recogniser begins, with a list of results of its own. */
  begin(): void {
    this.#first = this.#next;
    this.#earliest = this.#clock.now();
    this.#began = null;
    this.#partial = this.#told = '';
  }

  /** The recogniser's list as it is now; whether there is a word in it. */
  take(results: RecognitionResults): boolean {
    // A real list's fields are its prototype's, so none of it is copied.
    const all = Array.from(results);
    const texts = all.map((result) => result[0]?.transcript ?? '');
    const open = all.findIndex(({ isFinal }) => !isFinal);
    const complete = open < 0 ? all.length : open;
    for (let at = this.#next - this.#first; at < complete; at++) {
      this.#say(texts[at]!, true, all[at]![0]?.confidence);
    }
    // Browsers split what is still growing.
    this.#partial = texts.slice(complete).join('').trim();
    if (this.#partial) this.#grow();
    return texts.some((text) => text.trim());
  }

  /** Tells what is left to tell. */
  end(): void {
    if (this.#partial && this.#partial !== this.#told) this.#say(this.#partial, false);
  }

  #grow(): void {
    const now = this.#clock.now();
    this.#began ??= now;
    if (now - this.#toldAt >= PARTIAL_MS) return this.end();
    if (this.#waiting) return;
    this.#waiting = true;
    const later = (): void => {
      this.#waiting = false;
      this.end();
    };
    this.#clock.after(this.#toldAt + PARTIAL_MS - now, later, this.#signal);
  }

  #say(text: string, final: boolean, confidence = 0): void {
    const now = this.#clock.now();
    const began = Math.max(this.#earliest, (this.#began ?? now) - LEAD_MS);
    const elapsed = Math.min(MOST_MS, Math.max(0, now - began));
    const segment = this.#next;
    if (final) {
      this.#next++;
      this.#began = null;
      this.#earliest = now;
      this.#partial = this.#told = '';
    } else {
      this.#told = text;
      this.#toldAt = now;
    }
    const speech = text.trim().slice(0, MAX_TEXT);
    // Some browsers say 0 where they do not know.
    const sure = confidence > 0 ? { confidence: Math.min(1, confidence) } : {};
    this.#tell({ segment, speech, final, elapsed, ...sure });
  }
}
