/** The outcome of a scenario. */
export interface Finding {
  /** The turn, or another subject of the outcome. */
  where: string;
  what: string;
}

export interface Outcome {
  name: string;
  file: string;
  state: 'passed' | 'failed' | 'skipped';
  /** The reason for a skip. */
  why?: string;
  seconds: number;
  failures: Finding[];
  /** Expectations that could not be judged here. */
  open: Finding[];
  /** The lines of both sides, in order. */
  talk: { who: 'visitor' | 'agent'; words: string }[];
  conversation?: string;
  /** Requests to the scripted model. */
  requests?: number;
}
