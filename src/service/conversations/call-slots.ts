/**
 * Call slots of one process, for calls with sound and video and for text calls, which need far fewer resources. An
 * account may use up to three times as many slots as stay free, so that an account without a call can always start
 * one. The limit does not apply to a service with one account.
 */

export type Medium = 'media' | 'text';

/** Maximum ratio of an account's slots to the free slots. */
const MAX_SHARE_OF_FREE = 3;

interface Slot {
  account: number;
  medium: Medium;
}

export class CallSlots {
  readonly #maximum: Record<Medium, number>;
  readonly #slots = new Map<string, Slot>();

  constructor(maximum: Record<Medium, number>) {
    this.#maximum = maximum;
  }

  /**
   * Returns why the account gets no further slot: no slot is free, or the account's share is used up; null if
   * it gets one.
   */
  refusal(account: number, medium: Medium): 'full' | 'share' | null {
    const slots = [...this.#slots.values()].filter((slot) => slot.medium === medium);
    const freeCount = this.#maximum[medium] - slots.length;
    if (freeCount <= 0) return 'full';
    const usedCount = slots.filter((slot) => slot.account === account).length;
    return usedCount >= MAX_SHARE_OF_FREE * freeCount ? 'share' : null;
  }

  /** True if a conversation has the slot that it needs. A media slot also allows text. */
  has(id: string, medium: Medium): boolean {
    const slot = this.#slots.get(id);
    return slot !== undefined && (slot.medium === 'media' || medium === 'text');
  }

  /** Takes a slot, which replaces the slot that the conversation has. */
  take(id: string, account: number, medium: Medium): void {
    this.#slots.set(id, { account, medium });
  }

  free(id: string): void {
    this.#slots.delete(id);
  }
}
