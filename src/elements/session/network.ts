/**
 * How good a connection is, from what the browser counts: a fold that neither flickers nor calls one bad
 * moment weak. Pure.
 */

/** What was measured since the last time. */
export interface Sample {
  /** Share of packets that did not arrive, 0 to 1. */
  loss: number;
  /** Seconds by which packets come unevenly. */
  jitter: number;
  /** Seconds there and back. */
  roundTrip: number;
}

export interface Network {
  weak: boolean;
  /** Samples in a row that speak for the other state. */
  against: number;
}

/** The browser's counters of all that it received, from the call's start on. */
export interface Counted {
  lost: number;
  received: number;
}

export const GOOD: Network = { weak: false, against: 0 };
/** So often a connection is measured. */
export const MEASURE_MS = 2500;
/** Samples in a row until it counts as weak, and until it counts as good again. */
const WEAK_AFTER = 2;
const GOOD_AFTER = 4;
/** Beyond one of these it is weak; below half of all it is good; between, it stays as it is. */
const LIMITS: Sample = { loss: 0.08, jitter: 0.06, roundTrip: 0.6 };

export function network(now: Network, sample: Sample): Network {
  const worst = Math.max(
    ...(Object.keys(LIMITS) as (keyof Sample)[]).map((key) => sample[key] / LIMITS[key]),
  );
  if (now.weak ? worst > 0.5 : worst <= 1) return now.against ? { ...now, against: 0 } : now;
  const against = now.against + 1;
  return against < (now.weak ? GOOD_AFTER : WEAK_AFTER)
    ? { ...now, against }
    : { weak: !now.weak, against: 0 };
}

/** A sample out of an RTCStatsReport's entries and the counters of the one before. */
export function measure(
  entries: Iterable<Record<string, unknown>>,
  before: Counted,
): { sample: Sample; counted: Counted } {
  const counted: Counted = { lost: 0, received: 0 };
  let [jitter, roundTrip] = [0, 0];
  for (const entry of entries) {
    if (entry['type'] === 'inbound-rtp') {
      counted.lost += number(entry['packetsLost']);
      counted.received += number(entry['packetsReceived']);
      jitter = Math.max(jitter, number(entry['jitter']));
    } else if (entry['type'] === 'candidate-pair' && entry['nominated'])
      roundTrip = Math.max(roundTrip, number(entry['currentRoundTripTime']));
  }
  const lost = Math.max(0, counted.lost - before.lost);
  const all = lost + Math.max(0, counted.received - before.received);
  return { sample: { loss: all ? lost / all : 0, jitter, roundTrip }, counted };
}

const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
