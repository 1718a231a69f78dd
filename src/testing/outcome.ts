/** The outcome of a scenario. */
export interface Finding {
  /** The turn, or another part of the scenario. */
  where: string;
  what: string;
}

export interface Outcome {
  name: string;
  file: string;
  state: 'passed' | 'failed' | 'skipped';
  /** The reason why the scenario was skipped. */
  why?: string;
  seconds: number;
  failures: Finding[];
  /** Expectations that could not be checked. */
  open: Finding[];
  /** The lines of the visitor and the agent in order. */
  talk: { who: 'visitor' | 'agent'; words: string }[];
  conversation?: string;
  /** Number of requests to the scripted model. */
  requests?: number;
}
