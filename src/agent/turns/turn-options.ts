/**
 * The options of a PAL's turns, and all durations used in turn taking. This module does no I/O. The table in
 * docs/reference.md is generated from `TURN_DURATIONS`.
 */
import { IDLE_SECONDS, TURN_SILENCE, type Layers } from '@palkit/contract/layers';

export interface TurnDuration {
  /** The value in milliseconds that the service uses. */
  default: number;
  /** The smallest and the largest useful value in milliseconds. */
  bounds: readonly [number, number];
  description: string;
}

/** Durations in milliseconds. If livekit/agents or pipecat has a duration too, it has the same name here. */
export const TURN_DURATIONS = {
  endpointingDelay: {
    default: TURN_SILENCE.medium,
    bounds: [200, 3000],
    description:
      "Silence that ends the visitor's turn: `turn_taking_patience` or `turn_detection.silence_ms`. Twice as long " +
      'after words that sound unfinished, 0.6 of it after a whole question.',
  },
  minEndpointingDelay: {
    default: 260,
    bounds: [100, 1000],
    description:
      'Silence after which the words are read and a speculative reply starts, while the agent is silent.',
  },
  pauseSettlingDelay: {
    default: 60,
    bounds: [0, 160],
    description:
      'Length of a pause after which its words are read. Most closed consonants that look like a pause ' +
      'are over by then (docs/decisions/0002-embedded-ears.md). 0 if a model answers.',
  },
  maxPauseDuration: {
    default: 160,
    bounds: [100, 400],
    description:
      'Sound after the beginning of a pause from which the pause was not the end of the utterance.',
  },
  minInterruptionDurationLow: {
    default: 200,
    bounds: [60, 600],
    description:
      "Length from which a voice during the agent's speech counts, with `pal_interruptibility: low`; its " +
      'echo is shorter.',
  },
  minInterruptionDurationMedium: {
    default: 160,
    bounds: [60, 600],
    description: 'The same with `medium`.',
  },
  minInterruptionDurationHigh: { default: 120, bounds: [60, 600], description: 'The same with `high`.' },
  maxBackChannelDuration: {
    default: 600,
    bounds: [200, 1500],
    description: "A single word in a shorter voice during the agent's speech is a noise or a back-channel.",
  },
  interruptionDurationLow: {
    default: 1500,
    bounds: [500, 5000],
    description:
      "Length from which a voice during the agent's speech stops it, with `pal_interruptibility: low`.",
  },
  interruptionDurationMedium: { default: 1200, bounds: [500, 5000], description: 'The same with `medium`.' },
  falseInterruptionTimeout: {
    default: 3000,
    bounds: [500, 10_000],
    description:
      'The agent resumes if the recogniser has not decided by then what the interrupting voice was.',
  },
  wordlessInterruptionTimeout: {
    default: 8000,
    bounds: [2000, 30_000],
    description:
      'The agent resumes after this time if no word of an interrupting voice is recognised, even if the voice goes on.',
  },
  noiseMemory: {
    default: 20_000,
    bounds: [5000, 120_000],
    description:
      'After two sounds within this time that were no turn, a further sound neither pauses the agent nor drops its ' +
      'answer until it has words or lasts as long as an interruption.',
  },
  minHallucinationDuration: {
    default: 450,
    bounds: [100, 1000],
    description:
      'In a shorter voice, words that recognisers hallucinate for noise ("thank you") are dropped.',
  },
  minHallucinationDurationOverSpeech: {
    default: 600,
    bounds: [100, 1500],
    description: "The same during the agent's speech.",
  },
  transcriptStability: {
    default: 340,
    bounds: [100, 1000],
    description:
      "Words of the browser's recogniser that have not changed for this long after the voice are final.",
  },
  transcriptStabilityAtPause: {
    default: 80,
    bounds: [20, 500],
    description: 'The same at a pause, where a speculative reply may start.',
  },
  transcriptTimeout: {
    default: 1000,
    bounds: [300, 5000],
    description: "Longest wait after the voice for the first words of the browser's recogniser.",
  },
  transcriptLead: {
    default: 500,
    bounds: [100, 2000],
    description: "Words may come this long before their voice is detected during the agent's speech.",
  },
  minUnrecognisedDuration: {
    default: 500,
    bounds: [200, 2000],
    description: "If the browser's recogniser has no word for a longer voice, the service recognises it.",
  },
  fillerDelay: {
    default: 1500,
    bounds: [500, 5000],
    description: 'Wait for the first sentence of the answer, after which the agent says a filler phrase.',
  },
  reasoningFillerDelay: {
    default: 4000,
    bounds: [1000, 10_000],
    description: 'The same for a model that reports that it reasons.',
  },
  secondFillerDelay: {
    default: 8000,
    bounds: [2000, 20_000],
    description: 'Wait from the first filler phrase to the second.',
  },
  answerTimeout: {
    default: 26_000,
    bounds: [5000, 60_000],
    description:
      'Silence of a model or tool after which the agent gives up its answer. Longer than a tool may take.',
  },
  echoSilence: {
    default: 5000,
    bounds: [500, 20_000],
    description:
      'Silence that ends a line of sound in pipeline mode `echo` whose last message has no `done`.',
  },
  personWait: {
    default: 20_000,
    bounds: [5000, 120_000],
    description:
      "Wait for a person after the visitor's request. Afterwards the agent asks for a message " +
      '(docs/decisions/0032-taking-over.md).',
  },
} as const satisfies Record<string, TurnDuration>;

