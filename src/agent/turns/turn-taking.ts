/**
 * Decides whose turn it is: whether sound is a pause, an interruption, a back-channel, or a turn of the visitor. It
 * handles one input at a time and returns the next state and the effects, which its caller carries out. This module
 * does no I/O.
 */
import { isBackChannel } from './back-channels.ts';
import { isQuiet } from './floor.ts';
import { isHallucination } from './hallucinations.ts';
import { addNoise, isNoisy } from './noises.ts';
import { turnDuration, type TurnOptions } from './turn-options.ts';
import { beginPause, isPast, isSettled, type Pause } from './pause.ts';
import { endpointingDelayFor, turnEnd } from './turn-end.ts';
import type {
  EndedUtterance,
  ListeningEffect,
  TurnEffect,
  TurnInput,
  TurnState,
  TurnView,
  Utterance,
  VisitorTurn,
  Words,
} from './turn-state.ts';

/**
 * A voice of at least this duration is not a back-channel: it silences the agent, and its words interrupt the
 * agent's line.
 */
const INTERRUPTION_DURATIONS = {
  low: 'interruptionDurationLow',
  medium: 'interruptionDurationMedium',
  high: 'interruptionDurationMedium',
} as const;

type Effect = ListeningEffect | TurnEffect;
type Step = readonly [TurnState, readonly Effect[]];

const NO_SPECULATION: Effect = { type: 'speculate', line: null, isWhole: false };

export function takeTurn(state: TurnState, input: TurnInput, view: TurnView): Step {
  switch (input.type) {
    case 'voice-began':
      return begin(state, view);
    case 'words':
      return handleWords(state, input, view);
    case 'hold-expired':
      return expire(state, input.utterance, view);
    case 'agent-silent':
      return state.deferredLines.length === 0
        ? [state, []]
        : [
            { ...state, deferredLines: [] },
            [{ type: 'take-line', line: state.deferredLines.reduce(joinLines) }],
          ];
    case 'lost':
      return loseConnection(state, view);
    default:
      return state.current ? handleCurrent(state, state.current, input, view) : [state, []];
  }
}

/** Handles an input for the current utterance. An input for an earlier utterance is late and is ignored. */
function handleCurrent(
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
      return end(state, current, { ...view, silence: input.silence ?? view.silence });
    case 'voice-lasts':
      return current.id === input.utterance ? checkDuration(state, current, view) : [state, []];
    case 'words-began':
      return current.id === input.utterance ? beginWords(state, current, view) : [state, []];
    case 'words-so-far':
      return current.id === input.utterance ? speculate(state, current, input, view) : [state, []];
  }
}

/**
 * Handles a lost connection. The voice cannot continue, so neither the recogniser nor the agent waits for it.
 */
function loseConnection(state: TurnState, { now }: TurnView): Step {
  const { current, pausingUtterances } = state;
  const effects: Effect[] = current
    ? [
        { type: 'speech-ended', duration: now - current.startedAt },
        { type: 'stop-listening', utterance: current.id },
      ]
    : [];
  effects.push(NO_SPECULATION);
  if (pausingUtterances.length > 0) effects.push({ type: 'hold', isHeld: false });
  return [{ ...state, current: null, earlierWords: null, deferredLines: [], pausingUtterances: [] }, effects];
}

