import { OutsideFault } from '@palkit/runtime/outside-fault';

/**
 * The reason why an engine failed, as a code for logs and decisions. The message never contains a key or text of the
 * call.
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
  /**
   * False for a dead worker and a closed engine: these are faults of Palkit, so they are logged as unexpected
   * errors.
   */
  override get expected(): boolean {
    return this.code !== 'worker_died' && this.code !== 'closed';
  }
  /** True if the next attempt may succeed. */
  readonly isTransient: boolean;
  /** Status code of the HTTP response; undefined if there was no response. */
  readonly status: number | undefined;
  constructor(
    code: EngineErrorCode,
    message: string,
    { isTransient = false, status }: { isTransient?: boolean; status?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.isTransient = isTransient;
    this.status = status;
  }
}
