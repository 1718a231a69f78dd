/** A refusal in the service, with a code of the table and its own text or the table's. */
import { ERRORS, type ErrorCode } from './errors.ts';
import { ApiError } from './api-error.ts';

/** The HTTP layer maps it to status, body and headers. */
export class ServiceError extends ApiError {
  constructor(code: ErrorCode, text?: string, options: { retryAfter?: number } = {}) {
    super(code, text ?? ERRORS[code].text, options.retryAfter);
    this.name = 'ServiceError';
  }
}
