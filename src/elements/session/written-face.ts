/**
 * The face of a text call. It has no voice, so moving lips would look like missing sound. It thinks about a question,
 * looks worried if an answer did not arrive, and rests otherwise.
 */
import type { AgentEvent } from '@palkit/contract/room-events';
import type { Clock } from './clock.ts';
import type { FaceCue, FaceSink } from './face-feed.ts';

/** Ticks of the face's clock per millisecond. */
const TICKS_PER_MS = 48;

export class WrittenFace {
  readonly #sink: FaceSink;
  readonly #clock: Clock;

  constructor(sink: FaceSink, clock: Clock) {
    this.#sink = sink;
    this.#clock = clock;
    // A seed starts a new clock, so that a face can continue from a spoken call.
    this.#sendCue({ mood: 'idle', seed: Math.floor(Math.random() * 2 ** 31) });
  }

  ask(): void {
    this.#sendCue({ mood: 'thinking' });
  }

  /** Ends the thinking expression when text of the agent arrives. */
  take({ event_type: type, properties }: AgentEvent): void {
    if (type.startsWith('conversation.utterance') && 'role' in properties && properties.role === 'pal')
      this.#sendCue({ mood: 'apology' in properties && properties.apology ? 'worried' : 'idle' });
  }

  #sendCue(cue: Omit<FaceCue, 'at'>): void {
    this.#sink.cue({ at: (this.#clock.elapsed() * TICKS_PER_MS) >>> 0, ...cue });
  }
}
