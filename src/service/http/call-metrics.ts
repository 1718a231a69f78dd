/** Metrics of calls for `/metrics`. */
import { Counter, Histogram, Registry } from 'prom-client';
import type { CallMeasures } from '../conversations/call-measures.ts';

/** Maximum number of fault codes that are counted separately. */
const MAX_FAULTS = 50;

export class Metrics implements CallMeasures {
  readonly registry = new Registry();
  readonly #started = new Counter({
    name: 'palkit_calls_started_total',
    help: 'Calls whose visitor joined the room',
    registers: [this.registry],
  });
  readonly #ended = new Counter({
    name: 'palkit_calls_ended_total',
    help: 'Conversations that ended, by the reason',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  readonly #turns = new Histogram({
    name: 'palkit_turn_first_sound_seconds',
    help: "From the end of the visitor's words to the first sound of the answer, or to its first word in writing",
    buckets: [0.2, 0.4, 0.6, 0.8, 1, 1.5, 2, 3, 5, 10],
    registers: [this.registry],
  });
  readonly #faults = new Counter({
    name: 'palkit_turns_failed_total',
    help: 'Answers that failed',
    registers: [this.registry],
  });

  readonly #engineFaults = new Counter({
    name: 'palkit_engine_faults_total',
    help: 'Faults of engines by kind; unknown errors of libraries count as other',
    labelNames: ['engine', 'fault'],
    registers: [this.registry],
  });
  /** The fault codes so far, at most `MAX_FAULTS`, because each is a time series in the metrics. */
  readonly #faultNames = new Set<string>();

  countEngineFault(engine: string, fault: string): void {
    const isKnown =
      /^\w{1,40}$/.test(fault) && (this.#faultNames.has(fault) || this.#faultNames.size < MAX_FAULTS);
    if (isKnown) this.#faultNames.add(fault);
    this.#engineFaults.inc({ engine, fault: isKnown ? fault : 'other' });
  }

  recordStart(): void {
    this.#started.inc();
  }

  recordEnd(reason: string): void {
    this.#ended.inc({ reason });
  }

  recordAnswer(firstSoundMs: number | null): void {
    if (firstSoundMs === null) this.#faults.inc();
    else this.#turns.observe(firstSoundMs / 1000);
  }
}
