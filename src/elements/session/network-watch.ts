/**
 * Measures the connection during a call: reports when it becomes weak or good, and when nothing arrives any more.
 * Loaded when the call is connected.
 */
import type { Clock } from './clock.ts';
import {
  bytesReceived,
  GOOD_NETWORK,
  measure,
  MEASURE_MS,
  rateNetwork,
  SILENCE_CHECKS,
  SILENCE_CHECK_MS,
} from './network.ts';

export interface NetworkListener {
  onChange(weak: boolean): void;
  /**
   * Called once if nothing arrives. The page's pings are acknowledged every two seconds, so a live connection is
   * never silent.
   */
  onLoss(): void;
}

export function watchNetwork(
  peer: Pick<RTCPeerConnection, 'getStats'>,
  clock: Clock,
  listener: NetworkListener,
  signal: AbortSignal,
): void {
  let now = GOOD_NETWORK;
  let counters = { lost: 0, received: 0 };
  let bytes = 0;
  let silentChecks = 0;

  const entries = async () =>
    ((await peer.getStats()) as unknown as Map<string, Record<string, unknown>>).values();

  const rate = async (): Promise<void> => {
    const measurement = measure(await entries(), counters);
    counters = measurement.counters;
    const { weak } = now;
    now = rateNetwork(now, measurement.sample);
    if (now.weak !== weak && !signal.aborted) listener.onChange(now.weak);
  };

  const checkSilence = async (): Promise<void> => {
    const total = bytesReceived(await entries());
    silentChecks = total > 0 && total === bytes ? silentChecks + 1 : 0;
    bytes = total;
    if (silentChecks === SILENCE_CHECKS && !signal.aborted) listener.onLoss();
  };

  const every = (interval: number, work: () => Promise<void>): void =>
    clock.after(
      interval,
      () => {
        // Browsers throttle packets and timers of hidden pages, so measurements there are meaningless.
        const isHidden = typeof document !== 'undefined' && document.hidden;
        if (isHidden) silentChecks = 0;
        void (isHidden ? Promise.resolve() : work().catch(() => {})).then(() => every(interval, work));
      },
      signal,
    );
  every(MEASURE_MS, rate);
  every(SILENCE_CHECK_MS, checkSilence);
}
