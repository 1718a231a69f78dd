/**
 * A turn: the visitor's line and its effects until the agent listens again. A table defines its states and
 * moves; any other move is refused. Only `run` ends a turn, and it always does so.
 */

/** In `waiting` the agent spoke a filler phrase and still thinks or calls tools. The last three states are final. */
export const TURN_STATES = [
  'heard',
  'thinking',
  'calling',
  'waiting',
  'saying',
  'said',
  'cut',
  'given_up',
] as const;
export type TurnState = (typeof TURN_STATES)[number];

/**
 * The moves of a turn:
 * - `think`: the responder is asked, or continues after a call.
 * - `call`: tools run.
 * - `wait`: a filler phrase was spoken.
 * - `say`: a part of the answer was spoken.
 * - `finish`: the complete answer was spoken.
 * - `cut`: the visitor continued or left.
 * - `give_up`: there was no answer, and the agent apologised.
 */
export const TURN_MOVES = ['think', 'call', 'wait', 'say', 'finish', 'cut', 'give_up'] as const;
export type TurnMove = (typeof TURN_MOVES)[number];

const CLOSING_MOVES = { cut: 'cut', give_up: 'given_up' } as const;

export const MOVES: Record<TurnState, Partial<Record<TurnMove, TurnState>>> = {
  heard: { think: 'thinking', wait: 'waiting', ...CLOSING_MOVES },
  thinking: { think: 'thinking', call: 'calling', wait: 'waiting', say: 'saying', ...CLOSING_MOVES },
  calling: { think: 'thinking', call: 'calling', wait: 'waiting', say: 'saying', ...CLOSING_MOVES },
  waiting: { think: 'thinking', call: 'calling', wait: 'waiting', say: 'saying', ...CLOSING_MOVES },
  saying: {
    think: 'saying',
    call: 'calling',
    wait: 'waiting',
    say: 'saying',
    finish: 'said',
    ...CLOSING_MOVES,
  },
  said: {},
  cut: {},
  given_up: {},
};

/** True for a state without further moves. */
export const isEnd = (state: TurnState): boolean => Object.keys(MOVES[state]).length === 0;

export class Turn {
  #state: TurnState = 'heard';
  readonly #onEnd: (turn: Turn) => void;

  /** `onEnd` is called once, when the turn ends. */
  constructor(onEnd: (turn: Turn) => void = () => {}) {
    this.#onEnd = onEnd;
  }

  get state(): TurnState {
    return this.#state;
  }

  /** Performs a move; returns false and changes nothing if the table has no such move. */
  move(move: TurnMove): boolean {
    const next = MOVES[this.#state][move];
    if (!next) return false;
    this.#state = next;
    if (isEnd(next)) this.#onEnd(this);
    return true;
  }

  /**
   * Runs the turn's work and always ends the turn: as finished, as cut if `signal` aborted, or as given up if
   * the work failed or produced no words. Rethrows an error of the work.
   */
  async run(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    this.move('think');
    try {
      await work();
    } finally {
      if (!isEnd(this.#state) && !(signal.aborted ? this.move('cut') : this.move('finish')))
        this.move('give_up');
    }
  }
}
