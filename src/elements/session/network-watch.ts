/**
 * Measures a connection for as long as a call goes on, and tells when it becomes weak, or good again. Fetched
 * once the call is connected.
 */
import type { Clock } from './clock.ts';
import { GOOD, measure, MEASURE_MS, network } from './network.ts';

export function watchNetwork(
  peer: RTCPeerConnection,
  clock: Clock,
  told: (weak: boolean) => void,
  signal: AbortSignal,
): void {
  let now = GOOD;
  let counted = { lost: 0, received: 0 };
  const look = async (): Promise<void> => {
    // In the background a browser holds packets and timers back, so what is counted says nothing.
    if (typeof document !== 'undefined' && document.hidden) return;
    const report = (await peer.getStats()) as unknown as Map<string, Record<string, unknown>>;
    if (signal.aborted) return;
    const measured = measure(report.values(), counted);
    counted = measured.counted;
    const { weak } = now;
    now = network(now, measured.sample);
    if (now.weak !== weak) told(now.weak);
  };
  const again = (): void =>
    clock.after(
      MEASURE_MS,
      () =>
        void look()
          .catch(() => {})
          .then(again),
      signal,
    );
  again();
}
