/**
 * Detects a child process or a worker thread that hangs. It is pinged at a fixed interval, and any message
 * counts as a reply. Missed pings are counted instead of elapsed time, because a stall of this process, or a
 * sleeping machine, is not a fault of the other side.
 */
import type { Clock } from './clock.ts';

export interface HeartbeatOptions {
  clock: Clock;
  /** Milliseconds between two pings. */
  interval: number;
  /** Number of consecutive unanswered pings after which the process or thread counts as hung. */
  misses: number;
  /** Sends a ping. */
  ask(): void;
  /** Called once if it hangs, after the heartbeat was stopped. */
  onHang(): void;
}

export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #stop = new AbortController();
  #unansweredPings = 0;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#schedule();
  }

  /** Number of pings since the last reply. */
  get unanswered(): number {
    return this.#unansweredPings;
  }

  /** Records a reply. */
  beat(): void {
    this.#unansweredPings = 0;
  }

  stop(): void {
    this.#stop.abort();
  }

  #schedule(): void {
    this.#options.clock.after(this.#options.interval, () => this.#tick(), this.#stop.signal);
  }

  #tick(): void {
    if (this.#unansweredPings >= this.#options.misses) {
      this.#stop.abort();
      this.#options.onHang();
      return;
    }
    this.#unansweredPings++;
    this.#options.ask();
    this.#schedule();
  }
}
