/**
 * Large bodies are read one after another, and between two the event loop is left to others: thirty that came at once
 * would keep everybody waiting until the last of them was read.
 */
import { ServiceError } from '@palkit/contract/service-error';

/** UTF-16 units from which a body waits for its turn. */
export const LARGE_BODY = 64 * 1024;
/** Bodies that wait for their turn at once; more are refused. */
export const MOST_WAITING = 64;
/** Others have so many times what the reading took: what is done with a body takes about as long again, or twice. */
const REST = 3;

export class BodyTurns {
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  /** Runs `read` when it is its turn; rejects with its fault, or with `too_many_requests` where too many wait. */
  async take<Body>(read: () => Body): Promise<Body> {
    if (this.#waiting >= MOST_WAITING)
      throw new ServiceError('too_many_requests', 'Too many large bodies are being sent at once.', {
        retryAfter: 2,
      });
    this.#waiting++;
    const before = this.#last;
    let rested = () => {};
    this.#last = new Promise((resolve) => (rested = resolve));
    await before;
    this.#waiting--;
    const began = performance.now();
    try {
      return read();
    } finally {
      setTimeout(() => setImmediate(rested), REST * (performance.now() - began));
    }
  }
}
