/**
 * Decides whose turn it is: a pause, an interruption, a back-channel, or a turn of the visitor. It takes one input at
 * a time and returns the next state and effects for others to carry out. Pure.
 */
import { isBackChannel } from './back-channels.ts';
import { isQuiet, type Floor } from './floor.ts';
import { isHallucination } from './hallucinations.ts';
import { turnDuration, type TurnOptions } from './turn-options.ts';
import { beginPause, isPast, settles, type Pause } from './pause.ts';
import { patienceFor, turnEnd } from './turn-end.ts';

/**
 * A voice of this duration is not a back-channel: it silences the agent, and its words interrupt the agent's line.
 */
const INTERRUPTION = { low: 'interruptionDurationLow', medium: 'interruptionDurationMedium' } as const;

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
type Words = Omit<VisitorTurn, 'until'> & { silent: number };

/** A voice from its beginning to its end. */
interface Utterance {
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
  /** The beginning of its last pause, in Unix milliseconds. */
  quietSince: number | null;
  /** Its last pause, which may be over. */
  pause: Pause | null;
  /** A speculative answer was begun although the words may be incomplete. */
  guessed: boolean;
}

/** An utterance that is over and whose words are awaited. */
interface Ended {
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
  ended: readonly Ended[];
  /** The words of an utterance that ended after the next had begun. */
  earlier: Words | null;
  /** Lines over an agent that is hard to interrupt: answered when it has finished. */
  later: readonly VisitorTurn[];
  /** The utterances that made the agent pause. */
  holding: readonly number[];
  /** The number of the next utterance, and of the next pause. */
  next: number;
}

