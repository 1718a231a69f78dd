/** Measures how close the media process is to its limit, to decide about new calls. */

/** Load of the process that produces the pictures. */
export interface MediaMeasure {
  /**
   * Fraction of time for which the event loop was busy (0 to 1), in the less busy one of the last two seconds. It
   * rises before pictures are skipped, and also if other programs keep the machine busy, because each turn of the
   * loop then takes longer.
   */
  busy: number;
  /** Fraction of pictures that were skipped in the last ten seconds, 0 to 1. */
  skipped: number;
}

export const NO_LOAD: MediaMeasure = { busy: 0, skipped: 0 };

const REPORT_EVERY_MS = 1000;
/**
 * Milliseconds over which skipped pictures are averaged, because a single stall does not mean that the machine is
 * overloaded.
 */
const SKIP_WINDOW_MS = 10_000;

export interface Loop {
  /** Returns milliseconds of a monotonic clock. */
  now(): number;
  /** Returns the total milliseconds for which the event loop was busy. */
  active(): number;
}

export class LoadWatch {
  readonly #loop: Loop;
  readonly #tickMs: number;
  #omissions: { at: number; ticks: number }[] = [];
  #lastReport: number;
  #lastActiveMs: number;
  /** The busy fraction of the previous second. */
  #busy = 0;

  constructor(loop: Loop, tickMs: number) {
    this.#loop = loop;
    this.#tickMs = tickMs;
    this.#lastReport = loop.now();
    this.#lastActiveMs = loop.active();
  }

  /** Counts ticks whose pictures were skipped. */
  countOmitted(ticks: number): void {
    this.#omissions.push({ at: this.#loop.now(), ticks });
  }

  /** Returns the load once per second, otherwise null. */
  takeDueMeasure(): MediaMeasure | null {
    const now = this.#loop.now();
    const elapsedMs = now - this.#lastReport;
    if (elapsedMs < REPORT_EVERY_MS) return null;
    const active = this.#loop.active();
    const busy = share(active - this.#lastActiveMs, elapsedMs);
    // A single busy second does not count, because a join may cause it: the first join reads the face.
    const sustainedLoad = Math.min(busy, this.#busy);
    this.#busy = busy;
    this.#lastReport = now;
    this.#lastActiveMs = active;
    this.#omissions = this.#omissions.filter(({ at }) => now - at < SKIP_WINDOW_MS);
    const ticks = this.#omissions.reduce((sum, { ticks }) => sum + ticks, 0);
    return { busy: sustainedLoad, skipped: share(ticks * this.#tickMs, SKIP_WINDOW_MS) };
  }
}

const share = (part: number, whole: number) => Math.min(1, Math.max(0, part / whole));
