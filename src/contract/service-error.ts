/** A refusal as the service makes it: by the table's code, with the table's words or its own. */
import { ERRORS, type ErrorCode } from './errors.ts';
import { ApiError } from './api-error.ts';

/**
 * A refusal by name; the binder maps it to status, body and headers. Without words of its own it has the
 * table's.
 */
export class ServiceError extends ApiError {
  constructor(code: ErrorCode, text?: string, options: { retryAfter?: number } = {}) {
    super(code, text ?? ERRORS[code].text, options.retryAfter);
    this.name = 'ServiceError';
  }
}
