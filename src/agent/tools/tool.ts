/** Tools that the responder may use, as a port that hides where a tool runs. */
export interface Tool {
  /** The name in the model's calls: letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: object;
  /** The tool only reads: it may run before the turn is certainly over, and is dropped as below. */
  readonly readOnly?: boolean;
  /** Dropped if the visitor wants something else. */
  readonly droppable?: boolean;
  /** Each call runs, and no outcome is stored, because it concerns this answer alone. */
  readonly again?: boolean;
  /** Ends the answer: if words came with the call, the model is not asked for more. */
  readonly closing?: boolean;
  /** Words for a model that calls the tool without any, in the language in use. */
  words?(): string;
  /**
   * The outcome as text; a failure is an outcome too. Rejects only when the signal aborts. The key is the same for
   * the same call, so that a server that gets it twice may run it once.
   */
  run(
    parameters: Record<string, unknown>,
    signal: AbortSignal,
    call?: { idempotencyKey: string },
  ): Promise<string>;
}
