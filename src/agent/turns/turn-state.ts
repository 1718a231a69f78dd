/** The state of a turn, the inputs that change it, and the effects that follow. Types alone. */
import type { Floor } from './floor.ts';
import type { RecentNoises } from './noises.ts';
import type { Pause } from './pause.ts';
import type { TurnOptions } from './turn-options.ts';

export interface VisitorTurn {
  text: string;
  /** Unix milliseconds. */
  began: number;
  /** Milliseconds, with the silence that ended it. */
  duration: number;
  /** When the turn is surely over, in Unix milliseconds. */
  until: number;
  /** The language that the recogniser detected, if it reports one. */
  language: string | undefined;
  /** The page's own name for a line that was typed. */
  name?: string | undefined;
}

/** Words whose turn may still continue, and the start of the silence after them, in Unix milliseconds. */
export type Words = Omit<VisitorTurn, 'until'> & { silent: number };

/** A voice from its beginning to its end. */
export interface Utterance {
  id: number;
  /** Unix milliseconds. */
  began: number;
  /** The agent's state when the utterance began. */
  over: Floor;
  /** It dropped an answer that was not played yet. */
  dropped: boolean;
  /** It has interrupted the agent's line. */
  won: boolean;
  /** Longer than a back-channel. */
  long: boolean;
  /** The recogniser has read words of it. */
  hasWords: boolean;
  /** The beginning of its last pause, in Unix milliseconds. */
  quietSince: number | null;
  /** Its last pause, which may be over. */
  pause: Pause | null;
  /** A speculative answer was begun although the words may be incomplete. */
  guessed: boolean;
}

/** An utterance that is over and whose words are awaited. */
export interface EndedUtterance {
  utterance: Utterance;
  duration: number;
  /** The silence that ended it, in milliseconds, and its start, in Unix milliseconds. */
  silence: number;
  silent: number;
}

export interface TurnState {
  /** The utterance that goes on now. */
  current: Utterance | null;
  /** Utterances that are over and whose words are awaited, in the order in which they were spoken. */
  ended: readonly EndedUtterance[];
  /** The words of an utterance that ended after the next had begun. */
  earlier: Words | null;
  /** Lines over an agent that is hard to interrupt: answered when it has finished. */
  later: readonly VisitorTurn[];
  /** The utterances that made the agent pause. */
  holding: readonly number[];
  /** The last voices beside the agent that were no turn. */
  noises: RecentNoises;
  /** The number of the next utterance, and of the next pause. */
  next: number;
}

export const NO_TURN: TurnState = {
  current: null,
  ended: [],
  earlier: null,
  later: [],
  holding: [],
  noises: [],
  next: 1,
};

/** The surroundings of a turn at the moment of an input. */
export interface TurnView {
  /** Unix milliseconds. */
  now: number;
  turnOptions: TurnOptions;
  floor: Floor;
  /** The silence that ends the visitor's current line; milliseconds. */
  silence: number;
  /** The language to expect. */
  language: string | undefined;
  /** The visitor's line that may continue; null without one. */
  openLine: string | null;
}

export type TurnInput =
  | { type: 'voice-began' }
  /** The count of samples, at 16 kHz. */
  | { type: 'voice'; samples: number }
  | { type: 'voice-paused' }
  | { type: 'voice-resumed' }
  | { type: 'voice-ended' }
  /** The voice has lasted as long as an interruption. */
  | { type: 'voice-lasts'; utterance: number }
  /** The recogniser has read words of the voice that goes on. */
  | { type: 'words-began'; utterance: number }
  /** The recogniser's words up to a pause; null where it read none. */
  | { type: 'words-so-far'; utterance: number; pause: number; text: string | null }
  /** The words of a finished utterance; empty if none were understood. */
  | { type: 'words'; utterance: number; text: string; language: string | undefined }
  /** The agent has paused for this utterance for long enough: after its end, or while it goes on without words. */
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
  /** Drops an answer that was not played yet; its question is still open. */
  | { type: 'drop-answer' }
  /** Begins the dropped answer again, because the voice had no words. */
  | { type: 'answer-again' }
  | { type: 'speech-began' }
  /** Milliseconds. */
  | { type: 'speech-ended'; duration: number }
  /**
   * Begins a speculative answer before the visitor's line is complete; null drops it. `isWhole`: the line is judged
   * complete.
   */
  | { type: 'speculate'; line: string | null; isWhole: boolean }
  | { type: 'take-line'; line: VisitorTurn }
  /** A voice without words that could be understood. */
  | { type: 'not-understood' };
