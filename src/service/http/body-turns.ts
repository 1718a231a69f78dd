/**
 * Reads large bodies one after another and pauses between them for the event loop; otherwise thirty simultaneous
 * bodies would delay all other requests.
 */
import { ServiceError } from '@palkit/contract/service-error';

/** Minimum number of UTF-16 units of a body that waits for its turn. */
export const LARGE_BODY = 64 * 1024;
/** Maximum number of waiting bodies, in total and of one sender; further ones are rejected. */
export const MAX_WAITING_BODIES = 64;
export const MAX_BODIES_OF_SENDER = 16;
/** Pause after a body as a multiple of its reading time; its processing takes up to twice as long. */
const PAUSE_FACTOR = 3;

export class BodyTurns {
  /** Senders whose bodies are waiting; a sender occurs once for each body. */
  readonly #waitingSenders: string[] = [];
  #lastTurn: Promise<void> = Promise.resolve();

  /**
   * Calls `read` in its turn. Rejects with its error, or with `too_many_requests` if too many bodies wait. `sender`
   * is the account, or the address if there is none.
   */
  async runInTurn<Body>(sender: string, read: () => Body): Promise<Body> {
    const waitingCount = this.#waitingSenders.filter((other) => other === sender).length;
    if (waitingCount >= MAX_BODIES_OF_SENDER || this.#waitingSenders.length >= MAX_WAITING_BODIES)
      throw new ServiceError('too_many_requests', 'Too many large requests are running at the same time.', {
        retryAfter: 2,
      });
    this.#waitingSenders.push(sender);
    const previousTurn = this.#lastTurn;
    let endTurn = () => {};
    this.#lastTurn = new Promise((resolve) => (endTurn = resolve));
    await previousTurn;
    this.#waitingSenders.splice(this.#waitingSenders.indexOf(sender), 1);
    const startedAt = performance.now();
    try {
      return read();
    } finally {
      setTimeout(() => setImmediate(endTurn), PAUSE_FACTOR * (performance.now() - startedAt));
    }
  }
}
