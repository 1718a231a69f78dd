/**
 * Networks whose packets made the media process hang. A single hang may be a coincidence. A network that caused two
 * within an hour gets only text for the rest of that hour.
 */
import type { Clock } from '@palkit/runtime/clock';

/** Milliseconds for which a hang is remembered. */
const REMEMBERED_MS = 3_600_000;
const TOLERATED_HANGS = 1;
/** Maximum number of networks that are remembered; the oldest one is dropped first. */
const MAX_NETWORKS = 10_000;

export class HangSuspects {
  readonly #clock: Clock;
  readonly #hangs = new Map<string, number[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  record(network: string): void {
    const hangs = [...this.#recent(network), this.#clock.now()];
    this.#hangs.delete(network);
    this.#hangs.set(network, hangs);
    const [oldest] = this.#hangs.keys();
    if (this.#hangs.size > MAX_NETWORKS && oldest !== undefined) this.#hangs.delete(oldest);
  }

  /** Returns the seconds until a network may use media again; 0 if it may use them now. */
  refusedFor(network: string): number {
    const hangs = this.#recent(network);
    const oldest = hangs[hangs.length - 1 - TOLERATED_HANGS];
    return oldest === undefined ? 0 : Math.ceil((oldest + REMEMBERED_MS - this.#clock.now()) / 1000);
  }

  #recent(network: string): number[] {
    const since = this.#clock.now() - REMEMBERED_MS;
    return (this.#hangs.get(network) ?? []).filter((at) => at > since);
  }
}
