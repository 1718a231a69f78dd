/** Tells the room how to listen: wide open, or guarded against the agent's own voice. */
import type { Room } from '../ports/room.ts';
import { guardedFrames, readingSilence, type TurnOptions } from './turn-options.ts';

export class RoomGuard {
  readonly #room: () => Room;
  readonly #turnOptions: TurnOptions;
  #guard: 'open' | 'guarded' = 'open';

  constructor(room: () => Room, turnOptions: TurnOptions) {
    this.#room = room;
    this.#turnOptions = turnOptions;
  }

  /** The silence that ends what the visitor says now; milliseconds. */
  get silence(): number {
    return readingSilence(this.#turnOptions, this.#guard);
  }

  expect(guard: 'open' | 'guarded'): void {
    this.#guard = guard;
    this.#room().expect(guard, { guardedFrames: guardedFrames(this.#turnOptions), silence: this.silence });
  }
}
