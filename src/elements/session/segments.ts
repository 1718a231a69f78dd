/**
 * Converts a recogniser's results to segments for the service: complete texts first, then one growing text. Segment
 * numbers increase over all recognisers of a call.
 */
import { MAX_TEXT } from '@palkit/contract/room-events';
import type { Clock } from './clock.ts';
import type { RecognitionResults } from './recognition.ts';

/** The complete text of a segment so far; `elapsed` is in milliseconds since the segment began. */
export interface Segment {
  segment: number;
  speech: string;
  final: boolean;
  elapsed: number;
  /** Undefined if the browser reports no confidence. */
  confidence?: number;
}

/** Minimum interval in milliseconds between partial results. */
const PARTIAL_MS = 150;
/** Assumed milliseconds from the start of speech to its first recognised words. */
const LEAD_MS = 500;
/** Maximum length of a segment in milliseconds. */
const MAX_MS = 600_000;

export class Segments {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #report: (segment: Segment) => void;
  /** Numbers of the running recogniser's first segment, and of the next segment to complete. */
  #firstResult = 0;
  #nextResult = 0;
  /** Earliest possible start of the next segment, and the time of its first words, in milliseconds. */
  #earliest = 0;
  #began: number | null = null;
  /** The growing text, and the version of it that was reported last. */
  #partial = '';
  #reported = '';
  #reportedAt = -Infinity;
  #isReportWaiting = false;

  constructor(clock: Clock, signal: AbortSignal, report: (segment: Segment) => void) {
    this.#clock = clock;
    this.#signal = signal;
    this.#report = report;
  }

  /** Called when a recogniser starts, with a new list of results. */
  begin(): void {
    this.#firstResult = this.#nextResult;
    this.#earliest = this.#clock.elapsed();
    this.#began = null;
    this.#partial = this.#reported = '';
  }

  /** Processes the recogniser's current results; returns true if they contain a word. */
  take(results: RecognitionResults): boolean {
    // The fields of a native result are on its prototype, so spreading would lose them.
    const allResults = Array.from(results);
    const texts = allResults.map((result) => result[0]?.transcript ?? '');
    const open = allResults.findIndex(({ isFinal }) => !isFinal);
    const complete = open < 0 ? allResults.length : open;
    for (const result of allResults.slice(this.#nextResult - this.#firstResult, complete))
      this.#reportSegment(result[0]?.transcript ?? '', true, result[0]?.confidence);
    // Browsers may split a growing text into several results.
    this.#partial = texts.slice(complete).join('').trim();
    if (this.#partial) this.#reportPartial();
    return texts.some((text) => text.trim());
  }

  /** Reports the last version of the growing text. */
  end(): void {
    if (this.#partial && this.#partial !== this.#reported) this.#reportSegment(this.#partial, false);
  }

  #reportPartial(): void {
    const now = this.#clock.elapsed();
    this.#began ??= now;
    if (now - this.#reportedAt >= PARTIAL_MS) return this.end();
    if (this.#isReportWaiting) return;
    this.#isReportWaiting = true;
    const settleLater = (): void => {
      this.#isReportWaiting = false;
      this.end();
    };
    this.#clock.after(this.#reportedAt + PARTIAL_MS - now, settleLater, this.#signal);
  }

  #reportSegment(text: string, final: boolean, confidence = 0): void {
    const now = this.#clock.elapsed();
    const startedAt = Math.max(this.#earliest, (this.#began ?? now) - LEAD_MS);
    const elapsed = Math.min(MAX_MS, Math.max(0, now - startedAt));
    const segment = this.#nextResult;
    if (final) {
      this.#nextResult++;
      this.#began = null;
      this.#earliest = now;
      this.#partial = this.#reported = '';
    } else {
      this.#reported = text;
      this.#reportedAt = now;
    }
    const speech = text.trim().slice(0, MAX_TEXT);
    // Some browsers report 0 for an unknown confidence.
    const reliable = confidence > 0 ? { confidence: Math.min(1, confidence) } : {};
    this.#report({ segment, speech, final, elapsed, ...reliable });
  }
}
