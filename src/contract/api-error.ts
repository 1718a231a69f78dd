/**
 * A refusal as a caller meets it: by its code. What the codes mean stands in the table of `errors.ts`, which
 * no browser needs.
 */
import type { ErrorCode } from './errors.ts';

/** The header, exposed by CORS, that carries the code so that no client has to read prose. */
export const ERROR_HEADER = 'x-error-code';

export class ApiError extends Error {
  readonly code: ErrorCode;
  /** Seconds until another try makes sense; every 429 carries it. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, text: string, retryAfter?: number) {
    super(text);
    this.name = 'ApiError';
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
