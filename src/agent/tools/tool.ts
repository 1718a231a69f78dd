/** Tools that the responder may use. The port hides where a tool runs. */
export interface Tool {
  /** The tool's name for the model: letters, digits, `_` and `-`, at most 64 characters. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: object;
  /**
   * True if the tool only reads. It may then run before the turn has certainly ended, and its calls may be
   * dropped as with `droppable`.
   */
  readonly readOnly?: boolean;
  /** True if the call is dropped when the visitor wants something else. */
  readonly droppable?: boolean;
  /**
   * True if every call runs, even one with the same arguments, and no outcome is stored, because the outcome is
   * only for this answer.
   */
  readonly alwaysRuns?: boolean;
  /**
   * True if the tool ends the answer. If the model wrote text with the call, it is not asked for more text.
   */
  readonly endsAnswer?: boolean;
  /** Returns a text in the language in use. It is spoken if a model calls the tool without writing text. */
  words?(): string;
  /**
   * Returns the outcome as text, which may describe a failure. Rejects only when the signal aborts. The key is the
   * same for the same call, so that a server that receives it twice can run it once.
   */
  run(
    parameters: Record<string, unknown>,
    signal: AbortSignal,
    call?: { idempotencyKey: string },
  ): Promise<string>;
}
