/**
 * Measures the connection during a call, and reports when it becomes weak or good again. Loaded once the call
 * is connected.
 */
import type { Clock } from './clock.ts';
import { GOOD, measure, MEASURE_MS, network } from './network.ts';

export function watchNetwork(
  peer: RTCPeerConnection,
  clock: Clock,
  onChange: (weak: boolean) => void,
  signal: AbortSignal,
): void {
  let now = GOOD;
  let counters = { lost: 0, received: 0 };
  const sample = async (): Promise<void> => {
    // Browsers throttle packets and timers in the background, so measurements there are meaningless.
    if (typeof document !== 'undefined' && document.hidden) return;
    const report = (await peer.getStats()) as unknown as Map<string, Record<string, unknown>>;
    if (signal.aborted) return;
    const measured = measure(report.values(), counters);
    counters = measured.counters;
    const { weak } = now;
    now = network(now, measured.sample);
    if (now.weak !== weak) onChange(now.weak);
  };
  const schedule = (): void =>
    clock.after(
      MEASURE_MS,
      () =>
        void sample()
          .catch(() => {})
          .then(schedule),
      signal,
    );
  schedule();
}
