/** Tells the room how to listen: wide open, or guarded against the agent's own voice. */
import type { Room } from '../../rooms/room.ts';
import { guardedFrames, silenceThatEnds, type Flow } from './flow.ts';

export class RoomGuard {
  readonly #room: () => Room;
  readonly #flow: Flow;
  #guard: 'open' | 'guarded' = 'open';

  constructor(room: () => Room, flow: Flow) {
    this.#room = room;
    this.#flow = flow;
  }

  /** The silence that ends what the visitor says now; milliseconds. */
  get silence(): number {
    return silenceThatEnds(this.#flow, this.#guard);
  }

  expect(guard: 'open' | 'guarded'): void {
    this.#guard = guard;
    this.#room().expect(guard, { guardedFrames: guardedFrames(this.#flow), silence: this.silence });
  }
}
