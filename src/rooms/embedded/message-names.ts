/** The ids of a room's received messages, so that a message that is sent again is processed only once. */
export const MAX_NAMES = 1000;

export class MessageNames {
  /** The ids, the oldest first. */
  readonly #names: Set<string>;

  /** `before`: ids received by an earlier room of the conversation. */
  constructor(before: readonly string[]) {
    this.#names = new Set(before.slice(-MAX_NAMES));
  }

  has(name: string | undefined): boolean {
    return name !== undefined && this.#names.has(name);
  }

  add(name: string | undefined): void {
    if (name === undefined) return;
    this.#names.add(name);
    const [oldest] = this.#names;
    if (this.#names.size > MAX_NAMES) this.#names.delete(oldest!);
  }
}