export const NO_TURN: TurnState = {
  current: null,
  ended: [],
  earlier: null,
  later: [],
  holding: [],
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
  /** The recogniser's words up to a pause; null where it read none. */
  | { type: 'words-so-far'; utterance: number; pause: number; text: string | null }
  /** The words of a finished utterance; empty if none were understood. */
  | { type: 'words'; utterance: number; text: string; language: string | undefined }
  /** The agent has paused for this utterance for long enough. */
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

type Effect = ListeningEffect | TurnEffect;
type Step = readonly [TurnState, readonly Effect[]];

const NO_SPECULATION: Effect = { type: 'speculate', line: null, isWhole: false };

export function takeTurn(state: TurnState, input: TurnInput, view: TurnView): Step {
  switch (input.type) {
    case 'voice-began':
      return begin(state, view);
    case 'words':
      return judge(state, input, view);
    case 'hold-expired':
      return release(state, input.utterance);
    case 'agent-silent':
      return state.later.length === 0
        ? [state, []]
        : [{ ...state, later: [] }, [{ type: 'take-line', line: state.later.reduce(joinLines) }]];
    case 'lost':
      return loseConnection(state, view);
    default:
      return state.current ? goOn(state, state.current, input, view) : [state, []];
  }
}

/** Takes an input about the utterance that goes on; one about another has come too late. */
function goOn(
  state: TurnState,
  current: Utterance,
  input: Exclude<TurnInput, { type: 'voice-began' | 'words' | 'hold-expired' | 'agent-silent' | 'lost' }>,
  view: TurnView,
): Step {
  switch (input.type) {
    case 'voice':
      return hear(state, current, input.samples, view);
    case 'voice-paused':
      return pause(state, current, view);
    case 'voice-resumed':
      return current.pause ? resume(state, current, current.pause) : [state, []];
    case 'voice-ended':
      return end(state, current, view);
    case 'voice-lasts':
      return current.id === input.utterance ? lasts(state, current, view) : [state, []];
    case 'words-so-far':
      return current.id === input.utterance ? guess(state, current, input, view) : [state, []];
  }
}

/**
 * The connection is lost. The recogniser must not wait for further words, nor the agent for a voice that cannot come.
 */
function loseConnection(state: TurnState, { now }: TurnView): Step {
  const { current, holding } = state;
  const effects: Effect[] = current
    ? [
        { type: 'speech-ended', duration: now - current.began },
        { type: 'stop-listening', utterance: current.id },
      ]
    : [];
  effects.push(NO_SPECULATION);
  if (holding.length > 0) effects.push({ type: 'hold', isHeld: false });
  return [{ ...state, current: null, earlier: null, later: [], holding: [] }, effects];
}

function begin(state: TurnState, { now, floor, turnOptions }: TurnView): Step {
  const { interruptibility } = turnOptions;
  const id = state.next;
  const over = floor === 'speaking';
  const isHeld = over && interruptibility === 'medium';
  const current: Utterance = {
    id,
    began: now,
    over: floor,
    dropped: floor === 'begun',
    won: over && interruptibility === 'high',
    long: false,
    quietSince: null,
    pause: null,
    guessed: false,
  };
  const effects: Effect[] = [NO_SPECULATION];
  if (current.dropped) effects.push({ type: 'drop-answer' });
  if (current.won) effects.push({ type: 'interrupt' });
  if (isHeld) effects.push({ type: 'hold', isHeld: true });
  if (over && interruptibility !== 'high')
    effects.push({
      type: 'wait',
      milliseconds: turnDuration(INTERRUPTION[interruptibility]),
      then: { type: 'voice-lasts', utterance: id },
    });
  effects.push({ type: 'speech-began' }, { type: 'listen', utterance: id });
  const holding = isHeld ? [...state.holding, id] : state.holding;
  return [{ ...state, current, holding, next: id + 1 }, effects];
}

/** A silence is not a voice: it is known whether the voice continued once that silence would have ended it. */
function lasts(state: TurnState, current: Utterance, { now, silence, floor }: TurnView): Step {
  const remaining = (current.quietSince ?? -Infinity) + silence - now;
  if (remaining > 0)
    return [
      state,
      [{ type: 'wait', milliseconds: remaining + 1, then: { type: 'voice-lasts', utterance: current.id } }],
    ];
  const next: TurnState = { ...state, current: { ...current, long: true } };
  if (state.holding.includes(current.id) || floor !== 'speaking') return [next, []];
  // It may be a noise: the agent is silent until that is known, and then goes on or ends.
  return [{ ...next, holding: [...state.holding, current.id] }, [{ type: 'hold', isHeld: true }]];
}

function hear(state: TurnState, current: Utterance, samples: number, { turnOptions }: TurnView): Step {
  if (!current.pause || isPast(current.pause)) return [state, []];
  const paused: Pause = { ...current.pause, samples: current.pause.samples + samples };
  const [next, effects] = read(state, { ...current, pause: paused }, paused, turnOptions);
  return isPast(paused) ? [next, [...effects, NO_SPECULATION]] : [next, effects];
}

function pause(state: TurnState, current: Utterance, { now, turnOptions }: TurnView): Step {
  const paused = beginPause(state.next);
  const next = { ...state, next: state.next + 1 };
  return read(next, { ...current, quietSince: now, pause: paused }, paused, turnOptions);
}

/** After a long enough pause its words are read, once. */
function read(state: TurnState, current: Utterance, paused: Pause, { settling }: TurnOptions): Step {
  if (!settles(paused, settling)) return [{ ...state, current }, []];
  return [
    { ...state, current: { ...current, pause: { ...paused, isRead: true } } },
    [{ type: 'read-pause', utterance: current.id, pause: paused.id }],
  ];
}

/** The voice goes on: the words up to the pause are incomplete. */
function resume(state: TurnState, current: Utterance, paused: Pause): Step {
  return [
    { ...state, current: { ...current, pause: { ...paused, isResumed: true } } },
    paused.isRead ? [{ type: 'resume-listening', utterance: current.id }] : [],
  ];
}

/** The words up to a pause arrived: a speculative answer to them is begun. */
function guess(
  state: TurnState,
  current: Utterance,
  { pause: id, text }: Extract<TurnInput, { type: 'words-so-far' }>,
  view: TurnView,
): Step {
  const words = text?.trim();
  const paused = current.pause;
  if (!words || paused?.id !== id || isPast(paused) || !isQuiet(current.over) || !isQuiet(view.floor))
    return [state, []];
  const line = withOpenLine(view, state.earlier ? `${state.earlier.text} ${words}` : words);
  const ending = turnEnd(line, view.language);
  // A whole question surely is complete. Other words are taken for complete once an utterance, where the silence
  // lasts: a closed consonant may look like a pause, and each guess is a request to a model.
  const isGuess = ending === 'open' && !current.guessed && !paused.isResumed;
  return [
    isGuess ? { ...state, current: { ...current, guessed: true } } : state,
    [{ type: 'speculate', line, isWhole: ending === 'complete' || isGuess }],
  ];
}

function end(state: TurnState, utterance: Utterance, { now, silence }: TurnView): Step {
  const duration = now - utterance.began;
  const ended: Ended = { utterance, duration, silence, silent: now - silence };
  const effects: Effect[] = [{ type: 'speech-ended', duration }];
  if (state.holding.includes(utterance.id))
    effects.push({
      type: 'wait',
      milliseconds: turnDuration('falseInterruptionTimeout'),
      then: { type: 'hold-expired', utterance: utterance.id },
    });
  effects.push({ type: 'finish-listening', utterance: utterance.id });
  return [{ ...state, current: null, ended: [...state.ended, ended] }, effects];
}

/** Decides what the words of an utterance are, now that they are known. */
function judge(
  before: TurnState,
  { utterance: id, text, language }: Extract<TurnInput, { type: 'words' }>,
  view: TurnView,
): Step {
  const ended = before.ended.find(({ utterance }) => utterance.id === id);
  if (!ended) return [before, []];
  const state = { ...before, ended: before.ended.filter((each) => each !== ended) };
  const { utterance, duration, silence, silent } = ended;
  const over = !isQuiet(utterance.over) && !utterance.won;
  const voice = Math.max(0, duration - silence);
  const words = isHallucination(text.trim(), voice, over) ? '' : text.trim();
  if (over && isBackChannel(words, voice)) return release(state, id);
  const own: Words = { text: words, began: utterance.began, duration, silent, language };
  const line = !words ? state.earlier : state.earlier ? joinLines(state.earlier, own) : own;
  // The visitor goes on: the words wait for the rest.
  if (state.current && line) return [{ ...state, earlier: line }, []];
  const settled = { ...state, earlier: null };
  return line ? takeWords(settled, line, over && !utterance.long, view) : wordless(settled, utterance);
}

/** `isAside`: the line was spoken over the agent, and briefly. */
function takeWords(state: TurnState, { silent, ...words }: Words, isAside: boolean, view: TurnView): Step {
  const { turnOptions, floor } = view;
  const patience = turnOptions.exact
    ? turnOptions.silence
    : patienceFor(withOpenLine(view, words.text), turnOptions.silence, words.language ?? view.language);
  const line: VisitorTurn = { ...words, until: silent + patience };
  return isAside && turnOptions.interruptibility === 'low' && floor === 'speaking'
    ? [{ ...state, later: [...state.later, line] }, []]
    : [state, [{ type: 'take-line', line }]];
}

/** A voice without words: the answer that it dropped begins again, after the voice that goes on now. */
function wordless(state: TurnState, { dropped, over }: Utterance): Step {
  if (dropped && state.current)
    return [{ ...state, current: { ...state.current, dropped: true } }, [NO_SPECULATION]];
  if (dropped) return [state, [NO_SPECULATION, { type: 'answer-again' }]];
  return [state, over === 'free' ? [NO_SPECULATION, { type: 'not-understood' }] : [NO_SPECULATION]];
}

/** The agent need no longer pause for this utterance. */
function release(state: TurnState, utterance: number): Step {
  if (!state.holding.includes(utterance)) return [state, []];
  const holding = state.holding.filter((id) => id !== utterance);
  // A voice that began meanwhile keeps the agent silent for its own reasons.
  const isHeld = state.current !== null && holding.includes(state.current.id);
  return [{ ...state, holding }, isHeld ? [] : [{ type: 'hold', isHeld: false }]];
}

/** All of the visitor's line, if these words are the next of it. */
const withOpenLine = ({ openLine }: TurnView, words: string): string =>
  openLine === null ? words : `${openLine} ${words}`;

function joinLines<Line extends Words | VisitorTurn>(one: Line, other: Line): Line {
  return {
    ...other,
    text: `${one.text} ${other.text}`,
    began: one.began,
    duration: other.began + other.duration - one.began,
    language: other.language ?? one.language,
  };
}