function begin(state: TurnState, { now, floor, turnOptions }: TurnView): Step {
  const { interruptibility } = turnOptions;
  const id = state.nextId;
  const isOverSpeech = floor === 'speaking';
  // In a noisy room every sound would silence the agent, so it is silenced only by words or by a long voice.
  const isQuietRoom = !isNoisy(state.noises, now);
  const isAgentPaused = isOverSpeech && isQuietRoom && interruptibility === 'medium';
  const current: Utterance = {
    id,
    startedAt: now,
    floorAtStart: floor,
    hasDroppedAnswer: floor === 'begun' && isQuietRoom,
    hasInterrupted: isOverSpeech && isQuietRoom && interruptibility === 'high',
    isLong: false,
    hasWords: false,
    quietSince: null,
    pause: null,
    hasSpeculated: false,
  };
  const effects: Effect[] = [NO_SPECULATION];
  if (current.hasDroppedAnswer) effects.push({ type: 'drop-answer' });
  if (current.hasInterrupted) effects.push({ type: 'interrupt' });
  if (isAgentPaused) effects.push(...pauseFor(id));
  if (isOverSpeech && !current.hasInterrupted)
    effects.push({
      type: 'wait',
      milliseconds: turnDuration(INTERRUPTION_DURATIONS[interruptibility]),
      then: { type: 'voice-lasts', utterance: id },
    });
  effects.push({ type: 'speech-began' }, { type: 'listen', utterance: id });
  const pausingUtterances = isAgentPaused ? [...state.pausingUtterances, id] : state.pausingUtterances;
  return [{ ...state, current, pausingUtterances, nextId: id + 1 }, effects];
}

/** Pauses the agent for an utterance, with a time limit, because a voice without words may be music. */
const pauseFor = (utterance: number): Effect[] => [
  { type: 'hold', isHeld: true },
  {
    type: 'wait',
    milliseconds: turnDuration('wordlessInterruptionTimeout'),
    then: { type: 'hold-expired', utterance },
  },
];

/**
 * Decides whether a voice has lasted as long as an interruption. The end of a voice is detected only after a
 * silence, so the decision waits for that silence.
 */
function checkDuration(state: TurnState, current: Utterance, { now, silence, floor }: TurnView): Step {
  const remainingMs = (current.quietSince ?? -Infinity) + silence - now;
  if (remainingMs > 0)
    return [
      state,
      [{ type: 'wait', milliseconds: remainingMs + 1, then: { type: 'voice-lasts', utterance: current.id } }],
    ];
  const nextState: TurnState = { ...state, current: { ...current, isLong: true } };
  // The agent pauses until the words are known. In noisy surroundings it continues, because the voice may be
  // noise too.
  return isNoisy(state.noises, now, 'long') ? [nextState, []] : pauseOnce(nextState, current.id, floor);
}

function pauseOnce(state: TurnState, utterance: number, floor: TurnView['floor']): Step {
  if (state.pausingUtterances.includes(utterance) || floor !== 'speaking') return [state, []];
  return [{ ...state, pausingUtterances: [...state.pausingUtterances, utterance] }, pauseFor(utterance)];
}

/** Handles the first words of a voice. A voice with words is not noise, so the agent pauses until it ends. */
function beginWords(state: TurnState, current: Utterance, { floor, turnOptions }: TurnView): Step {
  const next: TurnState = { ...state, current: { ...current, hasWords: true } };
  // An agent that is hard to interrupt pauses only for a long voice.
  if (turnOptions.interruptibility === 'low' && !current.isLong) return [next, []];
  return pauseOnce(next, current.id, floor);
}

function hear(state: TurnState, current: Utterance, samples: number, { turnOptions }: TurnView): Step {
  if (!current.pause || isPast(current.pause)) return [state, []];
  const currentPause: Pause = { ...current.pause, samples: current.pause.samples + samples };
  const [next, effects] = read(state, { ...current, pause: currentPause }, currentPause, turnOptions);
  return isPast(currentPause) ? [next, [...effects, NO_SPECULATION]] : [next, effects];
}

function pause(state: TurnState, current: Utterance, { now, turnOptions }: TurnView): Step {
  const currentPause = beginPause(state.nextId);
  const next = { ...state, next: state.nextId + 1 };
  return read(next, { ...current, quietSince: now, pause: currentPause }, currentPause, turnOptions);
}

/** Requests the words before a pause once, when the pause has lasted long enough. */
function read(
  state: TurnState,
  current: Utterance,
  currentPause: Pause,
  { settlingDelay }: TurnOptions,
): Step {
  if (!isSettled(currentPause, settlingDelay)) return [{ ...state, current }, []];
  return [
    { ...state, current: { ...current, pause: { ...currentPause, isRead: true } } },
    [{ type: 'read-pause', utterance: current.id, pause: currentPause.id }],
  ];
}

