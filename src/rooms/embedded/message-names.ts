/** The names of a room's messages that were heard, so that one that is sent again is not heard twice. */
export const MOST_NAMES = 1000;

export class MessageNames {
  /** The oldest first. */
  readonly #names: Set<string>;

  /** `before`: what an earlier room of the conversation has heard. */
  constructor(before: readonly string[]) {
    this.#names = new Set(before.slice(-MOST_NAMES));
  }

  has(name: string | undefined): boolean {
    return name !== undefined && this.#names.has(name);
  }

  add(name: string | undefined): void {
    if (name === undefined) return;
    this.#names.add(name);
    const [oldest] = this.#names;
    if (this.#names.size > MOST_NAMES) this.#names.delete(oldest!);
  }
}
