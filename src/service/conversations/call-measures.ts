/** The port for measures of calls: their ends, turn times and faults. */
export interface CallMeasures {
  /** A call's room was entered. */
  started(): void;
  ended(reason: string): void;
  /** Milliseconds from the visitor's words to the answer; null if there was none. */
  answered(firstSoundMs: number | null): void;
}
