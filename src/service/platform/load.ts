/**
 * Decides whether new visitors are admitted. While the process, its database or its pictures fall behind, running
 * calls continue and new ones are refused.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MediaMeasure } from '@palkit/rooms/embedded/media-load';

/** The part of the service that falls behind. */
export type OverloadedPart = 'database' | 'process' | 'media';

/** Milliseconds: the present wait of the next query in the database's queue, and the mean duration of a query. */
export interface DatabaseMeasure {
  waited: number;
  mean: number;
}

export interface Measures {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Median delay of the event loop in milliseconds. */
  lag(): number;
  database(): DatabaseMeasure;
  media(): MediaMeasure;
}

/** Milliseconds from which the database counts as slow. */
export const SLOW_QUEUE = 2000;
export const SLOW_QUERY = 1000;
export const SLOW_LOOP = 500;
/** One of ten pictures is missing, which is visible. */
export const SKIPPED = 0.1;
/** Share of its time that the media process is busy: further calls would slow the present ones. */
export const BUSY = 0.85;
/** Milliseconds for which a high load is remembered, so that delayed work can catch up. */
export const REMEMBERED = 3000;

export class Load {
  readonly #measures: Measures;
  readonly #until: Record<OverloadedPart, number> = {
    database: -Infinity,
    process: -Infinity,
    media: -Infinity,
  };

  constructor(measures: Measures) {
    this.#measures = measures;
  }

  /**
   * The reason why no new call is accepted now; null if calls are. Text calls have no pictures that could be late.
   */
  refusal(medium: 'media' | 'text'): OverloadedPart | null {
    const { now, lag, database, media } = this.#measures;
    const { waited, mean } = database();
    const { busy, skipped } = media();
    const time = now();
    if (waited >= SLOW_QUEUE || mean >= SLOW_QUERY) this.#until.database = time + REMEMBERED;
    if (lag() >= SLOW_LOOP) this.#until.process = time + REMEMBERED;
    if (busy >= BUSY || skipped >= SKIPPED) this.#until.media = time + REMEMBERED;
    const burdens: OverloadedPart[] =
      medium === 'text' ? ['database', 'process'] : ['database', 'process', 'media'];
    return burdens.find((burden) => time < this.#until[burden]) ?? null;
  }
}

/** Milliseconds over which the event loop's delay is measured. */
const WINDOW = 2000;

/** The delay of this process' event loop over the last two seconds or so; measured from now on. */
export function eventLoopLag(now: () => number): () => number {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  let began = now();
  let last = 0;
  return () => {
    if (now() - began < WINDOW) return last;
    last = delays.count > 0 ? delays.percentile(50) / 1e6 : 0;
    delays.reset();
    began = now();
    return last;
  };
}
