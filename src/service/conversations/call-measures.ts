/** The port for measures of calls: their ends, turn times and faults. */
export interface CallMeasures {
  /** A call's room was entered. */
  started(): void;
  ended(reason: string): void;
  /** An answer was given, so many milliseconds after the visitor's words; null where it came to nothing. */
  answered(firstSoundMs: number | null): void;
}
