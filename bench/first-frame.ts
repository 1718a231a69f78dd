/**
 * Prints medians of two times, measured in Chromium with the built service on this machine:
 *
 * - from the click to the first decoded picture, compared with a bare `RTCPeerConnection` to the same process;
 * - from the end of the visitor's words to the agent's first sound.
 *
 *   npm run build && node --import tsx bench/first-frame.ts [rounds]
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { speechWav } from '../scripts/make-speech-wav.ts';
import { launch, openPage } from '../test/browser.ts';
import { startService } from '../test/journeys/running-service.ts';

const ROUNDS = Number(process.argv[2] ?? 9);
const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!;
const show = (list: number[]) =>
  `${median(list).toFixed(0)} ms (${Math.min(...list).toFixed(0)} to ` +
  `${Math.max(...list).toFixed(0)}, ${list.length} rounds)`;

const service = await startService();
const request = async (method: string, path: string, body: unknown) =>
  (await (
    await fetch(service.url + path, {
      method,
      headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json()) as Record<string, string>;
const pals = (await (
  await fetch(`${service.url}/v2/pals`, { headers: { 'x-api-key': service.key } })
).json()) as { data: { pal_id: string }[] };
const { deployment_id } = await request('POST', '/v2/deployments', {
  pal_id: pals.data[0]!.pal_id,
  channel: 'embed',
  customization: { show_haircheck: false },
});
await request('PATCH', `/v2/deployments/${deployment_id}`, [
  { op: 'replace', path: '/status', value: 'active' },
]);

/** Performs start, offer, answer and first picture: the minimum for any room. */
const startBareCall = (page: Page) =>
  page.evaluate(async (id) => {
    const microphone = await navigator.mediaDevices.getUserMedia({ audio: true });
    const clickedAt = performance.now();
    const conversation = (await (
      await fetch(`/v2/deployments/${id}/start`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    ).json()) as { conversation_id: string; conversation_url: string; meeting_token: string };
    const answeredAt = performance.now();
    const peer = new RTCPeerConnection();
    peer.addTransceiver(microphone.getAudioTracks()[0]!, { direction: 'sendrecv' });
    peer.addTransceiver('video', { direction: 'recvonly' });
    peer.createDataChannel('palkit');
    const video = document.createElement('video');
    video.muted = true;
    document.body.append(video);
    const firstFrame = new Promise<number>((resolve) =>
      video.requestVideoFrameCallback((now) => resolve(now)),
    );
    peer.ontrack = ({ track }) => {
      if (track.kind !== 'video') return;
      video.srcObject = new MediaStream([track]);
      void video.play();
    };
    await peer.setLocalDescription();
    const answer = await fetch(`${conversation.conversation_url}/session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${conversation.meeting_token}`, 'content-type': 'application/sdp' },
      body: peer.localDescription!.sdp,
    });
    await peer.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
    const shownAt = await firstFrame;
    peer.close();
    for (const track of microphone.getTracks()) track.stop();
    video.remove();
    await fetch(`/v2/deployments/${id}/conversations/${conversation.conversation_id}/end`, {
      method: 'POST',
    });
    return { all: shownAt - clickedAt, room: shownAt - answeredAt };
  }, deployment_id);

/**
 * Does the same with the element: clicks the button that starts the call, and waits for the face that it draws, or
 * for a picture in its video.
 */
async function startElementCall(page: Page): Promise<number> {
  await page.evaluate((id) => {
    const element = document.createElement('pal-embed');
    element.setAttribute('deployment-id', id!);
    element.setAttribute('base-url', location.origin);
    element.style.cssText = 'position:fixed;inset:0;z-index:9';
    document.body.append(element);
  }, deployment_id);
  const embed = page.locator('pal-embed').last();
  await embed.getByRole('button', { name: 'Start the conversation' }).click();
  const button = embed.getByRole('button', { name: 'Type', exact: true });
  await button.waitFor();
  // A person's pointer reaches the button before the click and starts the loading.
  await button.hover();
  await page.evaluate(() => {
    const videos = (root: ParentNode): HTMLVideoElement[] =>
      [...root.querySelectorAll('*')].flatMap((node) => [
        ...(node instanceof HTMLVideoElement ? [node] : []),
        ...(node.shadowRoot ? videos(node.shadowRoot) : []),
      ]);
    const stageOf = (root: ParentNode): { drawn: boolean } | undefined =>
      [...root.querySelectorAll('*')]
        .map((node) =>
          node.localName === 'pal-stage'
            ? (node as unknown as { drawn: boolean })
            : node.shadowRoot
              ? stageOf(node.shadowRoot)
              : undefined,
        )
        .find(Boolean);
    Object.assign(window, {
      shownAt: new Promise<number>((resolve) => {
        addEventListener(
          'click',
          () => {
            const clickedAt = performance.now();
            const checkFrame = () => {
              const video = videos(document.body.lastElementChild!.shadowRoot!).find(
                ({ srcObject }) =>
                  srcObject instanceof MediaStream &&
                  srcObject.getVideoTracks().length > 0 &&
                  srcObject.getAudioTracks().length > 0,
              );
              const stage = stageOf(document.body.lastElementChild!.shadowRoot!);
              if (video) video.requestVideoFrameCallback((now) => resolve(now - clickedAt));
              else if (stage?.drawn) resolve(performance.now() - clickedAt);
              else requestAnimationFrame(checkFrame);
            };
            checkFrame();
          },
          { once: true, capture: true },
        );
      }),
    });
  });
  await button.click();
  const duration = await page.evaluate(() => (window as unknown as { shownAt: Promise<number> }).shownAt);
  await page.evaluate(async () => {
    const element = document.body.lastElementChild as HTMLElement & { end(): unknown };
    await element.end();
    element.remove();
  });
  return duration;
}