/** Called when the voice continues, so that the words up to the pause are incomplete. */
function resume(state: TurnState, current: Utterance, currentPause: Pause): Step {
  return [
    { ...state, current: { ...current, pause: { ...currentPause, isResumed: true } } },
    currentPause.isRead ? [{ type: 'resume-listening', utterance: current.id }] : [],
  ];
}

/** Starts a speculative answer to the words up to a pause. */
function speculate(
  state: TurnState,
  current: Utterance,
  { pause: id, text }: Extract<TurnInput, { type: 'words-so-far' }>,
  view: TurnView,
): Step {
  const words = text?.trim();
  const currentPause = current.pause;
  if (
    !words ||
    currentPause?.id !== id ||
    isPast(currentPause) ||
    !isQuiet(current.floorAtStart) ||
    !isQuiet(view.floor)
  )
    return [state, []];
  const line = withOpenLine(view, state.earlierWords ? `${state.earlierWords.text} ${words}` : words);
  const turnEnding = turnEnd(line, view.language);
  // A complete line is answered at once. A line with an open end is answered as if it were complete, but only once per
  // utterance: the pause may be only a closed consonant, and each attempt costs a request to a model.
  const isFirstGuess = turnEnding === 'open' && !current.hasSpeculated && !currentPause.isResumed;
  return [
    isFirstGuess ? { ...state, current: { ...current, hasSpeculated: true } } : state,
    [{ type: 'speculate', line, isWhole: turnEnding === 'complete' || isFirstGuess }],
  ];
}

function end(state: TurnState, utterance: Utterance, { now, silence }: TurnView): Step {
  const duration = now - utterance.startedAt;
  const endedUtterance: EndedUtterance = { utterance, duration, silence, silentSince: now - silence };
  const effects: Effect[] = [{ type: 'speech-ended', duration }];
  if (state.pausingUtterances.includes(utterance.id))
    effects.push({
      type: 'wait',
      milliseconds: turnDuration('falseInterruptionTimeout'),
      then: { type: 'hold-expired', utterance: utterance.id },
    });
  effects.push({ type: 'finish-listening', utterance: utterance.id });
  return [{ ...state, current: null, ended: [...state.ended, endedUtterance] }, effects];
}

/** Decides what an utterance means, when its words are known. */
function handleWords(
  previous: TurnState,
  { utterance: id, text, language }: Extract<TurnInput, { type: 'words' }>,
  view: TurnView,
): Step {
  const endedUtterance = previous.ended.find(({ utterance }) => utterance.id === id);
  if (!endedUtterance) return [previous, []];
  const state = { ...previous, ended: previous.ended.filter((each) => each !== endedUtterance) };
  const { utterance, duration, silence, silentSince } = endedUtterance;
  const isOverSpeech = !isQuiet(utterance.floorAtStart) && !utterance.hasInterrupted;
  const voiceDuration = Math.max(0, duration - silence);
  const recognisedText = isHallucination(text.trim(), voiceDuration, isOverSpeech) ? '' : text.trim();
  const isBackChannelOverSpeech = isOverSpeech && isBackChannel(recognisedText, voiceDuration);
  if (isBackChannelOverSpeech && !state.earlierWords) return release(recordNoise(state, utterance, view), id);
  // A back-channel adds nothing to earlier words; those words are then the line.
  const words = isBackChannelOverSpeech ? '' : recognisedText;
  const utteranceWords: Words = {
    text: words,
    startedAt: utterance.startedAt,
    duration,
    silentSince,
    language,
  };
  const line = !words
    ? state.earlierWords
    : state.earlierWords
      ? joinLines(state.earlierWords, utteranceWords)
      : utteranceWords;
  // The visitor is speaking again, so these words wait for the words of the next utterance.
  if (state.current && line) return [{ ...state, earlierWords: line }, []];
  const settledState: TurnState = {
    ...(words ? state : recordNoise(state, utterance, view)),
    earlierWords: null,
  };
  return line
    ? handleLine(settledState, line, isOverSpeech && !utterance.isLong, view)
    : handleNoWords(settledState, utterance, view);
}

