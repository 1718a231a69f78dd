/** A refusal as the client sees it: by its code. `errors.ts` has the meanings, which no browser needs. */
import type { ErrorCode } from './errors.ts';

/** A header, exposed by CORS, with the error's code, so that clients need not parse the text. */
export const ERROR_HEADER = 'x-error-code';

export class ApiError extends Error {
  readonly code: ErrorCode;
  /** Seconds until a retry makes sense; every 429 has it. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, text: string, retryAfter?: number) {
    super(text);
    this.name = 'ApiError';
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
