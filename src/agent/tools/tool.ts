/** Tools that the responder may use besides its words, as a port: it does not know where a tool lives. */
export interface Tool {
  /** As the model calls it: letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: object;
  /** It only looks something up: it may be called before the turn is surely over, and is dropped as below. */
  readonly readOnly?: boolean;
  /** It is dropped where the visitor wants something else. */
  readonly droppable?: boolean;
  /** Each call is done, and no outcome is kept: it is about this answer alone. */
  readonly again?: boolean;
  /** Ends the answer: if words came with the call, the model is not asked for more. */
  readonly closing?: boolean;
  /** The words for a model that calls it and says nothing, in the language that is spoken. */
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
