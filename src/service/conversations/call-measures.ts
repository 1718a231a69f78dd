/** The interface for measurements of calls: ends, response times and faults. */
export interface CallMeasures {
  /** Called when a call's room was entered. */
  recordStart(): void;
  recordEnd(reason: string): void;
  /** Called with the milliseconds from the visitor's speech to the answer; null without an answer. */
  recordAnswer(firstSoundMs: number | null): void;
}
