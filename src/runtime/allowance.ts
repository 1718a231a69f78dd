/**
 * A token bucket. It allows a burst, and then a rate per second. Refused amounts are not subtracted from later
 * ones.
 */
export class Allowance {
  readonly #burst: number;
  readonly #perSecond: number;
  #remainingAmount: number;
  #updatedAt: number;

  /** `now` is in milliseconds of the same clock as in `take`. */
  constructor(limit: { burst: number; perSecond: number }, now: number) {
    this.#burst = limit.burst;
    this.#perSecond = limit.perSecond;
    this.#remainingAmount = limit.burst;
    this.#updatedAt = now;
  }

  /** Counts `amount` and returns true if it is allowed; a refused amount is not counted. */
  take(now: number, amount = 1): boolean {
    const refill = (Math.max(0, now - this.#updatedAt) / 1000) * this.#perSecond;
    this.#remainingAmount = Math.min(this.#burst, this.#remainingAmount + refill);
    this.#updatedAt = now;
    if (amount > this.#remainingAmount) return false;
    this.#remainingAmount -= amount;
    return true;
  }
}
