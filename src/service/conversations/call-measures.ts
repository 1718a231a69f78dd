/** The interface for measurements of calls: ends, response times and faults. */
export interface CallMeasures {
  /** Called when a call's room was entered. */
  recordStart(): void;
  recordEnd(reason: string): void;
  /** Milliseconds from the visitor's speech to the answer; null if there was no answer. */
  recordAnswer(firstSoundMs: number | null): void;
}
