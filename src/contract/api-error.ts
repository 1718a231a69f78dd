/**
 * An error response for clients, identified by its code. The texts of the codes are in `errors.ts`, which browsers
 * need not load.
 */
import type { ErrorCode } from './errors.ts';

/** A header with the error's code, exposed by CORS, so that clients need not parse the text. */
export const ERROR_HEADER = 'x-error-code';

export class ApiError extends Error {
  readonly code: ErrorCode;
  /** Seconds until a retry can succeed; every 429 has it. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, text: string, retryAfter?: number) {
    super(text);
    this.name = 'ApiError';
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
