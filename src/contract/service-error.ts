/** An error in the service: a code of the error table, with a specific text or the table's. */
import { ERRORS, type ErrorCode } from './errors.ts';
import { ApiError } from './api-error.ts';

/** An error that the HTTP layer converts to status, body and headers. */
export class ServiceError extends ApiError {
  constructor(code: ErrorCode, text?: string, options: { retryAfter?: number } = {}) {
    super(code, text ?? ERRORS[code].text, options.retryAfter);
    this.name = 'ServiceError';
  }
}
