/** Reads intervals that other servers state, such as `expires_in` or `Retry-After`, and limits them. */

const MIN_SECONDS = 60;
/** Maximum number of seconds, a year. */
const MAX_SECONDS = 365 * 86_400;

/**
 * Converts a number of seconds to milliseconds, limited to between a minute and a year. Returns a minute if the
 * value is not a number.
 */
export function boundedInterval(seconds: unknown): number {
  const interval = typeof seconds === 'string' ? Number(seconds) : seconds;
  if (typeof interval !== 'number' || Number.isNaN(interval)) return MIN_SECONDS * 1000;
  return Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, interval)) * 1000;
}

/**
 * Returns the milliseconds that a `Retry-After` header requests, as seconds or as a date (RFC 9110 §10.2.3), at most
 * a year; null if it is invalid. `now` is in Unix milliseconds.
 */
export function retryAfter(header: string | null, now: number): number | null {
  const headerText = header?.trim() ?? '';
  // Some servers send fractions of a second, which the standard does not allow.
  const waitMs = /^\d+(?:\.\d+)?$/.test(headerText)
    ? Number(headerText) * 1000
    : /^[A-Z][a-z]{2}[a-z]*,? /.test(headerText)
      ? Date.parse(headerText) - now
      : NaN;
  return Number.isNaN(waitMs) ? null : Math.min(MAX_SECONDS * 1000, Math.max(0, waitMs));
}
