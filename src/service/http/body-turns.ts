/**
 * Reads large bodies one after another and pauses between two for the event loop: thirty simultaneous bodies would
 * otherwise delay every other request.
 */
import { ServiceError } from '@palkit/contract/service-error';

/** UTF-16 units from which a body waits for its turn. */
export const LARGE_BODY = 64 * 1024;
/** Maximum number of bodies that wait for their turn, in all and of one sender; more are refused. */
export const MAX_WAITING = 64;
export const MAX_OF_ONE = 16;
/** Pause for other work, as a multiple of the reading time, because processing a body takes once or twice as long. */
const REST = 3;

export class BodyTurns {
  /** Addresses whose bodies wait. */
  readonly #waiting: string[] = [];
  #last: Promise<void> = Promise.resolve();

  /**
   * Runs `read` in its turn; rejects with its fault, or with `too_many_requests` if too many wait. `sender`: the
   * account, or else the address.
   */
  async take<Body>(sender: string, read: () => Body): Promise<Body> {
    const own = this.#waiting.filter((other) => other === sender).length;
    if (own >= MAX_OF_ONE || this.#waiting.length >= MAX_WAITING)
      throw new ServiceError('too_many_requests', 'Too many large requests are running at the same time.', {
        retryAfter: 2,
      });
    this.#waiting.push(sender);
    const before = this.#last;
    let endRest = () => {};
    this.#last = new Promise((resolve) => (endRest = resolve));
    await before;
    this.#waiting.splice(this.#waiting.indexOf(sender), 1);
    const began = performance.now();
    try {
      return read();
    } finally {
      setTimeout(() => setImmediate(endRest), REST * (performance.now() - began));
    }
  }
}
