/** Why an engine failed, in a word for logs and decisions. Its message never holds a key or anything that was said. */
export type EngineErrorCode = 'timeout' | 'unauthorized' | 'bad_response' | 'unreachable' | 'worker_died' | 'busy' | 'closed';

export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;
  constructor(code: EngineErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
