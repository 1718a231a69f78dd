/** The ids of messages that a room has received, so that a repeated message is processed only once. */
export const MAX_NAMES = 1000;

export class MessageNames {
  /** The ids, oldest first. */
  readonly #names: Set<string>;

  /** `earlierIds` contains the ids that an earlier room of the conversation received. */
  constructor(earlierIds: readonly string[]) {
    this.#names = new Set(earlierIds.slice(-MAX_NAMES));
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
