/** Intervals that others name (an authorization server's `expires_in`, for one), bounded. */

const LEAST_SECONDS = 60;
/** A year. */
const MOST_SECONDS = 365 * 86_400;

/** Milliseconds of a named number of seconds, from a minute to a year; a minute where it is no number. */
export function boundedInterval(seconds: unknown): number {
  const named = typeof seconds === 'string' ? Number(seconds) : seconds;
  if (typeof named !== 'number' || Number.isNaN(named)) return LEAST_SECONDS * 1000;
  return Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, named)) * 1000;
}