/** Returns the default of a duration in milliseconds. */
export const turnDuration = (name: keyof typeof TURN_DURATIONS): number => TURN_DURATIONS[name].default;

/** A PAL's `layers.conversational_flow` with defaults. Durations are in milliseconds. */
export interface TurnOptions {
  /** `silence` is `endpointingDelay`; with `hasFixedDelay` it does not depend on the words. */
  silence: number;
  hasFixedDelay: boolean;
  interruptibility: 'low' | 'medium' | 'high';
  /** Silence of both sides after which the agent asks whether the visitor is there; null disables it. */
  idlePromptDelay: number | null;
  /** True if answers are prepared at the first silence, before the turn is certainly over. */
  allowsSpeculation: boolean;
  /** Milliseconds of silence before a pause's words are recognised (`pauseSettlingDelay`). */
  settlingDelay: number;
}

/** Duration of a frame of sound in milliseconds. */
const FRAME_MS = 20;
const MIN_INTERRUPTION = {
  low: 'minInterruptionDurationLow',
  medium: 'minInterruptionDurationMedium',
  high: 'minInterruptionDurationHigh',
} as const;

/**
 * Returns a PAL's turn options. `hurried` is true if a model answers, which takes longer than the silence that
 * ends a turn. The words are then recognised at the first sign of a pause, at the cost of more useless
 * recognitions.
 */
export function turnOptionsOf(
  layer: Layers['conversational_flow'],
  { llm, hurried = false }: { llm?: Layers['llm']; hurried?: boolean } = {},
): TurnOptions {
  const settings = layer ?? {};
  const silence = settings.turn_detection?.silence_ms;
  const idle = settings.idle_engagement ?? 'off';
  return {
    silence: silence ?? TURN_SILENCE[settings.turn_taking_patience ?? 'medium'],
    hasFixedDelay: typeof silence === 'number',
    interruptibility: interruptibilityOf(settings),
    idlePromptDelay: idle === 'off' ? null : (settings.idle_seconds ?? IDLE_SECONDS[idle]) * 1000,
    allowsSpeculation: llm?.speculative_inference ?? true,
    settlingDelay: hurried ? 0 : turnDuration('pauseSettlingDelay'),
  };
}

const interruptibilityOf = (settings: NonNullable<Layers['conversational_flow']>) =>
  settings.pal_interruptibility ??
  settings.face_interruptibility ??
  settings.replica_interruptibility ??
  'medium';

/** Settings for each level of `conversation.sensitivity`. A high sensitivity to pauses means a short silence. */
const SENSITIVITY = {
  verylow: { silence: TURN_SILENCE.high, interruptibility: 'low' },
  low: { silence: TURN_SILENCE.high, interruptibility: 'low' },
  medium: { silence: TURN_SILENCE.medium, interruptibility: 'medium' },
  high: { silence: TURN_SILENCE.low, interruptibility: 'high' },
} as const;

/** Returns the options after `conversation.sensitivity`; null for a missing or unknown level. */
export function withSensitivity(
  options: TurnOptions,
  { pause, interruption }: { pause?: unknown; interruption?: unknown },
): TurnOptions | null {
  const levels = [pause, interruption].filter((level) => level !== null && level !== undefined);
  if (levels.length === 0 || !levels.every(isLevel)) return null;
  return {
    ...options,
    ...(isLevel(pause) ? { silence: SENSITIVITY[pause].silence, hasFixedDelay: false } : {}),
    ...(isLevel(interruption) ? { interruptibility: SENSITIVITY[interruption].interruptibility } : {}),
  };
}

const isLevel = (value: unknown): value is keyof typeof SENSITIVITY =>
  typeof value === 'string' && Object.hasOwn(SENSITIVITY, value);

/**
 * Returns the milliseconds of silence after which the words are recognised. While the agent is silent (`open`),
 * they are recognised early for a speculative answer. During the agent's speech only the full silence counts, so
 * that the first word of an objection is not taken for a back-channel.
 */
export const readingSilence = (options: TurnOptions, guard: 'open' | 'guarded'): number =>
  guard === 'open' ? Math.min(turnDuration('minEndpointingDelay'), options.silence) : options.silence;

/**
 * Returns the number of frames with a voice after which the voice counts as the visitor's during the agent's
 * speech, because a shorter one may be the agent's echo.
 */
export const guardedFrames = ({ interruptibility }: TurnOptions): number =>
  turnDuration(MIN_INTERRUPTION[interruptibility]) / FRAME_MS;