/**
 * Handles words that were understood. `isAside` is true for a short line that the visitor spoke during the
 * agent's speech.
 */
function handleLine(
  state: TurnState,
  { silentSince, ...words }: Words,
  isAside: boolean,
  view: TurnView,
): Step {
  const { turnOptions, floor } = view;
  const endpointingDelay = turnOptions.hasFixedDelay
    ? turnOptions.silence
    : endpointingDelayFor(
        withOpenLine(view, words.text),
        turnOptions.silence,
        words.language ?? view.language,
      );
  const line: VisitorTurn = { ...words, certainEnd: silentSince + endpointingDelay };
  return isAside && turnOptions.interruptibility === 'low' && floor === 'speaking'
    ? [{ ...state, deferredLines: [...state.deferredLines, line] }, []]
    : [state, [{ type: 'take-line', line }]];
}

/**
 * Handles a voice without words. If the voice made the agent drop an answer, the answer is prepared again:
 * after the current voice, or immediately if the current voice is probably noise too.
 */
function handleNoWords(
  state: TurnState,
  { hasDroppedAnswer, floorAtStart }: Utterance,
  { now }: TurnView,
): Step {
  if (hasDroppedAnswer && state.current && !isNoisy(state.noises, now))
    return [{ ...state, current: { ...state.current, hasDroppedAnswer: true } }, [NO_SPECULATION]];
  if (hasDroppedAnswer) return [state, [NO_SPECULATION, { type: 'answer-again' }]];
  return [state, floorAtStart === 'free' ? [NO_SPECULATION, { type: 'not-understood' }] : [NO_SPECULATION]];
}

/** Records a voice that was not a turn. */
const recordNoise = (
  state: TurnState,
  { id, isLong, floorAtStart }: Utterance,
  { now }: TurnView,
): TurnState =>
  floorAtStart === 'free'
    ? state
    : { ...state, noises: addNoise(state.noises, { utterance: id, at: now, isLong }) };

/** Ends the agent's pause, because the words did not arrive in time. */
function expire(state: TurnState, id: number, view: TurnView): Step {
  const { current } = state;
  if (!state.pausingUtterances.includes(id)) return [state, []];
  if (current?.id === id) {
    if (current.hasWords) return [state, []];
    const holding = state.pausingUtterances.filter((each) => each !== id);
    return [
      { ...recordNoise(state, current, view), pausingUtterances: holding },
      [{ type: 'hold', isHeld: false }],
    ];
  }
  const endedUtterance = state.ended.find(({ utterance }) => utterance.id === id);
  return release(endedUtterance ? recordNoise(state, endedUtterance.utterance, view) : state, id);
}

/** Ends the agent's pause for this utterance. */
function release(state: TurnState, utterance: number): Step {
  if (!state.pausingUtterances.includes(utterance)) return [state, []];
  const holding = state.pausingUtterances.filter((id) => id !== utterance);
  // A voice that began meanwhile keeps the agent paused.
  const isHeld = state.current !== null && holding.includes(state.current.id);
  return [{ ...state, pausingUtterances: holding }, isHeld ? [] : [{ type: 'hold', isHeld: false }]];
}

/** Returns the visitor's open line with these words at its end; only the words if no line is open. */
const withOpenLine = ({ openLine }: TurnView, words: string): string =>
  openLine === null ? words : `${openLine} ${words}`;

function joinLines<Line extends Words | VisitorTurn>(first: Line, second: Line): Line {
  return {
    ...second,
    text: `${first.text} ${second.text}`,
    startedAt: first.startedAt,
    duration: second.startedAt + second.duration - first.startedAt,
    language: second.language ?? first.language,
  };
}
