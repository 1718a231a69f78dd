/** A visitor shares the screen: the service receives pictures of it without a camera, and describes them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, openPage } from '../browser.ts';
import { startService, type RunningService } from './running-service.ts';

let service: RunningService;
let browser: Browser;
/** For each request to the perception model, the pictures in it. */
const deliveredPictures: Buffer[][] = [];
const model = http.createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as { messages: { content: unknown }[] };
  deliveredPictures.push(
    (messages[1]!.content as { image_url: { url: string } }[]).map(({ image_url }) =>
      Buffer.from(image_url.url.split(',')[1]!, 'base64'),
    ),
  );
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ choices: [{ message: { content: 'A screen with a table on it.' } }] }));
  model.emit('asked');
});

before(async () => {
  await once(model.listen(0, '127.0.0.1'), 'listening');
  service = await startService({
    PERCEPTION_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
    PERCEPTION_API_KEY: 'key',
  });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await service?.close();
  model.closeAllConnections();
  model.close();
});

test('a shared screen reaches the perception of the service', { timeout: 120_000 }, async () => {
  const headers = { 'x-api-key': service.key, 'content-type': 'application/json' };
  const {
    data: [pal],
  } = (await (await fetch(`${service.url}/v2/pals`, { headers })).json()) as { data: { pal_id: string }[] };
  const patched = await fetch(`${service.url}/v2/pals/${pal!.pal_id}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify([{ op: 'add', path: '/layers/perception', value: { perception_model: 'seer-1' } }]),
  });
  assert.ok(patched.ok, await patched.text());

  const page = await openPage(browser, {
    viewport: { width: 1280, height: 860 },
    permissions: ['microphone'],
  });
  await page.addInitScript(() => {
    const Real = RTCPeerConnection;
    Object.assign(window, {
      RTCPeerConnection: class extends Real {
        constructor(...args: ConstructorParameters<typeof Real>) {
          super(...args);
          Object.assign(window, { peer: this });
        }
      },
    });
  });
  await page.goto(service.url);
  await page.getByRole('button', { name: 'Ask Mira' }).click();
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  const share = page.getByRole('button', { name: 'Share your screen' });
  await share.click();
  await page.getByText('You are sharing your screen').waitFor();
  assert.equal(await share.getAttribute('aria-pressed'), 'true');
  const ownVideo = await page.locator('pal-stage video.own').evaluate(async (element) => {
    const video = element as HTMLVideoElement;
    while (!video.videoWidth) await new Promise(requestAnimationFrame);
    const { width, height } = video.getBoundingClientRect();
    return {
      mirrored: getComputedStyle(video).transform !== 'none',
      ratio: width / height,
      picture: video.videoWidth / video.videoHeight,
    };
  });
  assert.equal(ownVideo.mirrored, false);
  assert.ok(
    Math.abs(ownVideo.ratio - ownVideo.picture) < 0.05,
    `the whole screen is shown: ${JSON.stringify(ownVideo)}`,
  );

  // The service requests key frames, from which it makes its pictures.
  await page.evaluate(async () => {
    const { peer } = window as unknown as { peer: RTCPeerConnection };
    for (let requests = 0, frames = Infinity; ;) {
      for (const report of (await peer.getStats()).values() as IterableIterator<{
        type: string;
        kind?: string;
        pliCount?: number;
        framesSent?: number;
      }>) {
        if (report.type !== 'outbound-rtp' || report.kind !== 'video') continue;
        if ((report.pliCount ?? 0) > requests && requests < 2)
          [requests, frames] = [report.pliCount!, report.framesSent!];
        if (requests >= 2 && report.framesSent! > frames + 5) return;
      }
      await new Promise(requestAnimationFrame);
    }
  });
  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await page.getByText('You are sharing your screen').waitFor({ state: 'hidden' });
  assert.equal(
    await share.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element),
    true,
    'the focus goes back to where it began',
  );
  const request = once(model, 'asked');
  await page.getByRole('button', { name: 'Leave' }).click();
  await request;
  const pictures = deliveredPictures[0]!;
  assert.ok(
    pictures.length > 0 && pictures.every((picture) => picture.toString('latin1', 8, 12) === 'WEBP'),
    `${pictures.length} pictures`,
  );
});
