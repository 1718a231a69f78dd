import { OutsideFault } from '@palkit/runtime/outside-fault';

/**
 * Why an engine failed, in a word for logs and decisions. Its message never holds a key or anything that was
 * said.
 */
export type EngineErrorCode =
  | 'timeout'
  | 'unauthorized'
  | 'bad_response'
  | 'wrong_format'
  | 'unreachable'
  | 'worker_died'
  | 'busy'
  | 'closed';

export class EngineError extends OutsideFault {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;
  /** The embedded engines are ours. */
  override get expected(): boolean {
    return this.code !== 'worker_died' && this.code !== 'closed';
  }
  /** May be gone at the next try. */
  readonly passing: boolean;
  /** Status of an HTTP answer. */
  readonly status: number | undefined;
  constructor(
    code: EngineErrorCode,
    message: string,
    { passing = false, status }: { passing?: boolean; status?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.passing = passing;
    this.status = status;
  }
}
