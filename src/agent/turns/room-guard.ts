/** Sets how the room listens: `open`, or `guarded` against the agent's own voice. */
import type { VisitorEvent } from '@palkit/contract/room-events';
import type { Room } from '../ports/room.ts';
import { guardedFrames, readingSilence, type TurnOptions, withSensitivity } from './turn-options.ts';

type Adjustment = Extract<
  VisitorEvent,
  { event_type: 'conversation.sensitivity' | 'conversation.set_emotion' }
>;
const EMOTIONS_WARNING = 'Faces have no emotions on demand: they listen, think and speak.';
const LEVELS_WARNING =
  'participant_pause_sensitivity or participant_interrupt_sensitivity must be verylow, low, medium or high.';

export class RoomGuard {
  readonly #room: () => Room;
  readonly #turnOptions: TurnOptions;
  #guard: 'open' | 'guarded' = 'open';

  constructor(room: () => Room, turnOptions: TurnOptions) {
    this.#room = room;
    this.#turnOptions = turnOptions;
  }

  /** The silence in milliseconds that ends the visitor's current line. */
  get silence(): number {
    return readingSilence(this.#turnOptions, this.#guard);
  }

  /** Changes the turn-taking options at the page's request, or tells the page why the request has no effect. */
  adjust(event: Adjustment): void {
    const { event_type } = event;
    const warn = (message: string) => this.#room().send('conversation.warning', { event_type, message });
    if (event.event_type === 'conversation.set_emotion') return warn(EMOTIONS_WARNING);
    const changedOptions = withSensitivity(this.#turnOptions, {
      pause: event.properties.participant_pause_sensitivity,
      interruption: event.properties.participant_interrupt_sensitivity,
    });
    if (!changedOptions) return warn(LEVELS_WARNING);
    // The other parts of this call read the same object at each turn, so the options are changed in place.
    Object.assign(this.#turnOptions, changedOptions);
    this.setGuard(this.#guard);
  }

  setGuard(guard: 'open' | 'guarded'): void {
    this.#guard = guard;
    this.#room().setGuard(guard, { guardedFrames: guardedFrames(this.#turnOptions), silence: this.silence });
  }
}
