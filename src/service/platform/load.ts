/**
 * Decides whether new visitors are admitted. If the process, its database or its video is overloaded, running calls
 * continue and new ones are rejected.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MediaMeasure } from '@palkit/rooms/embedded/media-load';

/** The overloaded part of the service. */
export type OverloadedPart = 'database' | 'process' | 'media';

/**
 * `waited`: milliseconds that the oldest waiting query has waited so far. `mean`: mean duration of a query in
 * milliseconds.
 */
export interface DatabaseMeasure {
  waited: number;
  mean: number;
}

export interface Measures {
  /** Returns milliseconds of a monotonic clock. */
  now(): number;
  /** Returns the median delay of the event loop in milliseconds. */
  lag(): number;
  database(): DatabaseMeasure;
  media(): MediaMeasure;
}

/** Milliseconds from which the queue, the queries and the event loop count as slow. */
export const SLOW_QUEUE = 2000;
export const SLOW_QUERY = 1000;
export const SLOW_LOOP = 500;
/** Fraction of missing pictures from which the video counts as too slow; a loss of one in ten is visible. */
export const MAX_SKIPPED_FRACTION = 0.1;
/** Fraction of its time that the media process may be busy; with more, further calls would slow the running ones. */
export const MAX_BUSY_FRACTION = 0.85;
/** Milliseconds for which an overload is remembered, so that delayed work can catch up. */
export const OVERLOAD_MEMORY_MS = 3000;

export class Load {
  readonly #measures: Measures;
  readonly #slowUntil: Record<OverloadedPart, number> = {
    database: -Infinity,
    process: -Infinity,
    media: -Infinity,
  };

  constructor(measures: Measures) {
    this.#measures = measures;
  }

  /** Returns the overloaded part that forbids new calls; null if none does. Media do not matter for text. */
  refusal(medium: 'media' | 'text'): OverloadedPart | null {
    const { now, lag, database, media } = this.#measures;
    const { waited, mean } = database();
    const { busy, skipped } = media();
    const time = now();
    if (waited >= SLOW_QUEUE || mean >= SLOW_QUERY) this.#slowUntil.database = time + OVERLOAD_MEMORY_MS;
    if (lag() >= SLOW_LOOP) this.#slowUntil.process = time + OVERLOAD_MEMORY_MS;
    if (busy >= MAX_BUSY_FRACTION || skipped >= MAX_SKIPPED_FRACTION)
      this.#slowUntil.media = time + OVERLOAD_MEMORY_MS;
    const relevantParts: OverloadedPart[] =
      medium === 'text' ? ['database', 'process'] : ['database', 'process', 'media'];
    return relevantParts.find((part) => time < this.#slowUntil[part]) ?? null;
  }
}

/** Milliseconds over which the event loop's delay is measured. */
const WINDOW = 2000;

/** Starts to measure the delay of the event loop; the returned function gives the median of the last two seconds. */
export function eventLoopLag(now: () => number): () => number {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  let startedAt = now();
  let lastMedian = 0;
  return () => {
    if (now() - startedAt < WINDOW) return lastMedian;
    lastMedian = delays.count > 0 ? delays.percentile(50) / 1e6 : 0;
    delays.reset();
    startedAt = now();
    return lastMedian;
  };
}
