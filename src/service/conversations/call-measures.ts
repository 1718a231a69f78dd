/** The interface for measurements of calls: ends, response times and faults. */
export interface CallMeasures {
  /** Called when a call's room is entered for the first time. */
  recordStart(): void;
  recordEnd(reason: string): void;
  /**
   * Called with the milliseconds from the end of the visitor's words to the first sound of the answer, or to
   * its first word in text; null if there was no answer.
   */
  recordAnswer(firstSoundMs: number | null): void;
}
