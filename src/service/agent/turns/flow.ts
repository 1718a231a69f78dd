/** How a PAL takes turns: what its settings come to. Pure. */
import type { Layers } from '@palkit/contract/layers';

/** What a PAL's `layers.conversational_flow` comes to. Milliseconds. */
export interface Flow {
  /**
   * The silence that ends the visitor's turn, longer after words that sound unfinished and shorter after a
   * whole question; by itself where `exact`.
   */
  silence: number;
  exact: boolean;
  interruptibility: 'low' | 'medium' | 'high';
  /** Nobody has spoken for so long: ask whether somebody is there. `null`: never. */
  idle: number | null;
  /** Whether answers are begun before the turn is surely over. */
  early: boolean;
  /** A pause lasts for so long before its words are read. */
  settling: number;
}

const SILENCE = { low: 400, medium: 600, high: 1200 } as const;
const IDLE = { patient: 30, eager: 12 } as const;
/** Frames of 20 ms with a voice before one counts while the agent speaks, for its echo may be heard. */
const GUARDED_FRAMES = { low: 10, medium: 8, high: 6 } as const;
/** Most closed consonants that look like a pause are over by then (docs/decisions/0002-embedded-ears.md). */
const SETTLING_MS = 60;

/**
 * `hurried`: a model answers, which takes longer than the silence that ends a turn, so that the words are read at the
 * first sign of a pause, though they are then read in vain more often.
 */
export function flowOf(
  layer: Layers['conversational_flow'],
  { llm, hurried = false }: { llm?: Layers['llm']; hurried?: boolean } = {},
): Flow {
  const told = layer ?? {};
  const exactly = told.turn_detection?.silence_ms;
  const idle = told.idle_engagement ?? 'off';
  return {
    silence: exactly ?? SILENCE[told.turn_taking_patience ?? 'medium'],
    exact: typeof exactly === 'number',
    interruptibility: told.pal_interruptibility ?? told.replica_interruptibility ?? 'medium',
    idle: idle === 'off' ? null : (told.idle_seconds ?? IDLE[idle]) * 1000,
    early: llm?.speculative_inference ?? true,
    settling: hurried ? 0 : SETTLING_MS,
  };
}

/**
 * While the agent is silent, the silence after which the words are read and an answer is begun in secret:
 * when the whole silence has passed it is heard at once, and where the visitor goes on it is dropped. Over
 * the agent's voice only whole silences count, so that the first word of an objection is not taken for a "go
 * on". Milliseconds.
 */
const EARLY_MS = 260;
export const silenceThatEnds = (flow: Flow, guard: 'open' | 'guarded'): number =>
  guard === 'open' ? Math.min(EARLY_MS, flow.silence) : flow.silence;

export const guardedFrames = (flow: Flow): number => GUARDED_FRAMES[flow.interruptibility];
