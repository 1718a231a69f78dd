/**
 * The places for calls in one process: those with sound and video, and those in text, which cost far less. An account
 * may use three times as many places as would still be free, so that there is always one for an account without a
 * call. A service with one account has no such limit.
 */

export type Medium = 'media' | 'text';

/** Largest ratio of an account's places to the free ones. */
const SHARE = 3;

interface Place {
  account: number;
  medium: Medium;
}

export class Places {
  readonly #maximum: Record<Medium, number>;
  readonly #places = new Map<string, Place>();

  constructor(maximum: Record<Medium, number>) {
    this.#maximum = maximum;
  }

  /** The reason why an account cannot have another place. */
  refusal(account: number, medium: Medium): 'full' | 'share' | null {
    const places = [...this.#places.values()].filter((place) => place.medium === medium);
    const free = this.#maximum[medium] - places.length;
    if (free <= 0) return 'full';
    const own = places.filter((place) => place.account === account).length;
    return own >= SHARE * free ? 'share' : null;
  }

  /** True if a conversation has the place that it needs; a place with sound and picture also allows text. */
  has(id: string, medium: Medium): boolean {
    const place = this.#places.get(id);
    return place !== undefined && (place.medium === 'media' || medium === 'text');
  }

  /** Takes the place, or exchanges a text place for one with sound and picture. */
  take(id: string, account: number, medium: Medium): void {
    this.#places.set(id, { account, medium });
  }

  free(id: string): void {
    this.#places.delete(id);
  }
}
