import { waitUntil as waitWithin } from '@open-wc/testing';

/** Milliseconds. The library's default of 1,000 is too short while other programs use the cores. */
const TIMEOUT = 30_000;

/** Waits until the predicate returns a truthy value, at most half a minute. */
export const waitUntil: typeof waitWithin = (predicate, message, options) =>
  waitWithin(predicate, message, { timeout: TIMEOUT, ...options });
