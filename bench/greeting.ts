/**
 * Measures the milliseconds from the microphone permission, which the page already has, to the agent's first sound in
 * the page. It needs a build.
 *
 *   node --import tsx bench/greeting.ts --rounds 10
 */
import { parseArgs } from 'node:util';
import { launchChromium, openPage } from '../test/browser.ts';
import { startService } from '../test/journeys/running-service.ts';
import { openWalkSite } from './walks/site.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });

type TimedWindow = typeof globalThis & { grantedAt: number; heardAt: number };

/** Records the times of the permission and of the first sound on any audio track. */
function watch(): void {
  const timedWindow = globalThis as TimedWindow;
  const { mediaDevices } = navigator;
  const ask = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await ask(constraints);
    timedWindow.grantedAt ??= performance.now();
    return stream;
  };
  const context = new AudioContext();
  const listen = (track: MediaStreamTrack): void => {
    const analyser = context.createAnalyser();
    analyser.fftSize = 256;
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      if (Math.max(...samples) < 0.01) return;
      timedWindow.heardAt ??= performance.now();
      clearInterval(timer);
    }, 5);
  };
  const Peer = RTCPeerConnection;
  window.RTCPeerConnection = class extends Peer {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      this.addEventListener('track', ({ track }) => track.kind === 'audio' && listen(track));
    }
  };
}

const service = await startService();
const site = await openWalkSite(service.url, service.deployments['widget']!);
const browser = await launchChromium();
const times: number[] = [];
try {
  for (let round = 0; round < Number(values.rounds); round++) {
    const page = await openPage(browser, { permissions: ['microphone'] });
    await page.addInitScript(watch);
    await page.goto(site.url);
    await page.locator('pal-widget pal-launcher button').click();
    await page.locator('pal-panel .actions .primary').click();
    await page.waitForFunction(() => (globalThis as TimedWindow).heardAt > 0, undefined, { timeout: 40_000 });
    times.push(
      await page.evaluate(() => (globalThis as TimedWindow).heardAt - (globalThis as TimedWindow).grantedAt),
    );
    await page.close();
  }
} finally {
  await browser.close();
  site.close();
  await service.close();
}
times.sort((a, b) => a - b);
const quantile = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)]!);
process.stdout.write(
  `permission to greeting, ${times.length} calls: median ${quantile(0.5)} ms, ` +
    `90 % ${quantile(0.9)} ms, longest ${quantile(1)} ms\n`,
);