const browser = await launch();
const page = await openPage(browser, {
  viewport: { width: 1000, height: 700 },
  permissions: ['microphone', 'camera'],
});
await page.goto(`${service.url}/demo/product`);
await page.locator('pal-embed').first().waitFor();
const results = { bare: [] as number[], room: [] as number[], element: [] as number[] };
for (let round = 0; round <= ROUNDS; round++) {
  const bareCall = await startBareCall(page);
  const elementCall = await startElementCall(page);
  // The first round only warms up the code and caches of the bare call and of the element.
  if (round === 0) continue;
  results.bare.push(bareCall.all);
  results.room.push(bareCall.room);
  results.element.push(elementCall);
}
await browser.close();
process.stdout.write(
  `click to first picture: ${show(results.element)}\nbare RTCPeerConnection, with the start: ` +
    `${show(results.bare)}; without: ${show(results.room)}\nratio of medians: ` +
    `${(median(results.element) / median(results.bare)).toFixed(2)}\n`,
);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-bench-'));
const waitTimes: number[] = [];
const QUESTIONS = [
  'What are your opening hours?',
  'Can I rent a bike for a week?',
  'How long is the warranty?',
  'Where is the workshop?',
  'What does the gravel bike cost?',
];
for (const [index, question] of QUESTIONS.entries()) {
  const file = path.join(folder, `${index}.wav`);
  const SILENCE = 14;
  const wav = speechWav([question], { voice: 'rms', silenceBefore: SILENCE, silenceAfter: 600 });
  fs.writeFileSync(file, wav);
  const speaker = await launch({ speech: file });
  const tab = await openPage(speaker, {
    viewport: { width: 1000, height: 700 },
    permissions: ['microphone', 'camera'],
  });
  await tab.goto(`${service.url}/demo/product`);
  waitTimes.push(
    await tab.evaluate(async (id) => {
      const microphone = await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
      });
      const conversation = (await (
        await fetch(`/v2/deployments/${id}/start`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        })
      ).json()) as { conversation_url: string; meeting_token: string };
      const peer = new RTCPeerConnection();
      peer.addTransceiver(microphone.getAudioTracks()[0]!, { direction: 'sendrecv' });
      peer.createDataChannel('palkit');
      const trackReceipt = new Promise<MediaStreamTrack>(
        (resolve) => (peer.ontrack = ({ track }) => resolve(track)),
      );
      await peer.setLocalDescription();
      const answer = await fetch(`${conversation.conversation_url}/session`, {
        method: 'POST',
        headers: { authorization: `Bearer ${conversation.meeting_token}`, 'content-type': 'application/sdp' },
        body: peer.localDescription!.sdp,
      });
      await peer.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
      const agent = new MediaStream([await trackReceipt]);
      const player = new Audio();
      player.muted = true;
      player.srcObject = agent;
      await player.play();
      const context = new AudioContext({ latencyHint: 'interactive' });
      const listenTo = (stream: MediaStream) => {
        const analyser = context.createAnalyser();
        analyser.fftSize = 256;
        context.createMediaStreamSource(stream).connect(analyser);
        const samples = new Float32Array(256);
        return () => (analyser.getFloatTimeDomainData(samples), Math.max(...samples.map(Math.abs)));
      };
      const [visitor, pal] = [listenTo(microphone), listenTo(agent)];
      let speechStart = 0;
      let silent = 0;
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        const now = performance.now();
        if (visitor() > 0.02) {
          speechStart ||= now;
          silent = now;
        } else if (speechStart && now - silent > 300 && pal() > 0.01) return now - silent;
      }
    }, deployment_id),
  );
  await speaker.close();
}
process.stdout.write(`end of the visitor's words to the agent's first sound: ${show(waitTimes)}\n`);
fs.rmSync(folder, { recursive: true, force: true });
await service.close();
