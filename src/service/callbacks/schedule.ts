/** The retry schedule of callbacks: ten attempts within 24 hours of the first (docs/decisions/0025-interface.md). */
import { retryAfter } from '@palkit/runtime/outside-interval';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds to wait after each failed attempt. After the last one there is no retry. */
export const RETRY_DELAYS_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
] as const;
export const GIVE_UP_AFTER = 24 * HOUR;
/** A wait is multiplied by 0.8 to 1.05, so that deliveries that failed together are not retried together. */
const JITTER = { from: 0.8, to: 1.05 };

export interface FailedAttempt {
  /** The number of failed attempts, including this one. */
  tries: number;
  /** `firstAt` is the time of the first attempt and `now` the current time, both in Unix milliseconds. */
  firstAt: number;
  now: number;
  status: number | null;
  retryAfter: string | null;
  random: number;
}

/**
 * Returns the Unix milliseconds of the next attempt, or null to give up. A receiver may ask for a longer wait but not
 * for a shorter one.
 */
export function nextAttemptAt(attempt: FailedAttempt): number | null {
  const delay = RETRY_DELAYS_MS[attempt.tries - 1];
  const end = attempt.firstAt + GIVE_UP_AFTER;
  if (attempt.status === 410 || delay === undefined || attempt.now >= end) return null;
  const plannedAt =
    attempt.now + Math.round(delay * (JITTER.from + attempt.random * (JITTER.to - JITTER.from)));
  return Math.min(end, Math.max(plannedAt, attempt.now + (retryAfter(attempt.retryAfter, attempt.now) ?? 0)));
}
