/** State of a call that the service stores with its conversation, so that another process can continue the call. */
import type { Variables } from './variables.ts';

export type OutputValue = string | number | boolean;

/** Progress in a PAL's objectives. */
export interface ObjectiveState {
  /** Name of the current objective; null after the last one. */
  current: string | null;
  completed: string[];
  /** Values so far for the `output_variables` of the current objective. */
  values: Record<string, OutputValue>;
}

/** Text and variables that a page has sent since the call began. */
export interface PageState {
  context: string;
  variables: Variables;
  /** The page's ids of its latest messages, so that a repeated message is processed once. */
  names?: readonly string[];
}

/** The rules, tool calls and answer that applied to the last picture of a camera. */
export interface LastPictureResults {
  /** Ids of the rules. */
  rules: readonly string[];
  /** The tool calls, each as JSON. */
  calls: readonly string[];
  sight: string;
}

/** The state that is stored between two pictures from an agent runner, with the number of stored pictures. */
export interface SightState extends LastPictureResults {
  frames: { pictures: number; every: number };
}
