/** The interface for measurements of calls: ends, response times and faults. */
export interface CallMeasures {
  /** Called when a call's room was entered. */
  started(): void;
  ended(reason: string): void;
  /** Milliseconds from the visitor's speech to the answer; null if there was no answer. */
  answered(firstSoundMs: number | null): void;
}
