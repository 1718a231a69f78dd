/** Rates a connection from the browser's statistics, with hysteresis so that the rating does not flicker. */

/** Measurements since the previous sample. */
export interface Sample {
  /** Fraction of lost packets, 0 to 1. */
  loss: number;
  /** Variation of the delay of packets in seconds. */
  jitter: number;
  /** Time to the service and back in seconds. */
  roundTrip: number;
}

export interface Network {
  weak: boolean;
  /** Number of consecutive samples that contradict the state. */
  against: number;
}

/** The browser's counters of received packets, counted from the start of the call. */
export interface Counters {
  lost: number;
  received: number;
}

export const GOOD_NETWORK: Network = { weak: false, against: 0 };
/** Milliseconds between samples. */
export const MEASURE_MS = 2500;
/** Milliseconds between two checks for received bytes. */
export const SILENCE_CHECK_MS = 500;
/**
 * Number of checks without received bytes after which the connection counts as silent. Their time is longer than
 * the two seconds between pings, and short enough that media are restored within six seconds.
 */
export const SILENCE_CHECKS = 7;
/** Number of consecutive samples that change the state to weak. */
const WEAK_AFTER = 2;
/** Number of consecutive samples that change the state to good. */
const GOOD_AFTER = 4;
/**
 * If a value is above its limit, the connection is weak; if all are below half of their limits, it is good. Otherwise
 * the state does not change.
 */
const LIMITS: Sample = { loss: 0.08, jitter: 0.06, roundTrip: 0.6 };

export function rateNetwork(now: Network, sample: Sample): Network {
  const worst = Math.max(
    ...(Object.keys(LIMITS) as (keyof Sample)[]).map((key) => sample[key] / LIMITS[key]),
  );
  if (now.weak ? worst > 0.5 : worst <= 1) return now.against ? { ...now, against: 0 } : now;
  const against = now.against + 1;
  return against < (now.weak ? GOOD_AFTER : WEAK_AFTER)
    ? { ...now, against }
    : { weak: !now.weak, against: 0 };
}

/** Computes a sample from the entries of an RTCStatsReport and the previous counters. */
export function measure(
  entries: Iterable<Record<string, unknown>>,
  previous: Counters,
): { sample: Sample; counters: Counters } {
  const counters: Counters = { lost: 0, received: 0 };
  let [jitter, roundTrip] = [0, 0];
  for (const entry of entries) {
    if (entry['type'] === 'inbound-rtp') {
      counters.lost += number(entry['packetsLost']);
      counters.received += number(entry['packetsReceived']);
      jitter = Math.max(jitter, number(entry['jitter']));
    } else if (entry['type'] === 'candidate-pair' && entry['nominated'])
      roundTrip = Math.max(roundTrip, number(entry['currentRoundTripTime']));
  }
  const lostPackets = Math.max(0, counters.lost - previous.lost);
  const packetCount = lostPackets + Math.max(0, counters.received - previous.received);
  return { sample: { loss: packetCount ? lostPackets / packetCount : 0, jitter, roundTrip }, counters };
}

/** Returns the total bytes received over all candidate pairs; 0 if the browser does not count them. */
export function bytesReceived(entries: Iterable<Record<string, unknown>>): number {
  let total = 0;
  for (const entry of entries)
    if (entry['type'] === 'candidate-pair') total += number(entry['bytesReceived']);
  return total;
}

const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
