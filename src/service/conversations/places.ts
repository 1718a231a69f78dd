/**
 * The places for calls in one process: those with sound and video, and those in text, which cost far less. An account
 * may use three times as many places as would still be free, so that there is always one for an account without a
 * call. A service with one account has no such limit.
 */

export type Medium = 'media' | 'text';

/** An account's places to those that stay free, at most. */
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

  /** Why an account cannot have one more place. */
  refusal(account: number, medium: Medium): 'full' | 'share' | null {
    const places = [...this.#places.values()].filter((place) => place.medium === medium);
    const free = this.#maximum[medium] - places.length;
    if (free <= 0) return 'full';
    const own = places.filter((place) => place.account === account).length;
    return own >= SHARE * free ? 'share' : null;
  }

  /** Whether a conversation has the place that it needs: a visitor with sound and picture may also write. */
  has(id: string, medium: Medium): boolean {
    const place = this.#places.get(id);
    return place !== undefined && (place.medium === 'media' || medium === 'text');
  }

  /** Takes the place, or exchanges one for text for one with sound and picture. */
  take(id: string, account: number, medium: Medium): void {
    this.#places.set(id, { account, medium });
  }

  free(id: string): void {
    this.#places.delete(id);
  }
}
