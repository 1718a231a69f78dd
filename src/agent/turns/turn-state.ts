/** The state of a turn, the inputs that change it, and their effects. Contains only types. */
import type { Floor } from './floor.ts';
import type { RecentNoises } from './noises.ts';
import type { Pause } from './pause.ts';
import type { TurnOptions } from './turn-options.ts';

export interface VisitorTurn {
  text: string;
  /** Start of the voice in Unix milliseconds. */
  startedAt: number;
  /** Duration in milliseconds, including the silence that ended it. */
  duration: number;
  /** Time at which the turn is certainly over, in Unix milliseconds. */
  certainEnd: number;
  /** The language that the recogniser detected, if it reports one. */
  language: string | undefined;
  /** The page's name for a typed line. */
  name?: string | undefined;
}

/** Words whose turn may still continue. `silentSince` is the start of the silence after them in Unix milliseconds. */
export type Words = Omit<VisitorTurn, 'certainEnd'> & { silentSince: number };

/** A voice from its beginning to its end. */
export interface Utterance {
  id: number;
  /** Start of the voice in Unix milliseconds. */
  startedAt: number;
  /** The floor when the utterance began. */
  floorAtStart: Floor;
  /** True if the utterance dropped an answer that was not played yet. */
  hasDroppedAnswer: boolean;
  /** True if the utterance has interrupted the agent's line. */
  hasInterrupted: boolean;
  /** True if the utterance is longer than a back-channel. */
  isLong: boolean;
  /** True if the recogniser has recognised words of the utterance. */
  hasWords: boolean;
  /** Start of the last pause in Unix milliseconds. */
  quietSince: number | null;
  /** The last pause, which may be over. */
  pause: Pause | null;
  /** True if a speculative answer was started although the words may be incomplete. */
  hasSpeculated: boolean;
}

/** An utterance that is over and whose words are pending. */
export interface EndedUtterance {
  utterance: Utterance;
  duration: number;
  /** The silence that ended the utterance: its duration in milliseconds and its start in Unix milliseconds. */
  silence: number;
  silentSince: number;
}

export interface TurnState {
  /** The utterance in progress; null if there is none. */
  current: Utterance | null;
  /** Utterances that are over and whose words are pending, in the order in which they were spoken. */
  ended: readonly EndedUtterance[];
  /** Words of an utterance that became known after the next utterance had begun. */
  earlierWords: Words | null;
  /** Lines spoken over an agent that is hard to interrupt. They are answered when the agent has finished. */
  deferredLines: readonly VisitorTurn[];
  /** Ids of the utterances for which the agent is paused. */
  pausingUtterances: readonly number[];
  /** The last sounds during the agent's speech that were not a turn. */
  noises: RecentNoises;
  /** The id of the next utterance or pause. */
  nextId: number;
}

export const NO_TURN: TurnState = {
  current: null,
  ended: [],
  earlierWords: null,
  deferredLines: [],
  pausingUtterances: [],
  noises: [],
  nextId: 1,
};

/** The circumstances of a turn at the time of an input. */
export interface TurnView {
  /** Current time in Unix milliseconds. */
  now: number;
  turnOptions: TurnOptions;
  floor: Floor;
  /** The silence in milliseconds that ends the visitor's current line. */
  silence: number;
  /** The expected language. */
  language: string | undefined;
  /** The visitor's line that may continue; null if there is none. */
  openLine: string | null;
}

export type TurnInput =
  | { type: 'voice-began' }
  /** Number of samples at 16 kHz. */
  | { type: 'voice'; samples: number }
  | { type: 'voice-paused' }
  | { type: 'voice-resumed' }
  /** `silence` is the duration in milliseconds that ended the utterance; if omitted, that of the view. */
  | { type: 'voice-ended'; silence?: number }
  /** The voice has lasted as long as an interruption. */
  | { type: 'voice-lasts'; utterance: number }
  /** The recogniser has recognised words of the voice in progress. */
  | { type: 'words-began'; utterance: number }
  /** The recognised words up to a pause; null if there are none. */
  | { type: 'words-so-far'; utterance: number; pause: number; text: string | null }
  /** The words of a finished utterance; empty if none were understood. */
  | { type: 'words'; utterance: number; text: string; language: string | undefined }
  /** The agent has paused long enough for this utterance, which ended or continues without words. */
  | { type: 'hold-expired'; utterance: number }
  | { type: 'agent-silent' }
  | { type: 'lost' };

/** Effects on the recogniser and the clock. */
export type ListeningEffect =
  | { type: 'listen'; utterance: number }
  | { type: 'read-pause'; utterance: number; pause: number }
  | { type: 'resume-listening'; utterance: number }
  | { type: 'finish-listening'; utterance: number }
  | { type: 'stop-listening'; utterance: number }
  | { type: 'wait'; milliseconds: number; then: TurnInput };

/** Effects on the agent. */
export type TurnEffect =
  /** Pauses the agent's speech, or resumes it where it stopped. */
  | { type: 'hold'; isHeld: boolean }
  /** Ends the agent's speech. */
  | { type: 'interrupt' }
  /** Drops an answer that has not been played yet; its question still has to be answered. */
  | { type: 'drop-answer' }
  /** Prepares the dropped answer again, because the voice had no words. */
  | { type: 'answer-again' }
  | { type: 'speech-began' }
  /** `duration` is in milliseconds. */
  | { type: 'speech-ended'; duration: number }
  /**
   * Starts a speculative answer before the visitor's line is complete; null drops it. `isWhole` is true if the line
   * is probably complete.
   */
  | { type: 'speculate'; line: string | null; isWhole: boolean }
  | { type: 'take-line'; line: VisitorTurn }
  /** A voice had no words that could be understood. */
  | { type: 'not-understood' };
