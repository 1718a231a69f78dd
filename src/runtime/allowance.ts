/** A token bucket: it allows a burst, and then a rate per second. Refused amounts are not counted later. */
export class Allowance {
  readonly #burst: number;
  readonly #perSecond: number;
  #remainingAmount: number;
  #at: number;

  /** `now` is in milliseconds of the same clock as in `take`. */
  constructor(limit: { burst: number; perSecond: number }, now: number) {
    this.#burst = limit.burst;
    this.#perSecond = limit.perSecond;
    this.#remainingAmount = limit.burst;
    this.#at = now;
  }

  /** Counts `amount` and returns true if it is allowed; a refused amount is not counted. */
  take(now: number, amount = 1): boolean {
    const gained = (Math.max(0, now - this.#at) / 1000) * this.#perSecond;
    this.#remainingAmount = Math.min(this.#burst, this.#remainingAmount + gained);
    this.#at = now;
    if (amount > this.#remainingAmount) return false;
    this.#remainingAmount -= amount;
    return true;
  }
}
